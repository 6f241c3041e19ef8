/** The workflow that adopts drift: its command on a sandbox, and the files of which the step after it makes a pull request. */
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { blocksOf } from '../docs/pages.ts';
import { commandFile } from '../harness/command-file.ts';
import { PROGRAM } from '../harness/program.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import { startedJob } from '../harness/workflow-job.ts';
import { git, repository } from '../source/git-repository.ts';
import { DECLARED, FILES, OTHER_TOKEN, VARIABLES } from './drift-world.ts';

const WORKFLOW = readFileSync(path.resolve(import.meta.dirname, '../../examples/workflows/adopt.yml'), 'utf8');
const COMMAND = 'inboxctl pull --prune';

interface Options {
  files?: Record<string, string>;
  rules?: readonly object[];
  sandbox?: SandboxOptions;
  /** The folder of the `inboxctl` to run. */
  command?: string;
}

/** A checkout of the default branch, and its inbox. */
async function checkout({ files = FILES, rules = DECLARED, sandbox, command }: Options = {}) {
  const service = await serve(sandbox ?? { seed: { rules } });
  const cwd = repository([files], projectOf({}));
  const PATH = [command ?? path.dirname(await commandFile()), process.env.PATH].join(path.delimiter);
  const contexts = {
    github: {
      // The event of a schedule may not name the repository.
      event_name: 'schedule',
      ref: 'refs/heads/main',
      event: {},
    },
    vars: { INBOXCTL_BASE_URL: service.baseUrl },
    inputs: {},
  };
  /** Runs the command of the workflow, or another in its place, as GitHub does. */
  const adopt = ({ run = COMMAND, key = KEY, env = {} }: { run?: string; key?: string; env?: object } = {}) => {
    const started = startedJob(WORKFLOW, 'adopt', COMMAND, { ...contexts, secrets: { INBOXCTL_API_KEY: key } });
    return shell(run, cwd, { PATH, LANG: 'C.UTF-8', GITHUB_ACTIONS: 'true', ...started.env, ...env });
  };
  /** What the next step finds to commit. */
  const changed = () => git(cwd, ['status', '--porcelain', '--untracked-files=all']).split('\n').slice(0, -1);
  const textOf = (name: string) => readFileSync(path.join(cwd, name), 'utf8');
  return { service, cwd, adopt, changed, textOf };
}

/** Runs a step as `run` of a workflow; gives its exit code and all that it prints. */
function shell(run: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; log: string }> {
  const child = spawn('bash', ['--norc', '-e', '-c', run], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, log })));
}

const [digest, receipts] = DECLARED;
const paid = { ...receipts, actions: [{ type: 'LABEL', fields: { label: 'Paid' } }] };
const forms = { name: 'Forms', condition: { aiInstructions: 'forms' }, actions: [{ type: 'ARCHIVE' }] };

describe('the workflow that adopts drift', () => {
  it('installs the commit that somebody looked at, as docs/install.md says', () => {
    const tagged = blocksOf('docs/install.md').find(({ text }) => text.includes('--install-links git+'))?.text ?? '';
    const { jobs } = parse(WORKFLOW) as { jobs: { adopt: { steps: { run?: string }[] } } };
    const runs = jobs.adopt.steps.flatMap(({ run }) => run ?? []);
    expect(runs).toEqual([tagged.trim().replace('v0.1.0', '0'.repeat(40)), COMMAND]);
  });

  it('runs on the default branch alone', async () => {
    const { service } = await checkout();
    const github = { event_name: 'workflow_dispatch', event: { repository: { default_branch: 'main' } } };
    const contexts = { vars: { INBOXCTL_BASE_URL: service.baseUrl }, secrets: { INBOXCTL_API_KEY: KEY }, inputs: {} };
    const started = (ref: string) =>
      startedJob(WORKFLOW, 'adopt', COMMAND, { ...contexts, github: { ...github, ref } });
    expect(() => started('refs/heads/other')).toThrow('adopt is skipped');
    expect(started('refs/heads/main').permissions).toEqual({
      contents: 'write',
      issues: 'none',
      pull_requests: 'write',
    });
  });

  it('writes what was edited, added and deleted in the inbox, with comments kept', async () => {
    const { service, adopt, changed, textOf } = await checkout({ rules: [paid, forms] });
    expect(await adopt()).toMatchObject({ code: 0 });
    expect(changed()).toEqual([' D rules/digest.yaml', ' M rules/receipts.yaml', '?? rules/forms.yaml']);
    expect(textOf('rules/receipts.yaml')).toMatch(/^# Mine\.\n[\s\S]*# this shop alone\n[\s\S]*label: Paid/);
    expect(textOf('rules/forms.yaml')).toContain('name: Forms');
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('leaves nothing to commit where the inbox is as its files say', async () => {
    const { adopt, changed, cwd } = await checkout();
    expect(await adopt({ env: VARIABLES })).toMatchObject({ code: 0 });
    expect(changed()).toEqual([]);
    expect(git(cwd, ['status', '--porcelain', '--ignored'])).toBe('');
    expect(await adopt()).toMatchObject({ code: 0 });
    expect(changed()).toEqual([]);
  });

  it('writes no webhook URL, and names in the log what is left to do', async () => {
    const webhookUrl = `https://hooks.example.com/${OTHER_TOKEN}`;
    const calls = [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }];
    const chat = { name: 'Chat', condition: { aiInstructions: 'chat' }, actions: calls };
    const { adopt, changed, textOf } = await checkout({ rules: [{ ...digest, actions: calls }, receipts ?? {}, chat] });
    const { code, log } = await adopt({ env: VARIABLES });
    expect(code).toBe(0);
    expect(changed()).toEqual(['?? rules/chat.yaml']);
    const [, variable = ''] = /env: (\w+)/.exec(textOf('rules/chat.yaml')) ?? [];
    expect(log).toContain(variable);
    expect(log).toContain('webhookUrl');
    expect(`${log}${textOf('rules/chat.yaml')}${textOf('rules/digest.yaml')}`).not.toContain(OTHER_TOKEN);
  });

  it.each([
    { what: 'a key that expired', rules: [paid], more: { key: 'expired-key-of-the-tests' }, code: 1 },
    { what: 'an inbox that has lost its rules', rules: [], more: {}, code: 4 },
    { what: 'the key of another inbox', rules: [forms], more: {}, code: 4 },
  ])('fails with $what, and changes nothing', async ({ rules, more, code }) => {
    const { adopt, changed } = await checkout({ rules });
    expect(await adopt(more)).toMatchObject({ code });
    expect(changed()).toEqual([]);
  });

  it('fails with files that have problems', async () => {
    const { adopt, changed } = await checkout({ files: { ...FILES, 'rules/more.yaml': 'name: [\n' } });
    expect(await adopt()).toMatchObject({ code: 3 });
    expect(changed()).toEqual([]);
  });

  it('runs no name of a rule, and gives the runner no command', async () => {
    const names = [
      '$(touch made)',
      '`touch made`',
      '"; touch made; "',
      '::add-mask::x',
      'a\n::stop-commands::x',
      `${'$'}{{ 1 }}`,
    ];
    const rules = names.map((name) => ({ ...forms, name }));
    const { adopt, changed } = await checkout({ rules: [...DECLARED, ...rules] });
    const { code, log } = await adopt({ env: VARIABLES });
    expect(code).toBe(0);
    expect(changed()).toHaveLength(names.length);
    for (const change of changed()) expect(change).toMatch(/^\?\? rules\/[\w.-]+$/);
    expect(log).not.toMatch(/^\s*(::|##\[)/m);
  });
});

describe('the workflow that adopts drift of several inboxes', () => {
  const rule = (name: string) => ({ name, condition: { aiInstructions: name }, actions: [{ type: 'ARCHIVE' }] });
  const text = (name: string) =>
    `name: ${name}\ncondition: { aiInstructions: ${name} }\nactions: [{ type: ARCHIVE }]\n`;
  const names = ['office', 'sales'];
  const keyOf = (name: string) => `the-key-of-${name}`;
  const variableOf = (name: string) => `INBOXCTL_${name.toUpperCase()}_KEY`;
  const bundle = names.map((name) => `${variableOf(name)}=${keyOf(name)}\n`).join('');
  const several = {
    files: {
      'inboxctl.yaml': `accounts:\n${names.map((name) => `  ${name}: { rules: [${name}], apiKey: { env: ${variableOf(name)} } }\n`).join('')}`,
      ...Object.fromEntries(names.map((name) => [`${name}/kept.yaml`, text('Kept')])),
    },
    sandbox: {
      seed: {
        inboxes: names.map((name) => ({ name, rules: [rule('Kept'), rule(`Own of ${name}`)] })),
        keys: names.map((inbox) => ({ key: keyOf(inbox), inbox, scopes: ['RULES_READ'] })),
      },
    },
  };
  const written = ['?? office/own-of-office.yaml', '?? sales/own-of-sales.yaml'];

  it('takes a variable for each key', async () => {
    const { adopt, changed } = await checkout(several);
    const env = Object.fromEntries(names.map((name) => [variableOf(name), keyOf(name)]));
    expect(await adopt({ env })).toMatchObject({ code: 0 });
    expect(changed()).toEqual(written);
  });

  it('takes the bundle, as docs/github-drift.md says', async () => {
    const [, run = ''] =
      /`(inboxctl pull --prune --api-keys-file .*?)`/.exec(readFileSync('docs/github-drift.md', 'utf8')) ?? [];
    // Another process cannot read the pipe that the shell gives the program.
    const command = projectOf({ inboxctl: `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n` });
    chmodSync(path.join(command, 'inboxctl'), 0o755);
    const { adopt, changed } = await checkout({ ...several, command });
    const { code, log } = await adopt({ run, env: { INBOX_KEYS: bundle } });
    expect(code).toBe(0);
    expect(changed()).toEqual(written);
    for (const name of names) expect(log).not.toContain(keyOf(name));
  });

  it('fails where one of them cannot be read', async () => {
    const { adopt } = await checkout(several);
    const env = { [variableOf('office')]: keyOf('office'), [variableOf('sales')]: 'a-key-that-expired' };
    const { code, log } = await adopt({ env });
    expect(code).toBe(1);
    expect(log).toContain('sales');
  });
});
