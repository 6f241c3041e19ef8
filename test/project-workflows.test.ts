/** The workflows of this repository: GitHub reads them, they ask for little, and they run what the README says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { officialParser } from './harness/workflow-parser.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.github/workflows');
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8') }));

interface Workflow {
  on: Record<string, object | null>;
  permissions: object;
  jobs: Record<
    string,
    {
      'timeout-minutes'?: number;
      permissions?: object;
      env?: Record<string, string>;
      strategy?: { matrix: Record<string, unknown[]> };
      steps: { run?: string; uses?: string; with?: object }[];
    }
  >;
}

const parser = officialParser();
const jobsOf = (text: string) => Object.values((parse(text) as Workflow).jobs);
const ci = WORKFLOWS.find(({ name }) => name === 'ci.yml')?.text ?? '';

it('there are three: for each change, each night and each release', () => {
  expect(WORKFLOWS.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
});

describe.each(WORKFLOWS)('$name', ({ text }) => {
  it("is right for GitHub's own parser, which sees mistakes", async () => {
    const { workflowErrors } = await parser;
    expect(await workflowErrors('workflow.yml', text)).toEqual([]);
    expect(await workflowErrors('workflow.yml', text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  it('pins every action by a commit, and names its version', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, use]) => use);
    expect(uses.length).toBeGreaterThan(1);
    for (const use of uses) expect(use).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives each job the permissions that it needs, with the reason beside each, and ends one that hangs', () => {
    expect((parse(text) as Workflow).permissions).toEqual({});
    for (const job of jobsOf(text)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      expect(Object.keys(job.permissions ?? {}).length).toBeGreaterThan(0);
    }
    const granted = [...text.matchAll(/^ {6}[\w-]+: (?:read|write)\b(.*)$/gm)].map(([, reason]) => reason);
    expect(granted.filter((reason) => !/^ # \w+/.test(reason ?? ''))).toEqual([]);
  });

  it('leaves no token in a checkout, runs no text of others, and only commands that exist', () => {
    const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
    for (const { uses = '', run = '', with: given } of jobsOf(text).flatMap(({ steps }) => steps)) {
      if (uses.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
      expect(run).not.toContain('${{');
      const script = /^npm run (\S+)/.exec(run)?.[1];
      if (script !== undefined) expect(scripts).toHaveProperty(script);
      if (run.startsWith('.ci/')) expect(existsSync(run)).toBe(true);
    }
  });
});

it('CI runs the commands of the README: on each Node that is supported, and the demo on each system', () => {
  const [demo, test] = jobsOf(ci);
  expect(demo?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24],
  });
  expect(test?.strategy?.matrix).toEqual({ node: [20, 22, 24] });
  const commands = [demo, test].map((job) => job?.steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual([['npm ci', 'npm run demo'], ['.ci/run']]);
  const readme = readFileSync('README.md', 'utf8');
  for (const block of ['npm ci && npm run demo', 'npm ci && npm test']) expect(readme).toContain(`\n${block}\n`);
});

it('at night the tests try more: more runs of each property, and each command as a process', () => {
  const nightly = WORKFLOWS.find(({ name }) => name === 'nightly.yml')?.text ?? '';
  const [test] = jobsOf(nightly);
  expect(test?.strategy?.matrix.include).toMatchObject([
    { runs: '20', processes: '0' },
    { runs: '1', processes: '1' },
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
  expect(test?.env).toEqual({ RUNS: '${{ matrix.runs }}', PROCESSES: '${{ matrix.processes }}' });
  expect(test?.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm test']);
});
