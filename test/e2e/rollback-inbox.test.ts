/** A rollback never reaches another inbox than the run: each way there that people may take. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const SIGNING = 'a-signing-key-of-the-tests';
const KEYS = { alice: 'api-key-of-alice-here', bob: 'api-key-of-bob-here', carol: 'api-key-of-carol-here' };
/** Another key of the inbox of Alice. */
const RENEWED = 'renewed-key-of-alice-here';
type Name = keyof typeof KEYS;
const NAMES = Object.keys(KEYS) as Name[];
const variable = (name: string) => `INBOXCTL_${name.toUpperCase()}_KEY`;
const yes = ['--yes', '--max-deletes', '100'];

const rule = (name: string, action = 'ARCHIVE') =>
  `name: ${name}\ncondition: { conditionalOperator: AND, aiInstructions: find ${name} }\nactions: [{ type: ${action} }]\n`;
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'STAR' }],
});

/** The project file of accounts, each with the variable of its key. */
const settings = (baseUrl: string, accounts: Record<string, string>) =>
  `baseUrl: ${baseUrl}\naccounts:\n${Object.entries(accounts)
    .map(([name, key]) => `  ${name}: { apiKey: { env: ${key} } }\n`)
    .join('')}`;

/** Inboxes of one service, and a run that changed those of some accounts. */
async function applied({ accounts, signing }: { accounts: readonly Name[]; signing: boolean }) {
  const service = await serve({
    profile: 'newer',
    seed: {
      inboxes: NAMES.map((name) => ({ name, rules: [live('Gone'), live('Kept')] })),
      keys: [...NAMES.map((name) => ({ key: KEYS[name], inbox: name })), { key: RENEWED, inbox: 'alice' }],
    },
  });
  const env = {
    ...Object.fromEntries(NAMES.map((name) => [variable(name), KEYS[name]])),
    ...(signing && { INBOXCTL_SIGNING_KEY: SIGNING }),
  };
  const own = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, variable(name)]));
  const cwd = projectOf({
    'inboxctl.yaml': settings(service.baseUrl, own(accounts)),
    'rules/a.yaml': `${rule('Kept')}---\n${rule('New')}`,
  });
  expect(await inboxctl(['apply', ...yes], { cwd, env })).toMatchObject({ code: 0 });
  const [file = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
  const names = (inbox: Name) =>
    service
      .rules(inbox)
      .map(({ name }) => name)
      .sort();
  const before = new Map(NAMES.map((name) => [name, JSON.stringify(service.rules(name))]));
  const from = service.requests.length;
  return {
    service,
    cwd,
    env,
    run: path.join(cwd, '.inboxctl/runs', file),
    names,
    set: (all: Record<string, string>) => write(cwd, 'inboxctl.yaml', settings(service.baseUrl, all)),
    rollback: (args: readonly string[], more: Record<string, string | undefined> = {}, where = cwd) => {
      const all = Object.entries({ ...env, ...more }).filter((one): one is [string, string] => one[1] !== undefined);
      return inboxctl(['rollback', ...args, ...yes], { cwd: where, env: Object.fromEntries(all) });
    },
    /** The inboxes that changed since the apply, and what was sent. */
    changed: () => NAMES.filter((name) => JSON.stringify(service.rules(name)) !== before.get(name)),
    methods: () => [...new Set(service.requests.slice(from).map(({ method }) => method))],
  };
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The folder of the project, and a file that was brought from there. */
describe.each(['', '--from'] as const)('a rollback %s', (how) => {
  const argsOf = ({ run }: { run: string }) => (how === '' ? [path.basename(run, '.jsonl')] : ['--from', run]);

  it('leaves out an account that was removed since, and names it', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    world.set({ alice: variable('alice') });
    const { code, stderr } = await world.rollback(argsOf(world));
    expect(code).toBe(1);
    expect(words(stderr)).toContain('The account bob is not in this project');
    expect(words(stderr)).toContain('check out the commit of that run');
    expect(world.changed()).toEqual(['alice']);
    expect(world.names('alice')).toEqual(['Gone', 'Kept']);
  });

  it('leaves out an account that was renamed since, whoever has its name or its key now', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    world.set({ robert: variable('bob'), carol: variable('carol') });
    const { code, stderr } = await world.rollback(argsOf(world));
    expect(code).toBe(1);
    expect(words(stderr)).toContain('The account alice is not in this project');
    expect(words(stderr)).toContain('The account bob is not in this project');
    expect(world.changed()).toEqual([]);
    expect(world.methods()).not.toContain('PUT');
  });

  it('leaves out an account whose name belongs to another inbox now', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    world.set({ alice: variable('carol'), bob: variable('bob') });
    const { code, stderr } = await world.rollback(argsOf(world));
    expect(code).toBe(1);
    expect(words(stderr)).toContain('alice: Another API key than in that run, and no live rule was there then');
    expect(world.changed()).toEqual(['bob']);
  });

  it.each([false, true])('leaves out accounts that swapped their keys (signing key: %s)', async (signing) => {
    const world = await applied({ accounts: ['alice', 'bob'], signing });
    world.set({ alice: variable('bob'), bob: variable('alice') });
    const { code, stderr } = await world.rollback(argsOf(world));
    expect(code).toBe(1);
    expect(words(stderr)).toContain('Another API key than in that run');
    for (const name of ['alice', 'bob']) expect(stderr).toContain(name);
    expect(world.methods()).toEqual(['GET']);
  });

  it('names the accounts that --account leaves out, which is no failure', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    const { code, stderr } = await world.rollback([...argsOf(world), '--account', 'bob']);
    expect(code).toBe(0);
    expect(words(stderr)).toContain('Not selected, so what that run did there is not taken back: alice.');
    expect(world.changed()).toEqual(['bob']);
  });

  it('takes no other account for one that --account does not name', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    world.set({ alice: variable('alice'), carol: variable('carol') });
    const { code, stderr } = await world.rollback([...argsOf(world), '--account', 'carol']);
    expect(code).toBe(3);
    expect(words(stderr)).toMatch(/The run \S+ has no change of carol/);
    expect(world.methods()).toEqual([]);
  });

  it('takes back each account in one of the shards alone', async () => {
    const world = await applied({ accounts: ['alice', 'bob', 'carol'], signing: true });
    const codes: number[] = [];
    const changed: string[][] = [];
    for (const shard of ['1/2', '2/2']) {
      const { code, stderr } = await world.rollback([...argsOf(world), '--shard', shard]);
      codes.push(code ?? -1);
      changed.push(world.changed());
      expect(words(stderr)).toContain('Not selected, so what that run did there');
    }
    expect(codes).toEqual([0, 0]);
    expect(changed[0]).not.toEqual(NAMES);
    expect(changed[1]).toEqual(NAMES);
    for (const name of NAMES) expect(world.names(name)).toEqual(['Gone', 'Kept']);
  });

  it('leaves out an account whose key is not set, and names it', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    const { code, stderr } = await world.rollback(argsOf(world), { [variable('alice')]: undefined });
    expect(code).toBe(1);
    expect(words(stderr)).toContain('alice');
    expect(words(stderr)).toContain(variable('alice'));
    expect(world.changed()).toEqual(['bob']);
  });

  it('of a key that was renewed finds the inbox by a rule that was live then', async () => {
    const world = await applied({ accounts: ['alice'], signing: true });
    const { code } = await world.rollback(argsOf(world), { [variable('alice')]: RENEWED });
    expect(code).toBe(0);
    expect(world.names('alice')).toEqual(['Gone', 'Kept']);
  });
});

it.each([false, true])('apply with the key of Bob, rollback with that of Alice (signing key: %s)', async (signing) => {
  const world = await applied({ accounts: ['bob'], signing });
  const { code, stderr } = await world.rollback([], { [variable('bob')]: KEYS.alice });
  // Without a signing key nothing opens the snapshot.
  expect(code).toBe(signing ? 1 : 4);
  expect(words(stderr)).toMatch(signing ? /Another API key than in that run/ : /sealed with another key .*key id/);
  expect(world.methods().filter((method) => method !== 'GET')).toEqual([]);
});

it('a file of another project of the repository changes nothing in this one', async () => {
  const world = await applied({ accounts: ['alice', 'bob'], signing: true });
  const other = projectOf({
    'inboxctl.yaml': settings(world.service.baseUrl, { alice: variable('carol'), team: variable('bob') }),
    'run.jsonl': readFileSync(world.run, 'utf8'),
  });
  const { code, stderr } = await world.rollback(['--from', 'run.jsonl'], {}, other);
  expect(code).toBe(1);
  expect(words(stderr)).toContain('alice: Another API key than in that run');
  expect(words(stderr)).toContain('The account bob is not in this project');
  expect(world.changed()).toEqual([]);
});

it('an address that is another one now is not written to', async () => {
  const world = await applied({ accounts: ['alice'], signing: true });
  write(
    world.cwd,
    'inboxctl.yaml',
    settings(world.service.baseUrl.replace('127.0.0.1', 'localhost'), { alice: variable('alice') }),
  );
  const { code, stderr } = await world.rollback([]);
  expect(code).toBe(1);
  expect(words(stderr)).toContain('This account was at http://127.0.0.1');
  expect(world.methods()).toEqual([]);
});

describe('the advice of a refused rollback', () => {
  it('names the option that lifts the guard, which does no more than the command with it', async () => {
    const world = await applied({ accounts: ['alice', 'bob'], signing: true });
    write(world.cwd, 'keys.env', `${variable('alice')}=${KEYS.alice}\n${variable('bob')}=${KEYS.bob}\n`);
    write(world.cwd, 'rules/a.yaml', ['Kept', 'New', 'A', 'B', 'C', 'D'].map((name) => rule(name)).join('---\n'));
    const made = await inboxctl(['apply', ...yes, '--format', 'json'], { cwd: world.cwd, env: world.env });
    const file = `.inboxctl/runs/${JSON.parse(made.stdout).run}.jsonl`;
    const env = { INBOXCTL_SIGNING_KEY: SIGNING };
    const args = ['rollback', '--from', file, '--account', 'bob', '--api-keys-file', 'keys.env'];
    const { code, stdout } = await inboxctl([...args, '--yes'], { cwd: world.cwd, env });
    expect(code).toBe(4);
    const advice = 'If that is what you want, add --max-deletes 4.';
    expect(stdout).toContain(advice);
    expect(stdout).not.toContain('inboxctl pull');
    const shown = await inboxctl([...args, '--dry-run'], { cwd: world.cwd, env });
    expect(shown.stdout).toContain(advice);
    const lifted = [...args, '--max-deletes', '4', '--yes'];
    expect(await inboxctl(lifted, { cwd: world.cwd, env })).toMatchObject({ code: 0 });
    expect(world.names('bob')).toEqual(['Kept', 'New']);
    expect(world.names('alice')).toEqual(['A', 'B', 'C', 'D', 'Kept', 'New']);
  });

  it('is not needed with the digest of the whole way back, which allows its deletes', async () => {
    const world = await applied({ accounts: ['alice'], signing: true });
    write(world.cwd, 'rules/a.yaml', ['Kept', 'New', 'A', 'B', 'C', 'D'].map((name) => rule(name)).join('---\n'));
    expect(await inboxctl(['apply', ...yes], { cwd: world.cwd, env: world.env })).toMatchObject({ code: 0 });
    const shown = await inboxctl(['rollback', '--dry-run', '--format', 'json'], world);
    expect(shown.code).toBe(4);
    const { digest, changes } = JSON.parse(shown.stdout);
    const before = world.methods();
    for (const { digest: one } of changes) {
      expect(await inboxctl(['rollback', '--yes', '--expect', one], world)).toMatchObject({ code: 4 });
    }
    expect(world.methods()).toEqual(before);
    expect(await inboxctl(['rollback', '--yes', '--expect', digest], world)).toMatchObject({ code: 0 });
    expect(world.names('alice')).toEqual(['Kept', 'New']);
  });
});
