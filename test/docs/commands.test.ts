/**
 * Every command in the docs runs, the examples of help screens too: those of a page one after the other, in one shell, on a
 * project and a sandbox of its own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { commandFile } from '../harness/command-file.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { installed } from '../harness/installed.ts';
import { PROGRAM } from '../harness/program.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';
import { startTestSandbox, type TestSandbox } from '../harness/sandbox/sandbox.ts';
import { type Block, blocksOf, PAGES, ROOT, read } from './pages.ts';
import { ran } from './ran.ts';

/** They begin in an empty folder; the others in a project whose rules were applied, in git. */
const FROM_NOTHING = ['docs/getting-started.md', 'docs/adopt-an-inbox.md', 'docs/mailboxes.md'];

/** The inbox of the examples. */
const SEED = JSON.parse(read('examples/inbox/sandbox.json'));

/** Each has a test of its own. */
const HAS_ITS_TEST = ['docs/forty-inboxes.md', 'docs/gitlab.md', 'docs/kubernetes.md'];

/** In the block of a quick start, which has a sandbox of its own. */
const SANDBOX_BEHIND = 'inboxctl sandbox --port 0';

/** Run by CI from a clean checkout, or by a test of their own. */
const isElsewhere = (block: string) => block.startsWith('npm ') || block.includes(SANDBOX_BEHIND);
const isSandbox = (block: string) => block.startsWith('inboxctl sandbox');

/** In place of what `gh run download` fetches: the runs that the project has. */
const FROM_DOWNLOADS = /^inboxctl runs --from (\S+)/m;
const DOWNLOADED = '[ -e $1 ] || cp -r .inboxctl/runs $1\n$&';

/** The examples of a help screen, on the project that is here. */
function examplesOf(screen: string): string[] {
  const [, below = ''] = screen.split('\nExamples:\n');
  const lines = [...below.matchAll(/^ {2}(?! )(.*)$/gm)].map(([, line = '']) => line);
  return lines
    .filter((line) => !line.includes('completion zsh'))
    .map((line) =>
      line
        .replace('Billing *', 'Calendar*')
        .replace('rules/news.yaml', 'rules/calendar.yaml')
        .replace('alice', 'default')
        .replace('~/.config/fish/completions/', '')
        .replace(/2026\w+/, "$(inboxctl runs --format json | jq -r '.runs[0].run')"),
    );
}

/** The commands of a block that start a sandbox. */
function sandboxesOf({ language, text }: Block): string[] {
  if (language === 'text') return examplesOf(text).filter(isSandbox);
  return language === 'sh' && isSandbox(text) ? [text.trim()] : [];
}

/** The lines of shell in a block, whatever runs them there. */
function shellOf({ language, text }: Block, cwd: string): string {
  if (language === 'text') {
    const lines = examplesOf(text).filter((line) => !isSandbox(line));
    const isWith = (file: string) => lines.some((line) => line.includes(` ${file}`));
    const saved = [
      ...(isWith('plan.json') ? ['inboxctl plan --output plan.json'] : []),
      ...(isWith('plans/') ? ['mkdir -p plans', 'inboxctl plan --output plans/1.json'] : []),
    ];
    return [...saved, ...lines].join('\n').replace(FROM_DOWNLOADS, DOWNLOADED);
  }
  if (language === 'sh' || language === 'bash')
    return isElsewhere(text) || isSandbox(text) ? '' : text.replace(FROM_DOWNLOADS, DOWNLOADED);
  if (language === 'groovy') {
    const lines = [...text.matchAll(/^ *sh '(.*)'$/gm)].map(([, line = '']) => line);
    return lines.filter((line) => !isElsewhere(line)).join('\n');
  }
  if (language === 'crontab') return text.replaceAll(/^PATH=.*$|^(\S+ ){5} */gm, '').replaceAll('/srv/inbox', cwd);
  if (language !== 'yaml') return '';
  if (!text.startsWith('# .pre-commit-config.yaml')) return '';
  const { repos } = parse(text) as { repos: { hooks: { entry?: string }[] }[] };
  return repos.flatMap(({ hooks }) => hooks.map(({ entry = '' }) => entry)).join('\n');
}

const pages = PAGES.filter((page) => !HAS_ITS_TEST.includes(page))
  .map((page) => [page, blocksOf(page)] as const)
  .filter(([, blocks]) => {
    return blocks.some((block) => shellOf(block, '/') !== '' || sandboxesOf(block).length > 0);
  });

it.each(pages)('the commands of %s run', async (page, blocks) => {
  const { service, cwd } = await start(page);
  const [own] = await Promise.all(blocks.flatMap(sandboxesOf).map((command) => sandboxOf(command, cwd)));
  const env: Record<string, string> = {
    ...envOf(service),
    ...own,
    PATH: `${await shims()}${path.delimiter}${process.env.PATH}`,
    HOME: cwd,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  };
  const keys = ['INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY'] as const;
  writeFileSync(path.join(cwd, 'keys.env'), keys.map((name) => `export ${name}=${env[name]}\n`).join(''));
  writeFileSync(path.join(cwd, 'inbox-keys.env'), `INBOXCTL_API_KEY=${env.INBOXCTL_API_KEY}\n`);
  const said = 'set -eE\ntrap \'echo "failed: $BASH_COMMAND" >&2\' ERR\n';
  const script = said + blocks.map((block) => shellOf(block, cwd)).join('\n');
  const { status, stderr } = await ran('bash', ['--norc', '-c', script], { cwd, env });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});

/** What most pages begin with: a project that was applied, in git, and the rules of its inbox. It is made once. */
interface Begun {
  service: TestSandbox;
  folder: string;
  rules: WireRule[];
}

let begun: Begun;

beforeAll(async () => {
  const service = await startTestSandbox({ key: KEY, profile: 'newer', seed: SEED });
  const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-test-'));
  await begin(folder, envOf(service));
  begun = { service, folder, rules: service.rules() };
});

afterAll(async () => {
  rmSync(begun.folder, { recursive: true, force: true });
  await begun.service.close();
});

const envOf = ({ baseUrl }: TestSandbox) => ({ INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY });

/** Applies a project and commits it. */
async function begin(cwd: string, env: Record<string, string>): Promise<void> {
  cpSync(path.join(ROOT, 'examples/inbox'), cwd, { recursive: true });
  write(cwd, 'issue.eml', 'From: Jane <jane@example.com>\nSubject: Issue 12\n\nHello\n');
  mkdirSync(path.join(cwd, 'tests/samples'), { recursive: true });
  expect(await inboxctl(['apply', '--yes'], { cwd, env })).toMatchObject({ code: 0 });
  const test = '{ name: a refund request, mail: { subject: Refund }, expect: { Receipts: ai } }';
  writeFileSync(path.join(cwd, 'tests/refunds.yaml'), `tests:\n  - ${test}\n`);
  // The newest run is a small one, as it usually is.
  writeFileSync(
    path.join(cwd, 'rules/calendar.yaml'),
    read('examples/inbox/rules/calendar.yaml').replace('10080', '1440'),
  );
  expect(await inboxctl(['apply', '--yes'], { cwd, env })).toMatchObject({ code: 0 });
  commit(cwd);
  write(
    cwd,
    'All.mbox',
    'From 1@xxx Mon Nov 02 08:00:00 +0000 2026\nFrom: Jane <jane@example.com>\nSubject: Issue 12\n\n',
  );
  // A snapshot that was brought from elsewhere.
  const { runs } = JSON.parse((await inboxctl(['runs', '--format', 'json'], { cwd, env })).stdout);
  copyFileSync(path.join(cwd, '.inboxctl/runs', `${runs[0].run}.jsonl`), path.join(cwd, 'run.jsonl'));
}

function commit(cwd: string): void {
  const git = (...args: string[]) => expect(spawnSync('git', args, { cwd }).status).toBe(0);
  git('init', '-q', '--template=', '-b', 'main');
  git('config', 'branch.main.remote', '.');
  git('config', 'branch.main.merge', 'refs/heads/main');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'Rules');
  // Each page gets a copy, which is quicker of few files. Some write a hook.
  git('repack', '-adq');
  mkdirSync(path.join(cwd, '.git/hooks'));
}

/** The folder and the service that a page begins with. */
async function start(page: string): Promise<{ service: TestSandbox; cwd: string }> {
  if (FROM_NOTHING.includes(page)) {
    return { service: await serve({ profile: 'newer', seed: SEED }), cwd: projectOf({}) };
  }
  const { service, folder, rules } = begun;
  for (const { id } of service.rules()) {
    const { status } = await fetch(`${service.baseUrl}/rules/${id}`, { method: 'DELETE', headers: { 'API-Key': KEY } });
    expect(status).toBeLessThan(300);
  }
  for (const rule of rules) service.put(rule);
  const cwd = projectOf({});
  // Their times tell which run of one second is the newest.
  cpSync(folder, cwd, { recursive: true, preserveTimestamps: true });
  return { service, cwd };
}

const GH = `#!/bin/sh
case "$*" in
  'repo create --private --source .') git init -q --bare .git/hosted && git remote add origin .git/hosted ;;
  'variable set '* | 'secret set '*) ;;
  *) exit 1 ;;
esac
`;

/**
 * A folder with `inboxctl`, whose questions are answered with yes, `npx`, which finds it, and `gh`, which takes what
 * the docs give it.
 */
async function shims(): Promise<string> {
  const folder = projectOf({});
  const asking = 'case "$1 $*" in *--yes*) ;; apply*|rollback*) set -- "$@" --yes;; esac';
  const programs = {
    inboxctl: `#!/bin/sh\n${asking}\nexec '${await commandFile()}' "$@"\n`,
    npx: '#!/bin/sh\nexec "$@"\n',
    gh: GH,
  };
  for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  return folder;
}

/** Starts a sandbox as a page says; gives the variables of the two lines that it prints. */
async function sandboxOf(command: string, cwd: string): Promise<Record<string, string>> {
  const line = command.replace('inboxctl', `exec '${process.execPath}' '${PROGRAM}'`);
  const sandbox = spawn('sh', ['-c', `${line} --port 0`], {
    cwd,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    sandbox.kill();
  });
  return exported(sandbox);
}

async function exported(sandbox: ChildProcess): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  if (sandbox.stdout === null) throw new Error('The sandbox has no stdout');
  for await (const line of createInterface({ input: sandbox.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
    if (Object.keys(variables).length === 2) return variables;
  }
  throw new Error('The sandbox printed no lines to paste');
}

/** Pastes the quick start of README.md where `inboxctl` is this script, and a real inbox is named in the environment. */
function quickStart(script: string) {
  const [block] = blocksOf('README.md').filter(({ text }) => text.includes(SANDBOX_BEHIND));
  const cwd = projectOf({ 'bin/inboxctl': `#!/bin/sh\n${script}\n` });
  chmodSync(path.join(cwd, 'bin/inboxctl'), 0o755);
  const real = { INBOXCTL_BASE_URL: 'http://127.0.0.1:9/api/v1', INBOXCTL_API_KEY: 'key-of-a-real-inbox' };
  // What is pasted is the input of every command too: one that reads it would swallow the rest.
  return spawnSync('bash', ['--norc', '-e'], {
    cwd,
    env: { PATH: `${cwd}/bin${path.delimiter}${process.env.PATH}`, HOME: cwd, LANG: 'C.UTF-8', ...real },
    input: block?.text,
    encoding: 'utf8',
  });
}

it('the quick start of README.md goes no further where its sandbox does not start', () => {
  const { stdout } = quickStart('[ $1 = sandbox ] || echo ran >&1; echo why it ended >&2; exit 1');
  expect(stdout).toBe('why it ended\n');
});

it('the quick start of README.md, pasted into one terminal, shows a plan, an apply, a web edit and an undo', () => {
  installed('curl');
  const { status, stdout, stderr } = quickStart(`exec '${process.execPath}' '${PROGRAM}' "$@"`);
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const told = [
    'Plan: 1 to create',
    'Done: 1 created',
    'Pulled: 1 file',
    '+  aiInstructions: Receipts and bills.',
    '+ 2. DELETE',
  ];
  const shown = [...told, '- 2. DELETE', 'what that run changed is as before it', 'No changes: 1 rule is live'];
  const at = shown.map((words) => stdout.indexOf(words));
  expect(at).not.toContain(-1);
  expect(at).toEqual([...at].sort((a, b) => a - b));
});

describe('the commands of the project', () => {
  it('are what CI calls, or run here', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
    const words = PAGES.flatMap((page) => blocksOf(page))
      .filter(({ language, text }) => language === 'sh' && isElsewhere(text))
      .flatMap(({ text }) => text.trim().split(/ && |\n/))
      .filter((line) => line.startsWith('npm '));
    const git = 'git+https://github.com/example-org/inboxctl.git#v0.1.0';
    // What npm does with an address of git, test/e2e/package.test.ts does with one of this machine; it runs the demo too.
    expect([...new Set(words)].sort()).toEqual([
      'npm ci',
      `npm install --global --install-links ${git}`,
      'npm install --global .',
      'npm install --global ./inboxctl-0.1.0.tgz',
      `npm install --save-dev ${git}`,
      `npm pack ${git}`,
      'npm run demo',
      'npm test',
      'npm uninstall --global inboxctl',
    ]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'demo', 'test', 'check']));
    expect(read('.ci/run')).toMatch(/npm ci\nnpm run check\nnpm test/);
  });
});

describe('the library', () => {
  it('does what its page shows', async () => {
    const service = await serve({ seed: SEED });
    const [block] = blocksOf('docs/library.md').filter(({ language }) => language === 'ts');
    const source = block?.text.replace('https://mail.example.com/api/v1', service.baseUrl) ?? '';
    const cwd = projectOf({ 'use.mjs': source });
    mkdirSync(path.join(cwd, 'node_modules'));
    symlinkSync(ROOT, path.join(cwd, 'node_modules/inboxctl'));
    const { stdout } = await ran(process.execPath, ['use.mjs'], { cwd, env: service.env });
    const names = [...stdout.matchAll(/'(.*?)'/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(['Calendar', 'Newsletters', 'Personal: family', 'Receipts from the old shop']);
  });
});
