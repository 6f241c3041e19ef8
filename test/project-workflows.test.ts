/** The workflows of this repository: GitHub reads them, they ask for little, and they run what the README says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { officialParser } from './harness/workflow-parser.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.github/workflows');
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8') }));

interface Job {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string | string[];
  env?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown[]> };
  outputs?: Record<string, string>;
  steps: { id?: string; run?: string; uses?: string; with?: Record<string, unknown>; env?: Record<string, string> }[];
}

interface Workflow {
  on: Record<string, object | null>;
  permissions: object;
  jobs: Record<string, Job>;
}

const parser = officialParser();
const jobsOf = (text: string) => Object.values((parse(text) as Workflow).jobs);
const textOf = (file: string) => WORKFLOWS.find(({ name }) => name === file)?.text ?? '';
const ci = textOf('ci.yml');

it('there are five: for each change, for its packages and its code, each night and each release', () => {
  expect(WORKFLOWS.map(({ name }) => name)).toEqual([
    'ci.yml',
    'codeql.yml',
    'dependency-review.yml',
    'nightly.yml',
    'release.yml',
  ]);
});

describe.each(WORKFLOWS)('$name', ({ text }) => {
  it("is right for GitHub's own parser, which sees mistakes", async () => {
    const { workflowErrors } = await parser;
    expect(await workflowErrors('workflow.yml', text)).toEqual([]);
    expect(await workflowErrors('workflow.yml', text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  it('pins every action by a commit, and names its version', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, use]) => use);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses)
      expect(use).toMatch(/^(actions\/[\w-]+|github\/codeql-action\/\w+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('runs on no event that works with secrets on what others wrote', () => {
    const events = Object.keys((parse(text) as Workflow).on);
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event) => /_target$|^workflow_run$|comment|^issues$/.test(event))).toEqual([]);
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
      const [file] = /^\.ci\/\S+|(?<=^node )\S+/.exec(run) ?? [];
      if (file !== undefined) expect(existsSync(file)).toBe(true);
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
  const [test] = jobsOf(textOf('nightly.yml'));
  expect(test?.strategy?.matrix.include).toMatchObject([
    { runs: '20', processes: '0' },
    { runs: '1', processes: '1' },
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
  expect(test?.env).toEqual({ RUNS: '${{ matrix.runs }}', PROCESSES: '${{ matrix.processes }}' });
  expect(test?.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm test']);
});

it('every workflow has the same version of an action', () => {
  const pins = WORKFLOWS.flatMap(({ text }) => [
    ...text.matchAll(/uses: (actions\/[\w-]+|github\/codeql-action)\S*@(.*)$/gm),
  ]);
  const versions = new Map(pins.map(([, action = '', pin]) => [action, pin]));
  expect(pins.filter(([, action = '', pin]) => versions.get(action) !== pin)).toEqual([]);
});

describe('a release', () => {
  const { jobs } = parse(textOf('release.yml')) as Workflow;
  const needs = (name: string): string[] => [jobs[name]?.needs ?? []].flat();
  const allBefore = (name: string): string[] => needs(name).flatMap((one) => [one, ...allBefore(one)]);
  const runsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
  const granted = (kind: string) => Object.keys(jobs).filter((name) => jobs[name]?.permissions?.[kind] === 'write');

  it('gives no job that runs the code of packages a token that may write, and the others nothing that they do not need', () => {
    for (const job of Object.values(jobs)) {
      const runsPackages = runsOf(job).some((run) => /^npm ci|^\.ci\//.test(run));
      if (runsPackages) expect(job.permissions).toEqual({ contents: 'read' });
      else expect(job.steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))).toEqual([]);
    }
    expect(granted('contents')).toEqual(['release', 'major-tag']);
    expect(granted('id-token')).toEqual(['attest', 'publish']);
    expect(granted('attestations')).toEqual(['attest']);
    expect(Object.keys(jobs).filter((name) => jobs[name]?.environment !== undefined)).toEqual(['publish']);
  });

  it('publishes after the checks and the attestation, and only then shows the release and moves a tag', () => {
    expect(new Set(allBefore('publish'))).toEqual(new Set(['check', 'package', 'attest']));
    for (const name of ['release', 'major-tag']) expect(allBefore(name)).toContain('publish');
  });

  it('uses every decision of the script, in the jobs that need the job of it', () => {
    const outputs = Object.keys(jobs.package?.outputs ?? {});
    const script = readFileSync('scripts/release.mjs', 'utf8');
    for (const name of outputs) expect(script).toMatch(new RegExp(`^ {2}'?${name}'?: `, 'm'));
    const used = Object.entries(jobs).flatMap(([name, job]) => {
      const texts = [...JSON.stringify(job).matchAll(/needs\.package\.outputs\.([\w-]+)/g)].map(([, output]) => output);
      if (texts.length > 0) expect(needs(name)).toContain('package');
      return texts;
    });
    expect(new Set(used)).toEqual(new Set(outputs));
  });
});

it('Dependabot looks at packages and actions, a group of each at a time', () => {
  const { version, updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'));
  expect(version).toBe(2);
  const found = updates.map((one: Record<string, unknown>) => [one['package-ecosystem'], one.directory, one.schedule]);
  expect(found).toEqual([
    ['npm', '/', { interval: 'weekly' }],
    ['github-actions', '/', { interval: 'weekly' }],
  ]);
  for (const { groups } of updates) expect(Object.values(groups)).toMatchObject([{ patterns: ['*'] }]);
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ignored = updates[0].ignore.map((one: Record<string, string>) => one['dependency-name']);
  expect(ignored.filter((name: string) => !Object.hasOwn(devDependencies, name))).toEqual([]);
});
