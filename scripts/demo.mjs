// README's quick start, told step by step on a sandbox: a plan, an apply, an edit in the web page, a mistake and its undo. Takes
// the program to show: the one that was built, unless another is named. On a terminal it waits after each step.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pastedLines } from './pasted-lines.mjs';

const RULE = `name: Receipts
condition:
  aiInstructions: Receipts for things that I bought.
actions:
  - type: LABEL
    fields: { label: Receipts }
  - type: ARCHIVE
`;

const program = path.resolve(process.argv[2] ?? 'build/inboxctl.cjs');
const project = mkdtempSync(path.join(tmpdir(), 'inboxctl-demo-'));
const file = path.join(project, 'rules/receipts.yaml');
const sandbox = spawn(process.execPath, [program, 'sandbox', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
try {
  const env = { ...process.env, ...(await pastedLines(sandbox.stdout)) };
  const git = (...args) =>
    run('git', ['-c', 'user.name=You', '-c', 'user.email=you@example.com', '-c', 'commit.gpgsign=false', ...args], env);
  const inboxctl = (...args) => {
    process.stdout.write(`\n$ inboxctl ${args.join(' ')}\n`);
    run(process.execPath, [program, ...args], env);
  };
  git('init', '-q');
  run(process.execPath, [program, 'init', '--quiet'], env);
  writeFileSync(file, RULE);

  await say(`A rule is a file, rules/receipts.yaml:\n\n${RULE.trimEnd()}`);
  await say('1. What would change in the inbox, which is a sandbox on this machine?');
  inboxctl('plan');
  await say('2. Carry it out.');
  inboxctl('apply', '--yes', '--quiet');
  git('add', '.');
  git('commit', '-qm', 'A rule for receipts');

  await editInWebPage(env);
  await say('3. Somebody edited the rule in the web page. Bring that into the file.');
  inboxctl('pull');
  git('--no-pager', 'diff', '-U0');
  git('commit', '-qam', 'What somebody edited in the web page');

  appendFileSync(file, '  - type: DELETE\n');
  await say('4. A mistake is applied: the line "- type: DELETE" in the file.');
  inboxctl('apply', '--yes', '--quiet');
  await say('5. Undo it, in the inbox and in the file.');
  inboxctl('rollback', '--yes', '--quiet');
  process.stdout.write('\n$ git checkout rules\n');
  git('checkout', '-q', 'rules');
  inboxctl('plan');
} finally {
  sandbox.kill();
  rmSync(project, { recursive: true, force: true });
}
await say(`That was all: the sandbox is gone, and no inbox was touched. What next?

  Install it:               npm install --global .
  Try it yourself:          inboxctl sandbox
  Plans in pull requests:   inboxctl help github`);

async function editInWebPage(env) {
  const headers = { 'API-Key': env.INBOXCTL_API_KEY, 'Content-Type': 'application/json' };
  const [{ id }] = (await (await fetch(`${env.INBOXCTL_BASE_URL}/rules`, { headers })).json()).rules;
  const rule = {
    name: 'Receipts',
    condition: { aiInstructions: 'Receipts and bills.' },
    actions: [{ type: 'ARCHIVE' }],
  };
  await fetch(`${env.INBOXCTL_BASE_URL}/rules/${id}`, { method: 'PUT', headers, body: JSON.stringify(rule) });
}

function run(command, args, env) {
  const { status } = spawnSync(command, args, { cwd: project, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

async function say(text) {
  if (process.stdout.isTTY) await setTimeout(1200);
  process.stdout.write(`\n== ${text}\n`);
}
