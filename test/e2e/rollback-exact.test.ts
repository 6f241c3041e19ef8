/** What a rollback must not do: write what was never there, delete what somebody edited, or lead into a dead end. */
import { chmodSync, copyFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

const yes = ['--yes', '--max-deletes', '100'];
const rule = (name: string, action = 'ARCHIVE') =>
  `name: ${name}\ncondition: { conditionalOperator: AND, aiInstructions: find ${name} }\nactions: [{ type: ${action} }]\n`;
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'STAR' }],
});
const forward = (to: string, text: string) =>
  `name: K\ncondition: { conditionalOperator: AND, aiInstructions: ${text} }\nactions: [{ type: FORWARD, fields: { to: ${to} } }]\n`;

async function open({ files = {}, ...options }: TestSandboxOptions & { files?: Record<string, string> }) {
  const service = await serve({ profile: 'newer', ...options });
  const cwd = projectOf({ 'inboxctl.yaml': 'version: 1\n', ...files });
  const run = (args: string[], env: Record<string, string> = {}) =>
    inboxctl(args, { cwd, env: { ...service.env, ...env } });
  const apply = async (env: Record<string, string> = {}) => {
    const { stdout } = await run(['apply', ...yes, '--format', 'json'], env);
    return JSON.parse(stdout).run as string;
  };
  return { service, cwd, run, apply };
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ');
const texts = ({ rules }: Service) =>
  rules().map(({ name, condition, actions }) => `${name}: ${condition.aiInstructions} -> ${actions[0]?.fields.to}`);

describe('a text that a variable took the place of', () => {
  const NEWS = { NEWS_TO: 'public@two.example' };

  it('is not replaced by the value of that variable, which was never with the rest of the rule', async () => {
    const { service, cwd, run, apply } = await open({
      files: { 'rules/a.yaml': forward('boss@one.example', 'papers') },
    });
    await apply();
    write(cwd, 'rules/a.yaml', forward('{ env: NEWS_TO }', 'newsletters'));
    await apply(NEWS);
    const { code, stdout } = await run(['rollback', ...yes], NEWS);
    expect(code).toBe(4);
    expect(words(stdout)).toContain('since NEWS_TO had another value then or replaced that text');
    expect(texts(service)).toEqual(['K: newsletters -> public@two.example']);
    expect(await run(['rollback', ...yes], { NEWS_TO: 'boss@one.example' })).toMatchObject({ code: 0 });
    expect(texts(service)).toEqual(['K: papers -> boss@one.example']);
  });

  it('is not called as before where nothing else changed', async () => {
    const { cwd, run, apply } = await open({ files: { 'rules/a.yaml': forward('boss@one.example', 'x') } });
    await apply();
    write(cwd, 'rules/a.yaml', forward('{ env: NEWS_TO }', 'x'));
    await apply(NEWS);
    const { code, stdout } = await run(['rollback', ...yes], NEWS);
    expect(code).toBe(4);
    expect(stdout).not.toMatch(/as before it|Converged/);
  });

  it('is kept where another rule has the same text by chance, and the variable changed since', async () => {
    const old = { ...live('Old'), actions: [{ type: 'FORWARD', fields: { to: 'jane@one.example' } }] };
    const { service, run, apply } = await open({
      seed: { rules: [old] },
      files: { 'rules/a.yaml': forward('{ env: BOSS }', 'x') },
    });
    const made = await apply({ BOSS: 'jane@one.example' });
    const other = await run(['rollback', made, ...yes], { BOSS: 'bob@two.example' });
    expect(other.code).toBe(1);
    expect(texts(service).join()).not.toContain('bob@two.example');
    expect(await run(['rollback', made, ...yes], { BOSS: 'jane@one.example' })).toMatchObject({ code: 0 });
    expect(texts(service)).toEqual(['Old: find Old -> jane@one.example']);
  });

  it('with a secret in it by chance comes back whole while the variable has its value', async () => {
    const text = 'Newsletters, with news of 40 lines';
    const old = { ...live('Old'), condition: { conditionalOperator: 'AND', aiInstructions: text } };
    const label =
      'name: K\ncondition: { aiInstructions: x }\nactions: [{ type: LABEL, fields: { label: { env: TEAM } } }]\n';
    const { service, run, apply } = await open({ seed: { rules: [old] }, files: { 'rules/a.yaml': label } });
    await apply({ TEAM: 'of 40' });
    expect(await run(['rollback', ...yes], { TEAM: 'of 40' })).toMatchObject({ code: 0 });
    expect(service.rules().map(({ condition }) => condition.aiInstructions)).toEqual([text]);
  });
});

it('a field that is ignored since the run comes back with the rest of the rule', async () => {
  const { service, cwd, run, apply } = await open({ files: { 'rules/a.yaml': forward('boss@one.example', 'papers') } });
  await apply();
  write(cwd, 'rules/a.yaml', forward('public@two.example', 'newsletters'));
  await apply();
  write(cwd, 'inboxctl.yaml', 'ignoreDifferences: [{ rule: K, fields: ["actions/*/fields/to"] }]\n');
  expect(await run(['rollback', ...yes])).toMatchObject({ code: 0 });
  expect(texts(service)).toEqual(['K: papers -> boss@one.example']);
});

it('an ignored field that the run did not change stays as it is', async () => {
  const settings = 'ignoreDifferences: [{ rule: K, fields: ["actions/*/fields/to"] }]\n';
  const { service, cwd, run, apply } = await open({
    files: { 'inboxctl.yaml': settings, 'rules/a.yaml': forward('boss@one.example', 'papers') },
  });
  await apply();
  write(cwd, 'rules/a.yaml', forward('boss@one.example', 'newsletters'));
  await apply();
  for (const one of service.rules()) {
    const actions = one.actions.map((action) => ({ ...action, fields: { ...action.fields, to: 'tuned@one.example' } }));
    service.put({ ...one, actions });
  }
  expect(await run(['rollback', ...yes])).toMatchObject({ code: 0 });
  expect(texts(service)).toEqual(['K: papers -> tuned@one.example']);
});

it.each(['spec', 'newer'] as const)('an operator that the run set is taken back, on profile %s', async (profile) => {
  const both = { aiInstructions: 'x', static: { from: 'a@b.example' } };
  const { service, run, apply } = await open({
    profile,
    seed: { rules: [{ ...live('K'), condition: { conditionalOperator: null, ...both } }] },
    files: {
      'rules/a.yaml': `name: K\ncondition: { conditionalOperator: OR, aiInstructions: x, static: { from: a@b.example } }\nactions: [{ type: STAR }]\n`,
    },
  });
  await apply();
  expect(service.rules()[0]?.condition.conditionalOperator).toBe('OR');
  expect(await run(['rollback', ...yes])).toMatchObject({ code: 0 });
  expect(service.rules()[0]?.condition.conditionalOperator).toBe('AND');
});

describe('a rule that the run created and somebody edited since is not deleted:', () => {
  const K = 'name: K\ncondition: { aiInstructions: x, static: { from: a@b.example } }\nactions: [{ type: STAR }]\n';
  const EDITS: [string, string, (made: WireRule) => WireRule][] = [
    ['its operator', '', (made) => ({ ...made, condition: { ...made.condition, conditionalOperator: 'OR' } })],
    [
      'an action that only the web page can make',
      '',
      (made) => {
        const more = { ...made.actions[0], type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'add' };
        return { ...made, actions: [...made.actions, more] } as WireRule;
      },
    ],
    [
      'a field that is ignored',
      'ignoreDifferences: [{ rule: "*", fields: [condition/aiInstructions] }]\n',
      (made) => ({ ...made, condition: { ...made.condition, aiInstructions: 'hours of work' } }),
    ],
  ];

  it.each(EDITS)('%s', async (_, settings, edit) => {
    const { service, run, apply } = await open({
      files: { 'inboxctl.yaml': `version: 1\n${settings}`, 'rules/a.yaml': K },
    });
    await apply();
    for (const one of service.rules()) service.put(edit(one));
    expect(await run(['rollback', ...yes])).toMatchObject({ code: 4 });
    expect(service.rules()).toHaveLength(1);
  });

  it('its name and its text, which is said', async () => {
    const { service, run, apply } = await open({ files: { 'rules/a.yaml': rule('N') } });
    await apply();
    for (const one of service.rules()) {
      service.put({ ...one, name: 'Mine', condition: { ...one.condition, aiInstructions: 'mine' } });
    }
    const { stdout } = await run(['rollback', ...yes]);
    expect(words(stdout)).toContain('"N": is not there under the name that the run gave it.');
    expect(service.rules()).toHaveLength(1);
  });
});

it('a rule that a later run deleted is taken back after that run', async () => {
  const { service, cwd, run, apply } = await open({
    seed: { rules: [live('A'), live('B')] },
    files: { 'rules/a.yaml': `${rule('A')}---\n${rule('B', 'STAR')}` },
  });
  const first = await apply();
  write(cwd, 'rules/a.yaml', rule('B', 'STAR'));
  const second = await apply();
  const { code, stdout } = await run(['rollback', first, ...yes]);
  expect(code).toBe(4);
  expect(words(stdout)).toContain('was deleted after that run replaced it');
  expect(await run(['rollback', second, ...yes])).toMatchObject({ code: 0 });
  expect(await run(['rollback', first, ...yes])).toMatchObject({ code: 0 });
  expect(
    service
      .rules()
      .map(({ name, actions }) => [name, actions[0]?.type])
      .sort(),
  ).toEqual([
    ['A', 'STAR'],
    ['B', 'STAR'],
  ]);
});

it('a folder that the service does not show is not called as before', async () => {
  const move = (folder: string) =>
    `name: K\ncondition: { aiInstructions: x }\nactions: [{ type: MOVE_FOLDER, fields: { folderName: ${folder} } }]\n`;
  const seed = { inboxes: [{ name: 'one', provider: 'web-mail' as const, rules: [] }] };
  const { cwd, run, apply } = await open({ seed, files: { 'rules/a.yaml': move('Alpha') } });
  await apply();
  write(cwd, 'rules/a.yaml', move('Beta'));
  await apply();
  const { code, stdout } = await run(['rollback', ...yes]);
  expect(code).toBe(4);
  expect(words(stdout)).toContain('the service did not tell folderName of its MOVE_FOLDER');
});

it('another inbox is not reached where services give ids for each inbox alone', async () => {
  const keys = { alice: 'api-key-of-alice-here', bob: 'api-key-of-bob-here', carol: 'api-key-of-carol-here' };
  const kept = (action: string, day: number) => {
    return [{ ...live('Kept'), id: '1', createdAt: `2026-01-0${day}T08:00:00Z`, actions: [{ type: action }] }];
  };
  const service = await serve({
    profile: 'spec',
    seed: {
      inboxes: [
        { name: 'alice', rules: kept('STAR', 1) },
        { name: 'bob', rules: kept('ARCHIVE', 2) },
        { name: 'carol', rules: kept('ARCHIVE', 3) },
      ],
      keys: Object.entries(keys).map(([inbox, key]) => ({ key, inbox })),
    },
  });
  const env = {
    INBOXCTL_ALICE_KEY: keys.alice,
    INBOXCTL_BOB_KEY: keys.bob,
    INBOXCTL_CAROL_KEY: keys.carol,
    INBOXCTL_SIGNING_KEY: 'a-signing-key-of-the-tests',
  };
  const settings = (alice: string, bob: string) =>
    `baseUrl: ${service.baseUrl}\naccounts:\n  alice: { apiKey: { env: INBOXCTL_${alice}_KEY } }\n  bob: { apiKey: { env: INBOXCTL_${bob}_KEY } }\n`;
  const cwd = projectOf({ 'inboxctl.yaml': settings('ALICE', 'BOB'), 'rules/a.yaml': rule('Kept') });
  await inboxctl(['apply', ...yes], { cwd, env });
  const was = ['bob', 'carol'].map((name) => JSON.stringify(service.rules(name)));
  for (const [alice, bob] of [
    ['BOB', 'ALICE'],
    ['CAROL', 'BOB'],
  ] as const) {
    write(cwd, 'inboxctl.yaml', settings(alice, bob));
    expect((await inboxctl(['rollback', ...yes], { cwd, env })).code).not.toBe(0);
    expect(['bob', 'carol'].map((name) => JSON.stringify(service.rules(name)))).toEqual(was);
  }
});

describe('advice', () => {
  it('repeats the options that select project and inbox', async () => {
    const { service, cwd } = await open({
      seed: { rules: [live('Gone'), live('Kept')] },
      files: { 'rules/a.yaml': `${rule('Kept')}---\n${rule('New')}`, key: 'sandbox-key-of-the-tests' },
    });
    const elsewhere = projectOf({});
    const run = (...args: string[]) =>
      inboxctl([...args, '-C', cwd, '--api-key-file', 'key', '--base-url', service.baseUrl], {
        cwd: elsewhere,
        env: {},
      });
    await run('apply', ...yes);
    for (const one of service.rules()) {
      if (one.name === 'Kept') service.put({ ...one, condition: { ...one.condition, aiInstructions: 'edited' } });
    }
    const runs = await inboxctl(['runs', '-C', cwd], { cwd: elsewhere, env: {} });
    expect(runs.stdout).toContain(`inboxctl rollback RUN -C ${cwd}\n`);
    await run('rollback', ...yes);
    const { stderr } = await run('rollback', ...yes);
    expect(stderr).toMatch(/To finish it:\s+inboxctl rollback \S+ -C \S+ --base-url \S+ --api-key-file key\n/);
  });

  it('for a file that others may write names that file, and a link to one of mine is fine', async () => {
    const { cwd, run, apply } = await open({ files: { 'rules/a.yaml': rule('A') } });
    await apply();
    const [name = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
    const file = path.join(cwd, 'run.jsonl');
    copyFileSync(path.join(cwd, '.inboxctl/runs', name), file);
    chmodSync(file, 0o664);
    const { code, stderr } = await run(['rollback', '--dry-run', '--from', 'run.jsonl']);
    expect(code).toBe(4);
    expect(words(stderr)).toMatch(/others may write it\. .* chmod go-w FILE/);
    chmodSync(file, 0o600);
    symlinkSync(file, path.join(cwd, 'link.jsonl'));
    expect(await run(['rollback', '--dry-run', '--from', 'link.jsonl'])).toMatchObject({ code: 0 });
    const elsewhere = await run(['rollback', '--dry-run', `/nowhere/${name}`]);
    expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no run /nowhere/') });
  });
});
