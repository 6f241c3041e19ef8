/** What a run took out of the inbox comes back byte by byte, secrets too, and no report shows a secret on the way. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';

const yes = ['--yes', '--max-deletes', '100'];
type Env = Record<string, string>;

const condition = (aiInstructions: string) => ({ conditionalOperator: 'AND' as const, aiInstructions });
const LABEL = { type: 'LABEL', fields: { label: 'A' } };
const hook = (webhookUrl: unknown) => ({ type: 'CALL_WEBHOOK', fields: { webhookUrl } });
const forward = (to: unknown) => ({ type: 'FORWARD', fields: { to, content: 'See below.\r\n' } });
const rule = (name: string, ...actions: object[]) => ({ name, condition: condition(`find ${name}`), actions });

const MINE = 'https://hooks.example.com/services/made-in-the-web-page';
const THEN = 'https://hooks.example.com/services/token-of-then';
const NOW = 'https://hooks.example.com/services/token-of-now';
const PROMPT = 'Mail of "our" clients:\r\n  ünïcode, tab\there \\ and a space at the end \r\n';
const OTHER = 'https://hooks.example.org/services/another-one';

async function open(rules: readonly object[], keys?: readonly string[]) {
  const seed = { rules: [...rules], ...(keys && { keys: keys.map((key) => ({ key, inbox: 'default' })) }) };
  const service = await serve({ profile: 'newer', seed });
  const cwd = projectOf({ 'inboxctl.yaml': 'version: 1\n' });
  const run = (args: readonly string[], env: Env = {}) =>
    inboxctl([...args], { cwd, env: { INBOXCTL_BASE_URL: service.baseUrl, ...env } });
  const declare = (all: readonly object[]) => write(cwd, 'rules/all.yaml', JSON.stringify({ rules: all }));
  return { service, cwd, run, declare };
}

/** All that a rule does; of one that was made anew not its id. */
const wholeOf = ({ rules }: Service, isAnew = false) =>
  rules()
    .map(({ id, name, runOnThreads, condition: when, actions }) => {
      const all = actions.map((action) => ({ messagingChannelId: null, ...action }));
      return { id: isAnew ? '' : id, name, runOnThreads, condition: when, actions: all };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

interface Way {
  live: object[];
  declared: object[];
  /** The variables during the run, and during the rollback. */
  env?: Env;
  later?: Env;
  /** No report may have them. */
  hidden: string[];
  shown: string;
  isAnew?: boolean;
}

const HOOK = { env: 'HOOK' };
const WAYS: Record<string, Way> = {
  'a webhook that was made in the web page': {
    live: [rule('Hook', LABEL, hook(MINE))],
    declared: [rule('Hook', LABEL, hook(HOOK))],
    env: { HOOK: NOW },
    hidden: ['made-in-the', 'token-of-now'],
    shown: '(secret HOOK)',
  },
  'the address of a forward': {
    live: [rule('Forward', forward('boss@one.example'))],
    declared: [rule('Forward', forward({ env: 'NEWS_TO' }))],
    env: { NEWS_TO: 'public@two.example' },
    hidden: ['boss@one', 'public@two'],
    shown: '(secret NEWS_TO)',
  },
  'a prompt, with its line ends and spaces': {
    live: [{ ...rule('Ask', LABEL), condition: condition(PROMPT) }],
    declared: [{ ...rule('Ask', LABEL), condition: condition({ env: 'ASK' } as never) }],
    env: { ASK: 'what to look for now' },
    hidden: ['ünïcode', 'what to look for'],
    shown: '(secret ASK)',
  },
  'one of two webhooks, of which the other stays': {
    live: [rule('Two', hook(MINE), hook(OTHER))],
    declared: [rule('Two', hook(HOOK), hook(OTHER))],
    env: { HOOK: NOW },
    hidden: ['made-in-the', 'token-of-now', 'another-one'],
    shown: '(secret HOOK)',
  },
  'both webhooks, of which one became a secret and the other is gone': {
    live: [rule('Two', hook(MINE), hook(OTHER))],
    declared: [rule('Two', hook(HOOK))],
    env: { HOOK: NOW },
    hidden: ['made-in-the', 'token-of-now', 'another-one'],
    shown: '(secret HOOK)',
  },
  'the value that a variable had before': {
    live: [rule('Hook', hook(THEN))],
    declared: [rule('Hook', hook(HOOK))],
    env: { HOOK: NOW },
    hidden: ['token-of-then', 'token-of-now'],
    shown: '(secret HOOK)',
  },
  'a rule whose variable has another value by then': {
    live: [rule('Hook', LABEL, hook(THEN))],
    declared: [rule('Other', LABEL), { ...rule('Used', hook(HOOK)) }],
    env: { HOOK: THEN },
    later: { HOOK: NOW },
    hidden: ['token-of-then', 'token-of-now'],
    shown: '(secret HOOK)',
    isAnew: true,
  },
  'a secret inside a prompt': {
    live: [{ ...rule('Ask', LABEL), condition: condition(`Mail that mentions ${THEN}, our hook`) }],
    declared: [rule('Used', hook(HOOK))],
    env: { HOOK: THEN },
    later: { HOOK: NOW },
    hidden: ['token-of-then', 'token-of-now'],
    shown: 'Mail that mentions (secret HOOK), our hook',
    isAnew: true,
  },
  'texts that the run changed nothing of but their line ends': {
    live: [{ ...rule('Lines', LABEL, forward('a@example.com')), condition: condition(PROMPT) }],
    declared: [
      {
        ...rule('Lines', { ...LABEL, fields: { label: 'B' } }, forward('a@example.com')),
        condition: condition(PROMPT.replaceAll('\r\n', '\n')),
      },
    ],
    hidden: [],
    shown: '"B" → "A"',
  },
};

describe('comes back byte by byte, and no report shows a secret:', () => {
  it.each(Object.entries(WAYS))('%s', async (_, { live, declared, env = {}, later = env, hidden, shown, isAnew }) => {
    const { service, cwd, run, declare } = await open(live);
    declare(declared);
    const key = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '' };
    const was = wholeOf(service, isAnew);
    expect(await run(['apply', ...yes], { ...key, ...env })).toMatchObject({ code: 0 });
    expect(wholeOf(service, isAnew)).not.toEqual(was);
    const after = wholeOf(service, isAnew);
    const [file = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
    const snapshot = readFileSync(path.join(cwd, '.inboxctl/runs', file), 'utf8');
    // What the variables are by then decides nothing, nor whether they are set.
    for (const now of [later, {}]) {
      const outputs: string[] = [snapshot];
      for (const args of [
        ['rollback', '--dry-run', '--verbose'],
        ['rollback', '--dry-run', '--format', 'json'],
        ['runs', 'show', '--format', 'json'],
        ['runs', 'show'],
        ['rollback', ...yes, '--verbose', '--format', 'json'],
      ]) {
        const { code, stdout, stderr } = await run(args, { ...key, ...now });
        expect({ args, code, stdout, stderr }).toMatchObject({ code: 0 });
        outputs.push(stdout + stderr);
      }
      expect(outputs[1]).toContain(shown);
      for (const one of hidden) for (const output of outputs) expect(output).not.toContain(one);
      expect(wholeOf(service, isAnew)).toEqual(was);
      // And forth again: what the run had made is as it was made.
      const forth = await run(['rollback', ...yes], { ...key, ...now });
      expect(forth).toMatchObject({ code: 0 });
      for (const one of hidden) expect(forth.stdout + forth.stderr).not.toContain(one);
      expect(wholeOf(service, isAnew)).toEqual(after);
    }
  });
});

describe('after the API key was renewed', () => {
  const [FIRST, SECOND] = ['first-key-of-the-inbox', 'second-key-of-the-inbox'];

  it.each<[string, Env, Env]>([
    ['with a signing key', { INBOXCTL_SIGNING_KEY: 'a-signing-key-of-the-tests' }, {}],
    ['without one, given the API key of then as one', {}, { INBOXCTL_SIGNING_KEY: FIRST }],
  ])('%s', async (_, always, later) => {
    const { service, run, declare } = await open([rule('Hook', hook(MINE))], [FIRST, SECOND]);
    declare([rule('Hook', hook(HOOK))]);
    const was = wholeOf(service);
    await run(['apply', ...yes], { INBOXCTL_API_KEY: FIRST, HOOK: NOW, ...always });
    const { code, stdout, stderr } = await run(['rollback', ...yes], {
      INBOXCTL_API_KEY: SECOND,
      ...always,
      ...later,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    for (const one of [MINE, NOW, FIRST, SECOND]) expect(stdout + stderr).not.toContain(one);
    expect(wholeOf(service)).toEqual(was);
  });
});

it('runs show --verbose prints each rule as it was received, whole, and no other report does', async () => {
  const { service, run, declare } = await open([rule('Hook', hook(MINE))]);
  declare([rule('Hook', hook(HOOK))]);
  const env = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '', HOOK: NOW };
  const [was] = service.rules();
  await run(['apply', ...yes], env);
  const json = await run(['runs', 'show', '--verbose', '--format', 'json'], env);
  expect(JSON.parse(json.stdout).changes[0].received).toEqual(was);
  expect((await run(['runs', 'show', '--verbose'], env)).stdout).toContain(`"webhookUrl": "${MINE}"`);
  // Whoever has no key sees nothing of it.
  expect((await run(['runs', 'show', '--verbose'])).stdout).not.toContain('Hook');
});

it('what a service repeats of a text that is known from the snapshot alone is hidden too', async () => {
  const TEXT = 'the words that nobody else may see';
  const { service, run, declare } = await open([{ ...rule('Ask', LABEL), condition: condition(TEXT) }]);
  declare([{ ...rule('Ask', LABEL), condition: condition({ env: 'ASK' } as never) }]);
  const body = JSON.stringify({ error: `Instructions ${TEXT} are not allowed` });
  const baseUrl = await faulty(service.baseUrl, (method, _, count) => {
    return method === 'PUT' && count === 2 ? { status: 400, body } : null;
  });
  const env = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '', INBOXCTL_BASE_URL: baseUrl };
  await run(['apply', ...yes], { ...env, ASK: 'what to look for' });
  const { code, stdout, stderr } = await run(['rollback', ...yes], env);
  expect(stdout).toContain('are not allowed');
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain('nobody else');
});

describe('live names that are not unique', () => {
  const twice = [rule('Twice', LABEL), rule('Twice', LABEL)].map((one, index) => ({ ...one, id: `twice-${index}` }));
  const sentTo = ({ requests }: Service) => requests.filter(({ method }) => method !== 'GET').length;

  it('are refused, not guessed, and nothing is sent', async () => {
    const { service, run, declare } = await open([...twice, rule('Kept', LABEL)]);
    declare([rule('Kept', LABEL)]);
    const env = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '' };
    await run(['apply', ...yes], env);
    expect(service.rules().map(({ name }) => name)).toEqual(['Kept']);
    const sent = sentTo(service);
    const { code, stdout } = await run(['rollback', ...yes, '--format', 'json'], env);
    expect(code).toBe(4);
    const refused = { name: 'Twice', status: 'refused', error: { code: 'name-not-unique' } };
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'refused', changes: [refused, refused] });
    expect(sentTo(service)).toBe(sent);
  });

  it('are named once, beside what was taken back, and the same rollback is not the next command', async () => {
    const { service, run, declare } = await open([...twice, rule('Kept', LABEL)]);
    declare([rule('Kept', { type: 'STAR' })]);
    const env = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '' };
    const applied = await run(['apply', ...yes, '--format', 'json'], env);
    const { code, stdout } = await run(['rollback', ...yes], env);
    expect(code).toBe(4);
    expect(stdout).toContain('Partly applied: 1 of 3 changes made, 2 refused.');
    expect(stdout).not.toContain(`inboxctl rollback ${JSON.parse(applied.stdout).run}`);
    expect(service.rules().map(({ name, actions }) => [name, actions[0]?.type])).toEqual([['Kept', 'LABEL']]);
  });
});

describe('what a rollback counts', () => {
  it('says which rules it leaves as they are, and counts no refused change', async () => {
    const others = Array.from({ length: 3 }, (_, index) => rule(`Other ${index}`, LABEL));
    const { service, run, declare } = await open([rule('Kept', LABEL), ...others]);
    declare([rule('Kept', { type: 'STAR' }), rule('One', LABEL), rule('Two', LABEL), ...others]);
    const env = { INBOXCTL_API_KEY: service.env.INBOXCTL_API_KEY ?? '' };
    await run(['apply', ...yes], env);
    for (const name of ['One', 'Two']) service.put({ ...service.rule(name), runOnThreads: false });
    service.put({ ...service.rule('Kept'), actions: [service.rule('Other 0').actions[0]] as never });
    const { stdout } = await run(['rollback', '--dry-run'], env);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Plan: 0 to create, 0 to replace, 2 to delete, 1 as before that run, 3 not of that run. 2 changes refused.',
    );
    expect(stdout).not.toMatch(/deletes \d+ live/);
  });
});
