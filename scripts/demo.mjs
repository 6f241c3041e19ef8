// The main job, shown on the sandbox: tests, plan, apply, an empty plan, one edit, its plan and its apply; then what to do next. Takes
// the program to show: the one that was built, unless another is named.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pastedLines } from './pasted-lines.mjs';

const program = path.resolve(process.argv[2] ?? 'build/inboxctl.cjs');
const project = mkdtempSync(path.join(tmpdir(), 'inboxctl-demo-'));
cpSync('examples/inbox', project, { recursive: true });

const seed = path.join(project, 'sandbox.json');
const sandbox = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--seed', seed], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const env = { ...process.env, ...(await pastedLines(sandbox.stdout)) };
  say(`A sandbox runs at ${env.INBOXCTL_BASE_URL}.\n   The rules of examples/inbox are in ${project}.`);

  say('1. Do the rules do to sample mails what their tests say? This needs no inbox.');
  inboxctl(['test'], env);
  say('2. What would change?');
  inboxctl(['plan'], env);
  say('3. Carry it out.');
  inboxctl(['apply', '--yes'], env);
  say('4. Plan again: there is nothing left to do.');
  inboxctl(['plan'], env);

  const file = path.join(project, 'rules/newsletters.yaml');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace('"@substack.com', '"substack.com').replace('1440', '2880'));
  say('5. One edit in rules/newsletters.yaml: match subdomains too, wait two days.');
  inboxctl(['plan'], env);
  say('6. Carry it out.');
  inboxctl(['apply', '--yes', '--quiet'], env);
} finally {
  sandbox.kill();
  rmSync(project, { recursive: true, force: true });
}
say(`That was all: the sandbox is gone, and no inbox was touched. What next?

  Install it:                npm install --global .
  Try it yourself:           inboxctl sandbox
  The tour in five steps:    docs/getting-started.md
  Your own inbox:            docs/adopt-an-inbox.md
  Plans in pull requests:    docs/github.md`);

function inboxctl(args, env) {
  process.stdout.write(`\n$ inboxctl ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: project, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`inboxctl ${args.join(' ')} ended with ${status}`);
}

function say(text) {
  process.stdout.write(`\n== ${text}\n`);
}
