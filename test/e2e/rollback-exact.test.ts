/** What a rollback must not do: write what was never there, delete what somebody edited, or lead into a dead end. */
import { chmodSync, copyFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

it('a text that a variable took the place of comes back, and never the value of that variable', async () => {
  const NEWS = { NEWS_TO: 'public@two.example' };
  const { service, cwd, run, apply } = await open({
    files: { 'rules/a.yaml': forward('boss@one.example', 'papers') },
  });
  await apply();
  write(cwd, 'rules/a.yaml', forward('{ env: NEWS_TO }', 'newsletters'));
  await apply(NEWS);
  expect(await run(['rollback', ...yes], NEWS)).toMatchObject({ code: 0 });
  expect(texts(service)).toEqual(['K: papers -> boss@one.example']);
});

it('a secret inside a text comes back, and is not shown where no file declares its variable', async () => {
  const CODE = 'Tok-4711-secret';
  const inbox = [live('X'), live('Y')].map((one) => {
    const text = one.name === 'X' ? CODE : `Mail with the code ${CODE} in it`;
    return { ...one, condition: { conditionalOperator: 'AND', aiInstructions: text } };
  });
  const declared = rule('X', 'STAR').replace('find X', '{ env: CODE }');
  const { service, cwd, run, apply } = await open({ seed: { rules: inbox }, files: { 'rules/a.yaml': declared } });
  await apply({ CODE });
  write(cwd, 'rules/a.yaml', rule('Z'));
  for (const args of [['--dry-run'], ['--dry-run', '--format', 'json'], yes]) {
    const { code, stdout, stderr } = await run(['rollback', ...args], { CODE });
    expect(code).toBe(0);
    expect(stdout).toContain('Mail with the code (secret CODE) in it');
    expect(stdout + stderr).not.toContain(CODE);
  }
  expect(texts(service).sort()[1]).toContain(`Mail with the code ${CODE} in it`);
  expect((await run(['runs', 'show', 'latest'], { CODE })).stdout).not.toContain(CODE);
});

it('a rule that the run created, with another name and text since, is not deleted, which is said', async () => {
  const { service, run, apply } = await open({ files: { 'rules/a.yaml': rule('N') } });
  await apply();
  for (const one of service.rules()) {
    service.put({ ...one, name: 'Mine', condition: { ...one.condition, aiInstructions: 'mine' } });
  }
  const { stdout } = await run(['rollback', ...yes]);
  expect(words(stdout)).toContain('"N": is not there under the name that the run gave it.');
  expect(service.rules()).toHaveLength(1);
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
    symlinkSync(cwd, `${cwd}-linked`);
    for (const same of [`.inboxctl/runs/${name.replace('.jsonl', '')}`, `${cwd}-linked/.inboxctl/runs/${name}`]) {
      expect(await run(['rollback', '--dry-run', same])).toMatchObject({ code: 0 });
    }
    const elsewhere = await run(['rollback', '--dry-run', `/nowhere/${name}`]);
    expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no run /nowhere/') });
  });
});
