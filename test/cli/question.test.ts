/** The question of an apply, with a terminal that a test types into. */
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { worldOf } from '../harness/inboxctl.ts';
import { KEY, projectOf, type Service, serve, write } from '../harness/project.ts';

const { run } = await import('../../src/cli/run.ts');

const RULE = 'name: A\ncondition: { aiInstructions: find A }\nactions: [{ type: ARCHIVE }]\n';

/** Runs `inboxctl apply`, or another command that asks, in a fake terminal; `answer` is typed, or run, once the question is there. */
async function applyAnswering(
  service: Service,
  cwd: string,
  answer: string | (() => Promise<string>),
  command = 'apply',
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  let asked = false;
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (asked || !shown.includes('Type yes')) return;
      asked = true;
      Promise.resolve(typeof answer === 'string' ? answer : answer()).then((typed) => stdin.write(typed));
    });
  }
  const argv = ['node', 'inboxctl', command, '--color', 'never'];
  const io = worldOf({ argv, env: service.env, cwd: () => cwd, stdin, stdout, stderr });
  onTestFinished(() => {
    stdin.destroy();
  });
  const code = await run(io);
  return { code, shown };
}

/** It was asked in vain: something changed meanwhile. `change` does, and gives what is typed then. */
async function askedInVain(service: Service, cwd: string, change: () => unknown, command?: string) {
  const answer = async () => {
    await change();
    return 'yes\n';
  };
  const { code, shown } = await applyAnswering(service, cwd, answer, command);
  expect(code).toBe(4);
  expect(shown).toMatch(/changed\s+while\s+the\s+question/);
  return shown;
}

const BOB_KEY = 'key-of-the-inbox-bob';
const KEYS = { INBOXCTL_ALICE_KEY: KEY, INBOXCTL_BOB_KEY: BOB_KEY };
const seeded = (name: string, type = 'STAR') => ({
  name,
  condition: { aiInstructions: `find ${name}` },
  actions: [{ type }],
});
const accountsOf = (alice: Service, bob: Service) => `accounts:
  alice: { baseUrl: "${alice.baseUrl}", apiKey: { env: INBOXCTL_ALICE_KEY } }
  bob: { baseUrl: "${bob.baseUrl}", apiKey: { env: INBOXCTL_BOB_KEY } }
`;

describe('the question', () => {
  it.each(['yes\n', 'YES\n', ' yes \n'])('goes on for %j', async (typed) => {
    const service = await serve();
    const { code, shown } = await applyAnswering(service, projectOf({ 'rules/a.yaml': RULE }), typed);
    expect(code).toBe(0);
    expect(shown).toContain('Converged');
    expect(service.rules()).toHaveLength(1);
  });

  it.each(['no\n', 'y\n', '\n', 'yes please\n'])('stops for %j, and sends nothing', async (typed) => {
    const service = await serve();
    const { code, shown } = await applyAnswering(service, projectOf({ 'rules/a.yaml': RULE }), typed);
    expect(code).toBe(1);
    expect(shown).toContain('Nothing was changed.');
    expect(shown.includes('Only `yes` is accepted.')).toBe(typed.startsWith('y'));
    expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is asked in vain when the files change meanwhile', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    await askedInVain(service, cwd, () => write(cwd, 'rules/b.yaml', RULE.replace('name: A', 'name: B')));
    expect(service.rules()).toEqual([]);
  });

  it('is asked in vain when the live rules change meanwhile', async () => {
    const service = await serve();
    await askedInVain(service, projectOf({ 'rules/a.yaml': RULE }), () =>
      fetch(`${service.baseUrl}/rules`, {
        method: 'POST',
        headers: { 'API-Key': KEY, 'content-type': 'application/json' },
        body: JSON.stringify(seeded('Theirs')),
      }),
    );
    expect(service.rules().map(({ name }) => name)).toEqual(['Theirs']);
  });

  it('is asked in vain when an account without changes can be read no more', async () => {
    const alice = await serve();
    const bob = await serve({ key: BOB_KEY, seed: { rules: [{ ...seeded('A', 'ARCHIVE'), runOnThreads: true }] } });
    const cwd = projectOf({ 'inboxctl.yaml': accountsOf(alice, bob), 'rules/a.yaml': RULE });
    const shown = await askedInVain({ ...alice, env: KEYS }, cwd, () => bob.fault('GET /rules redirect'));
    expect(shown).toMatch(/1 to create[\s\S]*bob: [\s\S]*redirect[\s\S]*changed\s+while\s+the\s+question/);
    expect(alice.rules()).toEqual([]);
  });

  it('is asked in vain when another account than before cannot be read', async () => {
    const alice = await serve();
    const bob = await serve({ key: BOB_KEY, seed: { rules: [{ ...seeded('A', 'ARCHIVE'), runOnThreads: true }] } });
    const carol = await serve({
      key: 'key-of-the-inbox-carol',
      seed: { rules: [{ ...seeded('A', 'ARCHIVE'), runOnThreads: true }] },
    });
    carol.fault('GET /rules redirect');
    const third = `  carol: { baseUrl: "${carol.baseUrl}", apiKey: { env: INBOXCTL_CAROL_KEY } }\n`;
    const env = { ...KEYS, INBOXCTL_CAROL_KEY: 'key-of-the-inbox-carol' };
    const cwd = projectOf({ 'inboxctl.yaml': accountsOf(alice, bob) + third, 'rules/a.yaml': RULE });
    const { code, shown } = await applyAnswering({ ...alice, env }, cwd, async () => {
      carol.clearFaults();
      bob.fault('GET /rules redirect');
      return 'yes\n';
    });
    expect(code).toBe(1);
    expect(shown).toMatch(/changed\s+while\s+the\s+question/);
    expect(alice.rules()).toEqual([]);
  });

  it('is asked in vain when a guard is lifted meanwhile for what was shown as refused', async () => {
    const alice = await serve();
    const bob = await serve({ key: BOB_KEY, seed: { rules: ['A', 'B', 'C'].map((name) => seeded(name)) } });
    const settings = (most: number) => `guard: { maxDeletes: ${most} }\n${accountsOf(alice, bob)}`;
    const cwd = projectOf({ 'inboxctl.yaml': settings(1), 'rules/a.yaml': RULE });
    await askedInVain({ ...alice, env: KEYS }, cwd, () => write(cwd, 'inboxctl.yaml', settings(9)));
    expect(bob.rules()).toHaveLength(3);
    expect(alice.rules()).toEqual([]);
  });

  it.each(['apply', 'rollback'])('is asked in vain by %s when the address changes meanwhile', async (command) => {
    const service = await serve();
    const other = await serve();
    const settings = ({ baseUrl }: Service) => `accounts:\n  alice: { baseUrl: "${baseUrl}" }\n`;
    const cwd = projectOf({ 'inboxctl.yaml': settings(service), 'rules/a.yaml': RULE });
    const env = { INBOXCTL_API_KEY: KEY };
    if (command === 'rollback') await applyAnswering({ ...service, env }, cwd, 'yes\n');
    const before = service.rules();
    await askedInVain({ ...service, env }, cwd, () => write(cwd, 'inboxctl.yaml', settings(other)), command);
    expect([service.rules(), other.rules()]).toEqual([before, []]);
  });

  it('is asked in vain when the key of an account changes meanwhile', async () => {
    const service = await serve();
    const settings = (name: string) => `accounts:\n  alice: { apiKey: { env: ${name} } }\n`;
    const cwd = projectOf({ 'inboxctl.yaml': settings('INBOXCTL_ALICE_KEY'), 'rules/a.yaml': RULE });
    const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
    await askedInVain({ ...service, env }, cwd, () => write(cwd, 'inboxctl.yaml', settings('INBOXCTL_BOB_KEY')));
    expect(service.rules()).toEqual([]);
  });

  it('is asked by a rollback too, and in vain when the live rules change meanwhile', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    await applyAnswering(service, cwd, 'yes\n');
    const [made] = service.rules();
    if (made === undefined) throw new Error('There is a rule');
    await askedInVain(service, cwd, () => service.put({ ...made, runOnThreads: false }), 'rollback');
    service.put(made);
    expect(await applyAnswering(service, cwd, 'no\n', 'rollback')).toMatchObject({ code: 1 });
    expect(service.rules()).toHaveLength(1);
    const back = await applyAnswering(service, cwd, 'yes\n', 'rollback');
    expect(back.code).toBe(0);
    expect(back.shown).toContain('Converged: what that run changed is as before it.');
    expect(service.rules()).toEqual([]);
  });
});

it('an answer is about the inbox that was shown: another one at its address is refused, though it looks the same', async () => {
  const gone = { name: 'Gone', condition: { aiInstructions: 'find Gone' }, actions: [{ type: 'ARCHIVE' }] };
  const service = await serve({ profile: 'newer', seed: { rules: [gone] } });
  const cwd = projectOf({ 'rules/a.yaml': RULE, 'inboxctl.yaml': 'guard: { maxDeletes: 9 }\nundeclared: keep\n' });
  const shown = await askedInVain(service, cwd, () => {
    const was = service.rule('Gone');
    service.remove('Gone');
    service.put({ ...was, id: 'clx0000000000000000000099' });
  });
  expect(shown.replaceAll(/\s+/g, ' ')).toContain('opens another inbox');
  expect(service.rules().map(({ name }) => name)).toEqual(['Gone']);
});
