/** What was decided for one inbox reaches no other one, whatever opens it: each way there that a plan may take. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import type { PlanDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const KEYS = { alice: 'api-key-of-alice-here', robert: 'api-key-of-robert-here', carol: 'api-key-of-carol-here' };
type Name = keyof typeof KEYS;
const NAMES = Object.keys(KEYS) as Name[];
/** Another key of the inbox of Alice. */
const RENEWED = 'renewed-key-of-alice-here';

const variable = (name: string) => `INBOXCTL_${name.toUpperCase()}_KEY`;
const rule = (name: string, action = 'ARCHIVE') =>
  `name: ${name}\ncondition: { conditionalOperator: AND, aiInstructions: find ${name} }\nactions: [{ type: ${action} }]\n`;
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'STAR' }],
});
/** Each inbox has these: by their names they cannot be told apart. */
const RULES = ['Kept', 'Changed', 'Gone'].map(live);
const FILES = { 'rules/a.yaml': [rule('Kept', 'STAR'), rule('Changed'), rule('New')].join('---\n') };

const words = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Inboxes of one service that look alike, and a project with some of them as accounts. */
async function open(accounts: readonly Name[] = ['alice'], rules: Partial<Record<Name, unknown[]>> = {}) {
  const service = await serve({
    profile: 'newer',
    seed: {
      inboxes: NAMES.map((name) => ({ name, rules: rules[name] ?? RULES })),
      keys: [...NAMES.map((name) => ({ key: KEYS[name], inbox: name })), { key: RENEWED, inbox: 'alice' }],
    },
  });
  const settings = accounts.map((name) => `  ${name}: { apiKey: { env: ${variable(name)} } }\n`).join('');
  const cwd = projectOf({ 'inboxctl.yaml': `baseUrl: ${service.baseUrl}\naccounts:\n${settings}`, ...FILES });
  const env: Record<string, string> = Object.fromEntries(accounts.map((name) => [variable(name), KEYS[name]]));
  const before = new Map(NAMES.map((name) => [name, JSON.stringify(service.rules(name))]));
  return {
    service,
    cwd,
    env,
    /** With a bundle, the keys are in a file; with a share of the accounts, the only one is all of them. */
    run: (args: readonly string[], how = '') => {
      if (how === 'a bundle') {
        write(
          cwd,
          'keys.env',
          Object.entries(env)
            .map(([name, key]) => `${name}=${key}\n`)
            .join(''),
        );
        return inboxctl([...args, '--api-keys-file', 'keys.env'], { cwd });
      }
      return inboxctl(how === 'a shard' ? [...args, '--shard', '1/1'] : args, { cwd, env });
    },
    plan: (): PlanDocument => JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8')),
    changed: () => NAMES.filter((name) => JSON.stringify(service.rules(name)) !== before.get(name)),
    names: (name: Name) => service.rules(name).map((one) => one.name),
  };
}

describe.each(['', 'a bundle', 'a shard'])('a plan of one inbox and the key of another, %s', (how) => {
  it('by plan file: nothing is sent to that account, and others go on', async () => {
    const { run, env, changed, service } = await open(['alice', 'carol']);
    expect(await run(['plan', '--output', 'plan.json'], how)).toMatchObject({ code: 0 });
    env[variable('alice')] = KEYS.robert;
    const { code, stderr } = await run(['apply', 'plan.json', '--yes'], how);
    expect(code).toBe(4);
    expect(words(stderr)).toContain(`opens another inbox at ${service.baseUrl} than the one that was planned for.`);
    expect(words(stderr)).toContain('Set the key of that inbox.');
    expect(changed()).toEqual(['carol']);
  });

  it('after a rotation goes on to work', async () => {
    const { run, env, changed, names } = await open();
    await run(['plan', '--output', 'plan.json'], how);
    env[variable('alice')] = RENEWED;
    expect(await run(['apply', 'plan.json', '--yes'], how)).toMatchObject({ code: 0 });
    expect(changed()).toEqual(['alice']);
    expect(names('alice')).toEqual(['Kept', 'Changed', 'New']);
  });

  it('by the digest of the plan: it is of another one', async () => {
    const { run, env, changed, plan } = await open();
    await run(['plan', '--output', 'plan.json'], how);
    const { digest } = plan();
    env[variable('alice')] = KEYS.robert;
    const other = await run(['apply', '--expect', digest, '--yes'], how);
    expect(other.code).toBe(4);
    expect(changed()).toEqual([]);
    env[variable('alice')] = RENEWED;
    expect(await run(['apply', '--expect', digest, '--yes'], how)).toMatchObject({ code: 0 });
    expect(changed()).toEqual(['alice']);
  });
});

describe('a plan file', () => {
  it('of another project, whose account has the same name and address', async () => {
    const { run, env, cwd, changed } = await open();
    await run(['plan', '--output', 'plan.json']);
    env[variable('alice')] = KEYS.carol;
    const there = projectOf({ ...FILES, 'inboxctl.yaml': readFileSync(path.join(cwd, 'inboxctl.yaml'), 'utf8') });
    const file = path.join(cwd, 'plan.json');
    expect(await inboxctl(['apply', file, '--yes'], { cwd: there, env })).toMatchObject({ code: 4 });
    expect(changed()).toEqual([]);
  });

  it('tells an inbox that was empty then from one with older rules', async () => {
    const { run, env, changed, service } = await open(['alice'], { alice: [], carol: [] });
    await run(['plan', '--output', 'plan.json']);
    env[variable('alice')] = KEYS.robert;
    service.put({ ...service.rule('Kept', 'robert'), createdAt: '2026-01-01T00:00:00.000Z' }, 'robert');
    const before = JSON.stringify(service.rules('robert'));
    const { code, stderr } = await run(['apply', 'plan.json', '--yes']);
    expect([code, words(stderr)]).toEqual([4, expect.stringContaining('The planned inbox had no rule')]);
    expect(JSON.stringify(service.rules('robert'))).toBe(before);
    env[variable('alice')] = KEYS.alice;
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    expect(changed()).toContain('alice');
  });

  it('says so as JSON too', async () => {
    const { run, env } = await open();
    await run(['plan', '--output', 'plan.json']);
    env[variable('alice')] = KEYS.robert;
    const { code, stdout } = await run(['apply', 'plan.json', '--yes', '--format', 'json']);
    const { outcome, changes, notices } = applyDocument.parse(JSON.parse(stdout));
    expect([code, changes, notices.map((one) => one.code)]).toEqual([4, [], ['another-inbox']]);
    expect(outcome).toBe('partial');
  });
});

describe('the inbox of a plan file', () => {
  it('has no oldest rule where it has none, and the other way round', async () => {
    const { run, plan, cwd, changed } = await open();
    await run(['plan', '--output', 'plan.json']);
    const made = plan();
    for (const more of [{ oldestAt: null }, { tags: [] }]) {
      const accounts = made.accounts.map((one) => ({ ...one, inbox: { ...one.inbox, ...more } }));
      write(cwd, 'plan.json', JSON.stringify({ ...made, accounts }));
      expect((await run(['apply', 'plan.json', '--yes'])).code).toBe(3);
    }
    expect(changed()).toEqual([]);
  });
});

describe('what was reviewed once is made once', () => {
  /** The service tells the time of an answer in whole seconds. */
  const nextSecond = () => setTimeout(1001 - (Date.now() % 1000));

  it('a plan file that was carried out here is refused, though somebody made the rule again', async () => {
    const { run, service, cwd, names } = await open();
    await run(['plan', '--output', 'plan.json']);
    const gone = service.rule('Gone');
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    service.put({ ...gone, id: 'clx0000000000000000000099', createdAt: new Date().toISOString() });
    const { code, stderr } = await run(['apply', 'plan.json', '--yes']);
    const [file = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
    expect([code, words(stderr)]).toEqual([
      4,
      expect.stringContaining(`The plan file plan.json was carried out by the run ${path.basename(file, '.jsonl')}`),
    ]);
    expect(names('alice')).toContain('Gone');
    await nextSecond();
    await run(['plan', '--output', 'plan.json']);
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    expect(names('alice')).not.toContain('Gone');
  });

  it('also where the run had no plan file, and the plan has the same digest', async () => {
    const { run, names, service } = await open();
    await run(['plan', '--output', 'plan.json']);
    const gone = service.rule('Gone');
    expect(await run(['apply', '--yes'])).toMatchObject({ code: 0 });
    service.put({ ...gone, id: 'clx0000000000000000000099' });
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 4 });
    expect(names('alice')).toContain('Gone');
  });

  it('a plan file that was carried out in part finishes, and is used up then', async () => {
    const { run, service, names } = await open();
    await run(['plan', '--output', 'plan.json']);
    const gone = service.rule('Gone');
    service.fault('POST /rules 500-before');
    expect((await run(['apply', 'plan.json', '--yes', '--retry-for', '0'])).code).toBe(1);
    service.clearFaults();
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    expect(names('alice')).toEqual(['Kept', 'Changed', 'New']);
    service.put({ ...gone, id: 'clx0000000000000000000099' });
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 4 });
    expect(names('alice')).toContain('Gone');
  });

  it('one that was made for some of its rules or accounts goes on with the others', async () => {
    const { run, changed, names } = await open(['alice', 'carol']);
    await run(['plan', '--output', 'plan.json']);
    expect(await run(['apply', 'plan.json', '--yes', '--account', 'carol'])).toMatchObject({ code: 0 });
    expect(await run(['apply', 'plan.json', '--yes', '--only', 'New'])).toMatchObject({ code: 0 });
    expect(names('alice')).toEqual(['Kept', 'Changed', 'Gone', 'New']);
    expect(await run(['apply', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    expect(changed()).toEqual(['alice', 'carol']);
    expect(names('alice')).toEqual(['Kept', 'Changed', 'New']);
  });

  it('--expect takes one digest, of a whole plan', async () => {
    const { run, plan, changed } = await open();
    await run(['plan', '--output', 'plan.json']);
    const [one, other] = plan().changes.map(({ digest }) => digest);
    expect((await run(['apply', '--expect', one ?? '', '--expect', other ?? '', '--yes'])).code).toBe(3);
    expect((await run(['apply', '--expect', one ?? '', '--yes'])).code).toBe(4);
    expect(changed()).toEqual([]);
  });
});

describe('a rollback of a run in an inbox that was empty', () => {
  it('goes by the API key alone: any young inbox has no rule of then', async () => {
    const { run, env, cwd, service, names } = await open(['alice'], { alice: [], robert: [] });
    env.INBOXCTL_SIGNING_KEY = 'one-signing-key-of-the-tests';
    expect(await run(['apply', '--yes'])).toMatchObject({ code: 0 });
    const [first = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
    env[variable('alice')] = KEYS.robert;
    expect(await run(['apply', '--yes'])).toMatchObject({ code: 0 });
    const before = JSON.stringify(service.rules('robert'));
    const back = ['rollback', path.basename(first, '.jsonl'), '--yes', '--max-deletes', '9'];
    const { code, stderr } = await run(back);
    expect([code, words(stderr)]).toEqual([1, expect.stringContaining('this may be another inbox')]);
    expect(JSON.stringify(service.rules('robert'))).toBe(before);
    env[variable('alice')] = KEYS.alice;
    expect(await run(back)).toMatchObject({ code: 0 });
    expect(names('alice')).toEqual([]);
  });
});

describe('two accounts of one inbox', () => {
  const twice = async () => {
    const world = await open(['alice', 'robert', 'carol']);
    world.env[variable('robert')] = RENEWED;
    return world;
  };

  it.each(['', 'a bundle', 'a shard'])(
    'are both refused in plan, apply and pull, and others go on: %s',
    async (how) => {
      const { run, changed, cwd } = await twice();
      for (const args of [['plan'], ['apply', '--yes']]) {
        const { code, stdout, stderr } = await run(args, how);
        expect(code).toBe(3);
        expect(words(stderr)).toContain('The accounts "alice" and "robert" are the same inbox');
        expect(stdout).toContain('carol');
      }
      expect(changed()).toEqual(['carol']);
      const before = readFileSync(path.join(cwd, 'rules/a.yaml'), 'utf8');
      const pulled = await run(['pull', '--force', '--account', 'alice', '--account', 'robert'], how);
      expect(pulled.code).toBe(3);
      expect(words(pulled.stderr)).toContain('The accounts "alice" and "robert" are the same inbox');
      expect(readFileSync(path.join(cwd, 'rules/a.yaml'), 'utf8')).toBe(before);
    },
  );

  it('are told by doctor', async () => {
    const { run } = await twice();
    const { code, stdout } = await run(['doctor']);
    expect(code).toBe(1);
    expect(words(stdout)).toContain('The accounts "alice" and "robert" are the same inbox');
  });

  it('go on to work one at a time, as when a key is renewed', async () => {
    const { run, changed } = await twice();
    expect(await run(['apply', '--yes', '--account', 'robert'])).toMatchObject({ code: 0 });
    expect(changed()).toEqual(['alice']);
  });
});
