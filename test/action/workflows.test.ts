/** The workflows to copy, and those that `init` writes: GitHub reads them, they ask for little, and keys stay where they belong. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { INPUTS, type InputDefinition } from '../../src/action/definition.ts';
import { workflowFiles } from '../../src/engine/init/start.ts';
import { blocksOf, PAGES } from '../docs/pages.ts';
import { officialParser } from '../harness/workflow-parser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXAMPLES = path.join(ROOT, 'examples/workflows');

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | number | boolean>;
  env?: Record<string, string>;
}

interface JobOfWorkflow {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  environment?: string;
  concurrency?: object;
  needs?: string;
  strategy?: object;
  steps: Step[];
}

interface Workflow {
  on: Record<string, { inputs?: Record<string, { options: string[]; default: string }> } | null>;
  permissions: object;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  env?: object;
  jobs: Record<string, JobOfWorkflow & { env?: object }>;
}

/** Texts by names; those of one project belong together. */
const PROJECTS: Record<string, Record<string, string>> = {
  examples: Object.fromEntries(
    readdirSync(EXAMPLES).map((name) => [name, readFileSync(path.join(EXAMPLES, name), 'utf8')]),
  ),
  'a project in a folder': workflowFiles(`mail/o'clock: "my" rules`),
};

const ALL = Object.entries(PROJECTS).flatMap(([project, files]) => {
  return Object.entries(files).map(([file, text]) => ({ name: `${file} of ${project}`, text }));
});

const parser = officialParser();
const read = (text: string) => parse(text) as Workflow;
const isOurs = ({ uses = '' }: Step) => uses.startsWith('example-org/inboxctl@');
const isCommand = ({ run = '' }: Step) => run.startsWith('inboxctl ');
const ourSteps = (text: string) =>
  Object.values(read(text).jobs).flatMap((job) => {
    return job.steps.filter(isOurs).map((step) => ({ job, step, mode: String(step.with?.mode) }));
  });
const commandSteps = (text: string) => Object.values(read(text).jobs).flatMap(({ steps }) => steps.filter(isCommand));

it('there are the six to copy', () => {
  expect(Object.keys(PROJECTS.examples ?? {}).sort()).toEqual([
    'adopt.yml',
    'apply.yml',
    'drift.yml',
    'fleet.yml',
    'plan.yml',
    'rollback.yml',
  ]);
});

describe.each(ALL)('$name', ({ text }) => {
  it("is right for GitHub's own parser, which sees mistakes", async () => {
    const { workflowErrors } = await parser;
    expect(await workflowErrors('workflow.yml', text)).toEqual([]);
    expect(await workflowErrors('workflow.yml', text.replace(/contents: \w+/, 'contents: some'))).toHaveLength(1);
    expect(await workflowErrors('workflow.yml', text.replace('github.ref', 'gihub.ref'))).toHaveLength(
      text.includes('github.ref') ? 1 : 0,
    );
  });

  it('runs on no event that works with secrets on what others wrote', () => {
    const events = Object.keys(read(text).on);
    expect(events.length).toBeGreaterThan(0);
    const known = ['pull_request', 'merge_group', 'push', 'workflow_dispatch', 'schedule'];
    expect(events.filter((event) => !known.includes(event))).toEqual([]);
  });

  it('pins every action by a commit, and names its version', () => {
    const uses = [...text.matchAll(/^ +(?:- )?uses: (.*)$/gm)].map(([, use = '']) => use);
    expect(uses.length).toBeGreaterThan(1);
    for (const use of uses) {
      expect(use).toMatch(
        /^((actions|peter-evans)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|example-org\/inboxctl@0{40} # the commit .*)$/,
      );
    }
    expect(text).toContain('# inboxctl is not published yet.');
    expect(text).toContain('in place of example-org/inboxctl and the zeros.');
  });

  it('has no permission but what a job asks for, each with the reason beside it', () => {
    const { permissions, jobs } = read(text);
    expect(permissions).toEqual({});
    const most: Record<string, string[]> = {
      plan: ['contents: read', 'pull-requests: write'],
      apply: ['contents: read', 'pull-requests: write'],
      drift: ['contents: read', 'issues: write', 'pull-requests: read'],
      adopt: ['contents: write', 'pull-requests: write'],
      show: ['contents: read', 'actions: read'],
      undo: ['contents: read', 'actions: read'],
    };
    for (const [id, job] of Object.entries(jobs)) {
      expect(Object.entries(job.permissions ?? {}).map(([scope, right]) => `${scope}: ${right}`)).toEqual(most[id]);
    }
    const granted = [...text.matchAll(/^ {6}[\w-]+: (?:read|write)\b(.*)$/gm)].map(([, reason]) => reason);
    expect(granted).toHaveLength(Object.values(jobs).flatMap((job) => Object.keys(job.permissions ?? {})).length);
    for (const reason of granted) expect(reason).toMatch(/^ # \w+/);
  });

  it('ends a job that hangs', () => {
    for (const job of Object.values(read(text).jobs)) expect(job['timeout-minutes']).toBe(30);
  });

  it('leaves no token in the checkout, which has the whole history', () => {
    const checkouts = Object.values(read(text).jobs).flatMap(({ steps }) =>
      steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')),
    );
    expect(checkouts.length).toBeGreaterThan(0);
    // A rollback and a pull read no history.
    const isWithout = commandSteps(text).length > 0 || ourSteps(text).some(({ mode }) => mode === 'rollback');
    for (const { with: given } of checkouts) {
      expect(given).toEqual({ 'persist-credentials': false, ...(!isWithout && { 'fetch-depth': 0 }) });
    }
  });

  it('gives our action inputs that it has, with values that it takes', () => {
    const steps = ourSteps(text);
    expect(steps.length + commandSteps(text).length).toBeGreaterThan(0);
    for (const { step, mode } of steps) {
      for (const [name, value] of Object.entries(step.with ?? {})) {
        const input: InputDefinition | undefined = INPUTS[name as keyof typeof INPUTS];
        expect({ name, isKnown: input !== undefined }).toEqual({ name, isKnown: true });
        if (input?.values === undefined || String(value).includes('${{')) continue;
        expect(input.values).toContain(value);
      }
      // By hand too nothing is carried out that nobody looked at.
      if (mode === 'apply') expect(step.with).toMatchObject({ expect: `${'$'}{{ inputs.digest }}` });
    }
  });

  it('says where keys may go, and keeps secrets to the steps that run inboxctl', () => {
    for (const { step } of ourSteps(text)) {
      expect(Object.keys(step.with ?? {}).filter((name) => ['base-url', 'allowed-hosts'].includes(name))).toHaveLength(
        1,
      );
    }
    for (const { env } of commandSteps(text)) expect(env).toHaveProperty('INBOXCTL_BASE_URL');
    const { env, jobs } = read(text);
    expect(env).toBe(undefined);
    for (const job of Object.values(jobs)) {
      expect(job.env).toBe(undefined);
      for (const step of job.steps.filter((one) => !isOurs(one) && !isCommand(one))) {
        // The artifact of another run needs the token of the job.
        const { 'github-token': _, ...given } = step.with ?? {};
        const isDownload = step.uses?.startsWith('actions/download-artifact@') === true;
        expect(JSON.stringify(isDownload ? given : step)).not.toMatch(/secrets\.|github\.token/);
      }
    }
  });

  it('runs no command with a text of others in it', () => {
    for (const { steps } of Object.values(read(text).jobs)) {
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
    }
  });

  it('applies in an environment, on the default branch, and is not cancelled', () => {
    const { concurrency } = read(text);
    const isWriting = ({ mode, step }: ReturnType<typeof ourSteps>[number]) =>
      mode === 'apply' || (mode === 'rollback' && step.with?.expect !== undefined);
    for (const { job } of ourSteps(text).filter(isWriting)) {
      expect(job.environment).toBe('inbox');
      expect(JSON.stringify(job)).toContain(
        "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)",
      );
      expect(concurrency).toMatchObject({
        group: expect.stringContaining(`-${'$'}{{ github.ref }}`),
        'cancel-in-progress': false,
      });
      expect(job.concurrency).toBe(undefined);
    }
    for (const { job } of ourSteps(text).filter((one) => !isWriting(one))) expect(job.environment).toBe(undefined);
  });
});

const onPages = PAGES.flatMap((page) =>
  blocksOf(page)
    .filter(({ language, text }) => language === 'yaml' && /^jobs:/m.test(text))
    .map(({ text }) => ({ page, text })),
);

it('README.md has a workflow that plans', () => {
  const plans = onPages.filter(({ text }) => ourSteps(text).some(({ mode }) => mode === 'plan'));
  expect(plans.map(({ page }) => page)).toContain('README.md');
});

it.each(onPages)('a workflow in $page is right for the parser, and fetches the base of a plan', async ({ text }) => {
  const { workflowErrors } = await parser;
  expect(await workflowErrors('workflow.yml', text)).toEqual([]);
  for (const { job } of ourSteps(text).filter(({ mode }) => mode === 'plan' || mode === 'apply')) {
    const checkout = job.steps.find(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'persist-credentials': false, 'fetch-depth': 0 });
  }
});

describe.each(Object.entries(PROJECTS))('the jobs of %s', (_, files) => {
  it('that plan and apply sign with one key, and name the same accounts and secrets', () => {
    const steps = Object.values(files).flatMap(ourSteps);
    for (const mode of ['plan', 'apply']) {
      const ours = steps.filter((one) => one.mode === mode);
      expect(ours.length).toBeGreaterThan(0);
      for (const { step } of ours) {
        expect(step.with?.['signing-key']).toBe(`${'$'}{{ secrets.INBOXCTL_SIGNING_KEY }}`);
      }
    }
    const [plans, applies] = ['plan', 'apply'].map((mode) => {
      return steps
        .filter((one) => one.mode === mode)
        .map(({ step: { with: given = {}, env } }) => {
          // What a run by hand chooses.
          const { mode: _mode, expect: _expect, only: _only, account: _account, ...rest } = given;
          return JSON.stringify([rest, env]);
        })
        .sort();
    });
    expect(applies).toEqual(plans);
  });
});

it('no two workflows of a repository share a concurrency group but apply and rollback, nor do two projects', () => {
  const { 'rollback.yml': rollback = '', ...others } = PROJECTS.examples ?? {};
  const groups = Object.values(others).map((text) => read(text).concurrency.group);
  expect(new Set(groups).size).toBe(groups.length);
  expect(read(rollback).concurrency.group).toBe(read(others['apply.yml'] ?? '').concurrency.group);
  const folders = ['', 'one', 'two'].flatMap((folder) => Object.values(workflowFiles(folder)));
  expect(new Set(folders.map((text) => read(text).concurrency.group)).size).toBe(6);
});

describe('the jobs of a fleet with keys from elsewhere, as docs/secrets.md says', () => {
  const diffs = blocksOf('docs/secrets.md').filter(
    ({ language, text }) => language === 'diff' && text.includes('steps:'),
  );

  it('are two recipes', () => {
    expect(diffs).toHaveLength(2);
  });

  it.each(diffs)('are right for the parser, ask for a token, and pin every action', async ({ text: diff }) => {
    const edits = [...diff.matchAll(/^(?: (.*)|-(.*))\n((?:\+.*\n)*)/gm)];
    const fleet = PROJECTS.examples?.['fleet.yml'] ?? '';
    const text = edits.reduce((all, [, kept, removed, added = '']) => {
      const line = `${kept ?? removed}\n`;
      expect(all.split(line)).toHaveLength(4);
      return all.replaceAll(line, () => (kept === undefined ? '' : line) + added.replace(/^\+/gm, ''));
    }, fleet);
    const { workflowErrors } = await parser;
    expect(await workflowErrors('workflow.yml', text)).toEqual([]);
    for (const { job, step } of ourSteps(text)) {
      expect(job.permissions).toHaveProperty('id-token', 'write');
      expect(step.with?.['api-keys']).not.toContain('secrets.');
      for (const { uses = '' } of job.steps) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    }
  });
});

describe('the jobs of a fleet', () => {
  const { jobs } = read(PROJECTS.examples?.['fleet.yml'] ?? '');

  it('are one for each mode, and need nobody to list the accounts', () => {
    expect(Object.keys(jobs)).toEqual(['plan', 'apply', 'drift']);
    for (const { strategy, needs, steps } of Object.values(jobs)) {
      expect({ strategy, needs }).toEqual({});
      expect(steps.filter(({ run }) => run !== undefined)).toEqual([]);
      const { account } = steps.find(isOurs)?.with ?? {};
      expect([undefined, `${'$'}{{ inputs.account }}`]).toContain(account);
    }
  });

  it('look for drift in a group of their own: a night takes no place of an apply that waits', () => {
    const { concurrency, on } = read(PROJECTS.examples?.['fleet.yml'] ?? '');
    expect(on).toHaveProperty('schedule');
    expect(concurrency.group).toContain("github.event_name == 'schedule' && 'drift' || 'rules'");
  });
});
