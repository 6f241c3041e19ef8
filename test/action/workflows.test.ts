/** The workflows to copy, and those that `init` writes: GitHub reads them, they ask for little, and keys stay where they belong. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { INPUTS, type InputDefinition } from '../../src/action/definition.ts';
import { workflowFile } from '../../src/engine/init/workflow.ts';
import { blocksOf, PAGES } from '../docs/pages.ts';
import { type Contexts, evaluated, filledIn } from '../harness/workflow-job.ts';
import { officialParser } from '../harness/workflow-parser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXAMPLES = path.join(ROOT, 'examples/workflows');

interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string | number | boolean>;
  env?: Record<string, string>;
}

interface JobOfWorkflow {
  name?: string;
  if?: string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  environment?: string;
  concurrency?: object;
  needs?: string[];
  strategy?: { matrix: { shard: number[] | string } };
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
  'a project in a folder': workflowFile(`mail/o'clock: "my" rules`, 1),
  'several inboxes': workflowFile('', 40),
  'very many inboxes': workflowFile('teams/sales', 101),
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

it('there are two to copy, and init writes the one for all modes', () => {
  expect(Object.keys(PROJECTS.examples ?? {}).sort()).toEqual(['adopt.yml', 'inboxctl.yml']);
  expect(workflowFile('', 1)).toEqual({ '.github/workflows/inboxctl.yml': PROJECTS.examples?.['inboxctl.yml'] });
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
      undo: ['contents: read', 'actions: read'],
      all: [],
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

  it('leaves no token in the checkout, which has the whole history where it is read', () => {
    for (const { steps } of Object.values(read(text).jobs)) {
      const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      const readsHistory = steps.some((step) => isOurs(step) && step.with?.mode !== 'rollback');
      const given = { 'persist-credentials': false, ...(readsHistory && { 'fetch-depth': 0 }) };
      expect(checkouts.map((step) => step.with)).toEqual(
        steps.some((one) => isOurs(one) || isCommand(one)) ? [given] : [],
      );
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
      const { inputs = null } = read(text).on.workflow_dispatch ?? {};
      const isWriting = mode === 'apply' || mode === 'rollback';
      if (isWriting) expect(step.with).toMatchObject({ expect: `${'$'}{{ inputs.digest }}` });
      expect(Object.keys(inputs ?? {})).toContain('digest');
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

  it('writes in an environment, on the default branch alone', () => {
    const { jobs } = read(text);
    const isDefault = "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)";
    for (const [id, job] of Object.entries(jobs)) {
      const writes = id === 'apply' || id === 'undo';
      const at = id === 'undo' ? `${'$'}{{ inputs.digest && 'inbox' || '' }}` : 'inbox';
      expect(job.environment).toBe(writes ? at : undefined);
      if (writes) expect(job.if).toContain(` && ${isDefault}`);
      expect(job.concurrency).toBe(undefined);
    }
    expect(read(text).concurrency['cancel-in-progress']).toBe(false);
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
          // What a run by hand chooses, and that it is one job.
          const { mode: _mode, expect: _expect, only: _only, account: _account, shard: _shard, ...rest } = given;
          return JSON.stringify([rest, env]);
        })
        .sort();
    });
    expect(applies).toEqual(plans);
  });
});

/** What starts the workflow, and whether that writes. */
const EVENTS: Record<
  string,
  { event: string; inputs?: Record<string, string>; ref?: string; job: string; group: string }
> = {
  'a pull request': { event: 'pull_request', ref: 'refs/pull/1/merge', job: 'plan', group: 'plan' },
  'a merge queue': {
    event: 'merge_group',
    ref: 'refs/heads/gh-readonly-queue/main/pr-1-ab',
    job: 'plan',
    group: 'plan',
  },
  'a push': { event: 'push', job: 'apply', group: 'write' },
  'an apply to look at': {
    event: 'workflow_dispatch',
    inputs: { mode: 'apply', digest: '' },
    job: 'apply',
    group: 'apply',
  },
  'an apply by hand': {
    event: 'workflow_dispatch',
    inputs: { mode: 'apply', digest: 'd' },
    job: 'apply',
    group: 'write',
  },
  'a rollback to look at': {
    event: 'workflow_dispatch',
    inputs: { mode: 'rollback', digest: '' },
    job: 'undo',
    group: 'rollback',
  },
  'a rollback': { event: 'workflow_dispatch', inputs: { mode: 'rollback', digest: 'd' }, job: 'undo', group: 'write' },
  'a night': { event: 'schedule', job: 'drift', group: 'drift' },
  'drift by hand': { event: 'workflow_dispatch', inputs: { mode: 'drift', digest: '' }, job: 'drift', group: 'drift' },
};

const MAIN = 'refs/heads/main';

function contextsOf(
  { event, inputs = {}, ref = MAIN }: (typeof EVENTS)[string],
  more: Partial<Contexts> = {},
): Contexts {
  const payload = { repository: { default_branch: 'main' } };
  const github = { event_name: event, ref, event: payload, run_attempt: 2 };
  return { github, inputs, vars: {}, secrets: {}, needs: {}, matrix: {}, ...more };
}

describe('the workflow of init', () => {
  const [one = ''] = Object.values(workflowFile('', 1));
  const isTrue = (expression: string, contexts: Contexts) => evaluated(expression, contexts).coerceString() === 'true';
  const groupOf = (text: string, contexts: Contexts) => filledIn(read(text).concurrency.group, contexts);

  it.each(Object.entries(EVENTS))('%s runs one job, and all that writes is one group', (_, started) => {
    const contexts = contextsOf(started);
    const { all, ...jobs } = read(one).jobs;
    const ran = Object.keys(jobs).filter((id) => isTrue(jobs[id]?.if ?? '', contexts));
    expect(ran).toEqual([started.job]);
    expect(all).toMatchObject({ name: 'inboxctl', if: 'always()', needs: Object.keys(jobs) });
    expect(groupOf(one, contexts)).toBe(`inboxctl-${started.group}-${started.ref ?? MAIN}`);
  });

  it.each(['apply', 'rollback'])('%s from another branch runs no job, and takes the place of nothing', (mode) => {
    const contexts = contextsOf({
      event: 'workflow_dispatch',
      inputs: { mode, digest: 'd' },
      ref: 'refs/heads/x',
      job: '',
      group: '',
    });
    const { all: _, ...jobs } = read(one).jobs;
    expect(Object.values(jobs).filter((job) => isTrue(job.if ?? '', contexts))).toEqual([]);
    expect(groupOf(one, contexts)).not.toBe(groupOf(one, contextsOf(EVENTS['a push'] as (typeof EVENTS)[string])));
  });

  it.each([
    [['success', 'skipped', 'skipped', 'skipped'], false],
    [['skipped', 'success', 'skipped', 'skipped'], false],
    [['failure', 'skipped', 'skipped', 'skipped'], true],
    [['skipped', 'skipped', 'cancelled', 'skipped'], true],
    [['skipped', 'success', 'skipped', 'failure'], true],
    [['skipped', 'skipped', 'skipped', 'skipped'], true],
  ])('after %j the check that is required fails: %j', (results, fails) => {
    const { all } = read(one).jobs;
    const needs = Object.fromEntries(results.map((result, index) => [all?.needs?.[index], { result }]));
    expect(all?.steps.map(({ run }) => run)).toEqual(['exit 1']);
    expect(isTrue(all?.steps[0]?.if ?? '', contextsOf(EVENTS['a push'] as (typeof EVENTS)[string], { needs }))).toBe(
      fails,
    );
  });

  const [sharded = ''] = Object.values(workflowFile('', 101));
  const push = EVENTS['a push'] as (typeof EVENTS)[string];
  const artifactsOf = (text: string, job: string, contexts: Contexts) =>
    (read(text).jobs[job]?.steps ?? []).flatMap(({ uses = '', with: given = {} }) =>
      uses.startsWith('actions/upload-artifact@') ? [filledIn(String(given.name), contexts)] : [],
    );

  it('names artifacts by shard and attempt, takes them from the outputs, and keeps those of jobs that failed', () => {
    for (const [id, { steps }] of Object.entries(read(one).jobs)) {
      const kept = steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
      expect(kept).toHaveLength(['plan', 'apply', 'undo'].includes(id) ? 1 : 0);
      const output = id === 'plan' ? 'plan-file' : 'run-file';
      for (const step of kept) {
        expect(step.if).toBe(`always() && steps.inboxctl.outputs.${output} != ''`);
        expect(String(step.with?.path).split('\n')[0]).toBe(`${'$'}{{ steps.inboxctl.outputs.${output} }}`);
      }
    }
    expect(artifactsOf(one, 'apply', contextsOf(push))).toEqual(['inboxctl-run-1-2']);
    expect(read(one).on.workflow_dispatch?.inputs?.artifact?.default).toBe('inboxctl-run-1-1');
    const names = [1, 2].map((shard) => artifactsOf(sharded, 'apply', contextsOf(push, { matrix: { shard } })));
    expect(names).toEqual([['inboxctl-run-1-2'], ['inboxctl-run-2-2']]);
  });

  it('takes the snapshot to undo from beside the checkout', () => {
    const download = read(one).jobs.undo?.steps.find(({ uses = '' }) => uses.startsWith('actions/download-artifact@'));
    const [{ step } = { step: {} as Step }] = ourSteps(one).filter(({ mode }) => mode === 'rollback');
    expect(download?.with?.path).toBe(`${'$'}{{ runner.temp }}/run`);
    expect(step.with?.['run-file']).toBe(download?.with?.path);
  });

  it('splits jobs above 100 accounts alone; by hand apply is one job, since a digest is that of the whole plan', () => {
    expect(workflowFile('', 100)).toEqual(workflowFile('', 2));
    const shardsOf = (started: typeof push) => {
      const { strategy } = read(sharded).jobs.apply ?? {};
      const shards = JSON.parse(filledIn(String(strategy?.matrix.shard).replace('fromJSON', ''), contextsOf(started)));
      const [{ step } = { step: {} as Step }] = ourSteps(sharded).filter(({ mode }) => mode === 'apply');
      return shards.map((shard: number) =>
        filledIn(String(step.with?.shard), contextsOf(started, { matrix: { shard } })),
      );
    };
    expect(shardsOf(push)).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect(shardsOf(EVENTS['an apply by hand'] as typeof push)).toEqual(['']);
    for (const id of ['plan', 'drift']) expect(read(sharded).jobs[id]?.strategy?.matrix.shard).toEqual([1, 2, 3, 4]);
    for (const { strategy } of Object.values(read(one).jobs)) expect(strategy).toBe(undefined);
  });

  it('has one key for one account, and a bundle for several', () => {
    for (const [accounts, keys] of [
      [1, ['base-url', 'api-key']],
      [2, ['allowed-hosts', 'api-keys']],
    ] as const) {
      const [text = ''] = Object.values(workflowFile('', accounts));
      for (const { step } of ourSteps(text)) {
        const given = Object.keys(step.with ?? {}).filter((name) => /^(base-url|allowed-hosts|api-keys?)$/.test(name));
        expect(given).toEqual(keys);
        expect(Object.keys(step.env ?? {})).toEqual(accounts === 1 ? [] : ['INBOXCTL_BASE_URL']);
      }
    }
  });

  it('shares file, check, group and artifacts with no other project of the repository', () => {
    const folders = ['', 'a', 'a/b', 'a-b', 'a--b', 'a b', 'a/b c', 'a/b-c'];
    const of = folders.map((folder) => {
      const [[file = '', text = ''] = []] = Object.entries(workflowFile(folder, 1));
      const { name } = read(text).jobs.all ?? {};
      const [key] = /INBOXCTL_API_KEY\w*/.exec(text) ?? [];
      return [file, name, groupOf(text, contextsOf(push)), key, ...artifactsOf(text, 'apply', contextsOf(push))];
    });
    for (const index of [0, 1, 2, 3, 4]) expect(new Set(of.map((all) => all[index])).size).toBe(folders.length);
    expect(of.flat().filter((name) => !/^[\w./-]+$/.test(name ?? ''))).toEqual([]);
    expect(of[2]?.[0]).toBe('.github/workflows/inboxctl-a--b.yml');
    expect(of[2]?.[3]).toBe('INBOXCTL_API_KEY_A__B');
  });
});

describe('the jobs of a fleet with keys from elsewhere, as docs/secrets.md says', () => {
  const diffs = blocksOf('docs/secrets.md').filter(
    ({ language, text }) => language === 'diff' && text.includes('steps:'),
  );

  it('are three recipes', () => {
    expect(diffs).toHaveLength(3);
  });

  it.each(diffs)(
    'are right for the parser, ask for a token where they need one, and pin every action',
    async ({ text: diff }) => {
      const edits = [...diff.matchAll(/^(?: (.*)|-(.*))\n((?:\+.*\n)*)/gm)];
      // The last job has no keys.
      const [fleet = '', last = ''] = Object.values(workflowFile('', 2))[0]?.split(/(?=\n {2}all:)/) ?? [];
      const text =
        edits.reduce((all, [, kept, removed, added = '']) => {
          const line = `${kept ?? removed}\n`;
          expect(all.split(line)).toHaveLength(5);
          return all.replaceAll(line, () => (kept === undefined ? '' : line) + added.replace(/^\+/gm, ''));
        }, fleet) + last;
      const { workflowErrors } = await parser;
      expect(await workflowErrors('workflow.yml', text)).toEqual([]);
      for (const { job, step } of ourSteps(text)) {
        expect(job.permissions?.['id-token']).toBe(diff.includes('id-token') ? 'write' : undefined);
        expect(step.with?.['api-keys']).not.toContain('secrets.');
        for (const { uses = '' } of job.steps) expect(uses).toMatch(/@[0-9a-f]{40}$/);
      }
    },
  );
});
