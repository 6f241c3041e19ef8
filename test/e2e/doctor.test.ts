import { describe, expect, it } from 'vitest';
import { doctorDocument } from '../../src/model/doctor.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import type { RunOptions } from '../harness/program.ts';
import { projectOf, serve } from '../harness/project.ts';
import { serve as answering, json } from '../service/scripted-server.ts';

const RULE = 'name: A\ncondition: { aiInstructions: A }\nactions: [{ type: STAR }]\n';

/** Runs `inboxctl doctor --format json`; gives its exit code, and each probe as `account/probe: result`. */
async function diagnosed(args: readonly string[], options: RunOptions) {
  const { code, stdout, stderr } = await inboxctl(['doctor', '--format', 'json', ...args], options);
  const { probes, notices } = doctorDocument.parse(JSON.parse(stdout));
  const results = probes.map(({ account, probe, result }) => [`${account}/${probe}`, result]);
  return {
    code,
    probes,
    notices,
    text: stdout + stderr,
    results: Object.fromEntries(results) as Record<string, string>,
  };
}

describe('a project that is well', () => {
  it('is said to be, as a table', async () => {
    const { env } = await serve({ profile: 'newer' });
    const { code, stdout, stderr } = await inboxctl(['doctor'], { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}ok +API key +from INBOXCTL_API_KEY$/m);
    expect(stdout).toMatch(/^ {2}ok +RULES_WRITE +yes$/m);
    expect(stdout).toMatch(/^All is well/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('is quiet when asked to be', async () => {
    const { env } = await serve();
    const found = await inboxctl(['doctor', '--quiet'], { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
    expect(found).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

it('says of a key for statistics alone what works with it, and what does not', async () => {
  const seed = { inboxes: [{ name: 'one' }], keys: [{ key: 'stats-only-key', inbox: 'one', scopes: ['STATS_READ'] }] };
  const service = await serve({ profile: 'newer', seed });
  const env = { ...service.env, INBOXCTL_API_KEY: 'stats-only-key' };
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  const { code, stdout } = await inboxctl(['doctor'], { cwd, env });
  expect(code).toBe(1);
  const found = stdout.replaceAll(/\s+/g, ' ');
  expect(found).toContain('RULES_READ The key does not have it. Every command that connects needs it, except stats.');
  expect(found).toContain('RULES_WRITE The key does not have it. Only apply and rollback need it.');
  expect(found).toContain('STATS_READ yes');
  expect(await inboxctl(['stats', 'volume'], { cwd, env })).toMatchObject({ code: 0 });
});

const AT = 'https://mail.example.com/api/v1';

it.each<[string, Record<string, string>, number, Record<string, string>]>([
  ['missing: all are told', {}, 3, { 'base-url': 'failed', 'api-key': 'failed', connection: 'skipped' }],
  ['missing beside what is right', { INBOXCTL_BASE_URL: AT }, 3, { 'base-url': 'ok', 'api-key': 'failed' }],
  [
    'http:// to another machine',
    { INBOXCTL_BASE_URL: AT.replace('https', 'http'), INBOXCTL_API_KEY: 'a-long-key' },
    4,
    { 'base-url': 'failed', 'api-key': 'ok' },
  ],
])('settings that are %s', async (_, env, exit, expected) => {
  const { code, results } = await diagnosed([], { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
  expect(code).toBe(exit);
  for (const [probe, result] of Object.entries(expected)) expect(results[`default/${probe}`]).toBe(result);
});

it('an address of another machine over http:// is a warning where --allow-http allows it', async () => {
  const { port } = await answering((response) => json(response, 200, { rules: [] }));
  // 0.0.0.0 is this machine too, but nothing says so.
  const env = { INBOXCTL_BASE_URL: `http://0.0.0.0:${port}/api/v1`, INBOXCTL_API_KEY: 'a-long-key' };
  const { code, results, text } = await diagnosed(['--allow-http'], { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
  expect({ code, ...results }).toMatchObject({ code: 0, 'default/base-url': 'warning', 'default/connection': 'ok' });
  expect(text).toContain('http:// is not encrypted');
});

describe('the project file', () => {
  it('that is broken is told with its places, exit 3', async () => {
    const cwd = projectOf({ 'inboxctl.yaml': 'undeclared: perhaps\nunknown: 1\n' });
    const { code, stdout } = await inboxctl(['doctor', '--format', 'json'], { cwd });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).notices).toMatchObject([{ source: { line: 1 } }, { source: { line: 2 } }]);
    expect((await inboxctl(['doctor'], { cwd })).stderr).toContain('inboxctl.yaml:2:1');
  });

  it.each([
    ['that does not exist is named', ['--config', 'nope.yaml'], 'nope.yaml'],
    ['with an account that is not there: the option is wrong, not the project', ['--account', 'bob'], 'bob'],
  ])('%s', async (_, args, said) => {
    const { code, stderr } = await inboxctl(['doctor', ...args], { cwd: projectOf({}) });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(said) });
  });
});

describe('several accounts', () => {
  it('are looked at each by itself', async () => {
    const service = await serve({
      seed: {
        keys: [
          { key: 'key-of-alice', inbox: 'default' },
          { key: 'expired-key', inbox: 'default', expiresAt: '2020-01-01T00:00:00.000Z' },
        ],
      },
    });
    const accounts = ['alice', 'bob', 'carol'].map(
      (name) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`,
    );
    const cwd = projectOf({ 'inboxctl.yaml': `accounts:\n${accounts.join('')}`, 'rules/a.yaml': RULE });
    const env = {
      INBOXCTL_BASE_URL: service.baseUrl,
      INBOXCTL_ALICE_KEY: 'key-of-alice',
      INBOXCTL_BOB_KEY: 'expired-key',
    };
    const { code, results, text } = await diagnosed([], { cwd, env });
    expect(code).toBe(3);
    expect(results).toMatchObject({
      'alice/key': 'ok',
      'alice/RULES_WRITE': 'ok',
      'bob/api-key': 'ok',
      'bob/key': 'failed',
      'bob/RULES_READ': 'skipped',
      'carol/api-key': 'failed',
    });
    expect(text).not.toMatch(/key-of-alice|expired-key/);
    expect((await diagnosed(['--account', 'alice'], { cwd, env })).code).toBe(0);
    expect((await diagnosed(['--account', 'bob'], { cwd, env })).code).toBe(1);
  });
});

it('looks at no rule: what is wrong with the files, plan says', async () => {
  const { env } = await serve();
  const { code, results } = await diagnosed([], { cwd: projectOf({ 'rules/a.yaml': 'name: A\n' }), env });
  expect({ code, results }).toMatchObject({ code: 0, results: { 'default/key': 'ok' } });
});

describe('a service that repeats secrets', () => {
  it('has them hidden, and words of our own are never taken for one', async () => {
    const secrets = {
      HOOK: 'the-secret-of-a-hook',
      INBOXCTL_API_KEY: 'key-that-is-repeated',
      WORD: 'live rules',
      NAME: 'RULES_WRITE',
    };
    const said = Object.values(secrets).join(' ');
    const { baseUrl } = await answering((response, { method }) => {
      if (method === 'GET') json(response, 200, { rules: [] });
      else json(response, 500, { error: { code: 'INTERNAL_ERROR', message: said, hint: said } });
    });
    const rules = ['HOOK', 'WORD', 'NAME'].map(
      (name) => `- { name: ${name}, condition: { aiInstructions: { env: ${name} } }, actions: [{ type: STAR }] }`,
    );
    const cwd = projectOf({ 'rules/a.yaml': `rules:\n${rules.join('\n')}\n` });
    const env = { ...secrets, INBOXCTL_BASE_URL: baseUrl };
    const { results, text } = await diagnosed([], { cwd, env });
    expect(results).toMatchObject({ 'default/RULES_READ': 'ok', 'default/RULES_WRITE': 'warning' });
    expect(text).toContain('(secret HOOK)');
    for (const secret of [secrets.HOOK, secrets.INBOXCTL_API_KEY]) expect(text).not.toContain(secret);
    const { stdout } = await inboxctl(['doctor'], { cwd, env });
    expect(stdout).toContain('yes: 0 live rules');
  });
});
