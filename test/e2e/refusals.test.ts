/** Why a plan is refused stands on stderr as well: whoever keeps stdout in a file sees it too. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { run as start } from '../../src/cli/run.ts';
import { inboxctl, worldOf } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const RULE = 'name: Mine\ncondition: { aiInstructions: find mine }\nactions: [{ type: ARCHIVE }]\n';
const theirs = ['A', 'B', 'C'].map((name) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'ARCHIVE' }],
}));
const GUARD = 'error: Refused: 3 of 3 live rules would be deleted';

async function refused() {
  const { env } = await serve({ seed: { rules: theirs } });
  return { env, cwd: projectOf({ 'rules/a.yaml': RULE }) };
}

it.each([
  ['plan'],
  ['plan', '--quiet'],
  ['plan', '--format', 'json'],
  ['plan', '--format', 'markdown'],
  ['apply', '--yes'],
  // The plan itself is on stderr then.
  ['apply', '--yes', '--format', 'json'],
  ['apply', '--yes', '--format', 'json', '--quiet'],
])('by %s %s %s %s', async (...args) => {
  const { code, stdout, stderr } = await inboxctl(args, await refused());
  expect(code).toBe(4);
  expect(stderr.split(GUARD)).toHaveLength(2);
  expect(stdout).toContain('would be deleted');
});

it('by apply of what was not reviewed', async () => {
  const { env } = await serve();
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  const other = ['apply', '--yes', '--expect', `sha256:${'0'.repeat(64)}`];
  const { code, stderr } = await inboxctl(other, { cwd, env });
  expect(code).toBe(4);
  expect(stderr).toContain('error: Refused: The plan does not have the digest given');
});

/** Runs it on a screen; gives what each stream got, and what was shown of both. */
async function onScreen(command: string, { cwd, env }: { cwd: string; env: Record<string, string> }) {
  const got = { stdout: '', stderr: '', shown: '' };
  const streamOf = (name: 'stdout' | 'stderr') =>
    Object.assign(new PassThrough(), { isTTY: true, columns: 80 }).on('data', (text: Buffer) => {
      got[name] += text;
      got.shown += text;
    });
  const [stdout, stderr] = [streamOf('stdout'), streamOf('stderr')];
  const argv = ['node', 'inboxctl', ...command.split(' '), '--color', 'never'];
  const stdin = new PassThrough();
  expect(await start(worldOf({ argv, env, cwd: () => cwd, stdin, stdout, stderr, geteuid: () => 0 }))).toBe(4);
  await new Promise((resolve) => setImmediate(resolve));
  return got;
}

it('but not where stdout is a screen, which shows both', async () => {
  const { stdout, stderr } = await onScreen('plan', await refused());
  expect(stdout).toContain('Refused: 3 of 3 live rules');
  expect(stderr).not.toContain('Refused');
});

it('ends the dry run of a pull with why it would be refused, and parts what comes from both streams on a screen', async () => {
  const mine = { name: 'Mine', enabled: false, condition: { aiInstructions: 'b' }, actions: [{ type: 'STAR' }] };
  const { env } = await serve({ seed: { rules: [mine] } });
  const { shown } = await onScreen('pull --dry-run', { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
  expect(shown).toContain('\n\ndiff --git');
  expect(shown).toMatch(/A pull would write: 1 file changed\.\n\nerror: Refused: [\s\S]*--force\.\n$/);
  expect(shown.match(/Refused/g)).toHaveLength(1);
});
