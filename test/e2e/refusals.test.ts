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
  ['apply', '--yes', '--format', 'json', '--quiet'],
])('by %s %s %s %s', async (...args) => {
  const { code, stdout, stderr } = await inboxctl(args, await refused());
  expect(code).toBe(4);
  expect(stderr.split(GUARD)).toHaveLength(2);
  expect(stdout).toContain('would be deleted');
});

it('by apply with JSON, where the plan itself is on stderr, once', async () => {
  const { code, stderr } = await inboxctl(['apply', '--yes', '--format', 'json'], await refused());
  expect(code).toBe(4);
  expect(stderr.match(/Refused: 3 of 3 live rules/g)).toHaveLength(1);
});

it('by apply of what was not reviewed', async () => {
  const { env } = await serve();
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  const other = ['apply', '--yes', '--expect', `sha256:${'0'.repeat(64)}`];
  const { code, stderr } = await inboxctl(other, { cwd, env });
  expect(code).toBe(4);
  expect(stderr).toContain('error: Refused: 1 change differs from what was reviewed.');
});

it('but not where stdout is a screen, which shows both', async () => {
  const { cwd, env } = await refused();
  const [stdout, stderr] = [
    Object.assign(new PassThrough(), { isTTY: true, columns: 80 }),
    Object.assign(new PassThrough(), { isTTY: true, columns: 80 }),
  ];
  const argv = ['node', 'inboxctl', 'plan', '--color', 'never'];
  const io = worldOf({ argv, env, cwd: () => cwd, stdin: new PassThrough(), stdout, stderr, geteuid: () => 0 });
  expect(await start(io)).toBe(4);
  expect(String(stdout.read())).toContain('Refused: 3 of 3 live rules');
  expect(String(stderr.read() ?? '')).not.toContain('Refused');
});

it('ends the dry run of a pull with why it would be refused, and parts what comes from both streams on a screen', async () => {
  const { env } = await serve({
    seed: {
      rules: [{ name: 'Mine', enabled: false, condition: { aiInstructions: 'b' }, actions: [{ type: 'STAR' }] }],
    },
  });
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  let shown = '';
  const [stdout, stderr] = [0, 1].map(() => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    return stream.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
  });
  if (stdout === undefined || stderr === undefined) throw new Error('no streams');
  const argv = ['node', 'inboxctl', 'pull', '--dry-run', '--color', 'never'];
  const io = worldOf({ argv, env, cwd: () => cwd, stdin: new PassThrough(), stdout, stderr });
  expect(await start(io)).toBe(4);
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown).toContain('\n\ndiff --git');
  expect(shown).toMatch(/A pull would write: 1 file changed\.\n\nerror: Refused: [\s\S]*--force\.\n$/);
  expect(shown.match(/Refused/g)).toHaveLength(1);
});
