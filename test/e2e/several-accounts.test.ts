/** Accounts side by side: they share folders and override settings, and one that fails does not stop the others. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const rule = (name: string) =>
  `name: ${name}\ncondition: { aiInstructions: find ${name} }\nactions: [{ type: STAR }]\n`;
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: 'old' },
  actions: [{ type: 'ARCHIVE' }],
});
const KEYS = {
  INBOXCTL_ALICE_KEY: 'key-of-the-inbox-alice',
  INBOXCTL_BOB_KEY: 'key-of-the-inbox-bob',
  INBOXCTL_CAROL_KEY: 'key-of-the-inbox-carol',
};
/** None of the rules that the files declare is live at first. */
const DELETING = ['--max-deletes', '1'];
const SCOPES = ['RULES_READ', 'RULES_WRITE', 'STATS_READ'];
const PROJECT = `rules: [rules/common]
accounts:
  alice: { apiKey: { env: INBOXCTL_ALICE_KEY }, rules: [rules/common, rules/alice] }
  bob: { apiKey: { env: INBOXCTL_BOB_KEY }, undeclared: keep }
  carol: { apiKey: { env: INBOXCTL_CAROL_KEY } }
`;

async function three(project = PROJECT) {
  const inboxes = ['alice', 'bob', 'carol'].map((name) => ({ name, rules: [live(`Made by ${name}`)] }));
  const keys = inboxes.map(({ name }) => ({
    key: KEYS[`INBOXCTL_${name.toUpperCase()}_KEY` as keyof typeof KEYS],
    inbox: name,
    scopes: SCOPES,
  }));
  const service = await serve({ profile: 'newer', seed: { inboxes, keys } });
  const cwd = projectOf({
    'inboxctl.yaml': project,
    'rules/common/all.yaml': rule('Shared'),
    'rules/alice/own.yaml': rule('Only hers'),
  });
  const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
  const run = (args: string[], more: Record<string, string> = {}) => inboxctl(args, { cwd, env: { ...env, ...more } });
  const names = () =>
    inboxes.map(({ name }) =>
      service
        .rules(name)
        .map((one) => one.name)
        .sort(),
    );
  return { service, cwd, env, run, names };
}

const NOBODYS = { INBOXCTL_BOB_KEY: 'a-key-that-nobody-has' };
const JSON_OF_APPLY = ['apply', '--yes', '--format', 'json', ...DELETING];

describe('three accounts that share a folder', () => {
  it('count what --only leaves out in all of them', async () => {
    const { run } = await three();
    const { stdout } = await run(['plan', '--only', 'Shared', '--format', 'json', ...DELETING]);
    const { notices } = planDocument.parse(JSON.parse(stdout));
    const partial = notices.find(({ code }) => code === 'plan-partial');
    // The own rule of alice, and what alice and carol have live; bob keeps that.
    expect(partial?.message).toContain('3 other changes are not in this plan');
  });

  it('are planned and applied, each with its own settings', async () => {
    const { run, names } = await three();
    const planned = await run(['plan', '--format', 'json', ...DELETING]);
    expect(planned.code).toBe(0);
    const plan = planDocument.parse(JSON.parse(planned.stdout));
    expect(plan.changes.map(({ account, op, name }) => `${account} ${op} ${name}`)).toEqual([
      'alice delete Made by alice',
      'alice create Only hers',
      'alice create Shared',
      'bob create Shared',
      'carol delete Made by carol',
      'carol create Shared',
    ]);
    expect(plan).toMatchObject({ complete: true, summary: { create: 4, delete: 2, kept: 1 } });
    const text = (await run(['plan'])).stdout;
    expect(text).toMatch(/^ *alice: 1 live rule/m);
    const applied = await run(['apply', '--yes', ...DELETING]);
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('Converged') });
    expect(names()).toEqual([['Only hers', 'Shared'], ['Made by bob', 'Shared'], ['Shared']]);
    expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });

  it('with one wrong key: the others are planned and applied, and the end says which and why', async () => {
    const { run, names } = await three();
    const planned = await run(['plan', '--format', 'json', ...DELETING], NOBODYS);
    expect(planned.code).toBe(1);
    const plan = planDocument.parse(JSON.parse(planned.stdout));
    expect(plan.complete).toBe(false);
    expect(plan.accounts.find(({ name }) => name === 'bob')?.error).toMatchObject({ status: 401 });
    const applied = await run(['apply', '--yes', ...DELETING], NOBODYS);
    expect(applied.code).toBe(1);
    expect(applied.stdout).toContain('1 of 3 accounts could not be planned: bob.');
    expect(applied.stdout).toMatch(/bob: nothing was tried\. .*401/);
    expect(applied.stdout).not.toContain('Stopped at the first failure');
    expect(applied.stderr).toMatch(/error: bob: .*401/);
    expect(names()).toEqual([['Only hers', 'Shared'], ['Made by bob'], ['Shared']]);
    const document = applyDocument.parse(JSON.parse((await run(JSON_OF_APPLY, NOBODYS)).stdout));
    expect(document.outcome).toBe('partial');
    expect(document.notices.filter(({ account }) => account === 'bob')).toMatchObject([{ severity: 'error' }]);
  });

  it('with one key that is not set: the others are planned, exit 3', async () => {
    const { run } = await three();
    const { code, stdout, stderr } = await run(['plan'], { INBOXCTL_BOB_KEY: '' });
    expect(code).toBe(3);
    for (const part of ['inboxctl.yaml:4:', 'INBOXCTL_BOB_KEY']) expect(stderr).toContain(part);
    expect(stdout).toMatch(/^alice: 1 live rule/m);
    expect(stdout).toContain('1 of 3 accounts could not be planned: bob.');
  });

  it('with broken files of one: the others are applied, exit 3', async () => {
    const { cwd, run, names } = await three();
    write(cwd, 'rules/alice/own.yaml', 'name: [');
    const { code, stderr } = await run(['apply', '--yes', ...DELETING]);
    expect(code).toBe(3);
    expect(stderr).toContain('rules/alice/own.yaml:1:');
    expect(names()).toEqual([['Made by alice'], ['Made by bob', 'Shared'], ['Shared']]);
  });

  it.each([
    ['that is made', JSON_OF_APPLY, 'partial'],
    ['that cannot ask, though nothing was tried of the others', ['apply', '--format', 'json'], 'refused'],
  ])('with broken files of one: the JSON of an apply %s names it', async (_, args, ended) => {
    const { cwd, run } = await three();
    write(cwd, 'rules/alice/own.yaml', 'name: [');
    const { code, stdout } = await run(args);
    expect(code).toBe(3);
    const { outcome, notices } = applyDocument.parse(JSON.parse(stdout));
    expect(outcome).toBe(ended);
    const named = notices.filter(({ account }) => account === 'alice');
    expect(named).toMatchObject([{ code: 'account-unplanned', severity: 'error', account: 'alice' }]);
  });

  it('a mistake in a shared file is said once', async () => {
    const { cwd, run } = await three();
    write(cwd, 'rules/common/all.yaml', rule('Shared').replace('STAR', 'STARS'));
    const { code, stdout } = await run(['validate']);
    expect(code).toBe(3);
    expect(stdout.match(/rules\/common\/all\.yaml:3:/g)).toHaveLength(1);
    expect(stdout).toContain('1 error in 2 files.');
  });
});

describe('--account', () => {
  it('selects by name and by glob, and may be given several times', async () => {
    const { run } = await three();
    const accounts = async (...args: string[]) => {
      const { stdout } = await run(['plan', '--format', 'json', ...args]);
      return planDocument.parse(JSON.parse(stdout)).accounts.map(({ name }) => name);
    };
    expect(await accounts('--account', 'bob')).toEqual(['bob']);
    expect(await accounts('--account', '*o*')).toEqual(['bob', 'carol']);
    expect(await accounts('--account', 'bob', '--account=alice')).toEqual(['alice', 'bob']);
  });

  it('that matches nothing is an error that lists what there is', async () => {
    const { run } = await three();
    const { code, stderr } = await run(['plan', '--account', 'dave']);
    expect(code).toBe(3);
    expect(stderr).toContain('alice, bob, carol');
  });
});

describe('where the key goes', () => {
  it.each(['--base-url', '--api-key-file'])('%s needs exactly one account', async (flag) => {
    const { cwd, env, run } = await three();
    write(cwd, 'key', KEYS.INBOXCTL_ALICE_KEY);
    const value = flag === '--base-url' ? env.INBOXCTL_BASE_URL : 'key';
    const several = await run(['plan', flag, value]);
    expect(several.code).toBe(3);
    expect(several.stderr).toContain(flag);
    expect(await run(['plan', '--account', 'alice', flag, value, ...DELETING])).toMatchObject({ code: 0 });
  });

  it.each([
    ...['apiKey: KEY', 'api_key: KEY', 'apiKey: KEY: foo', 'apiKey: { KEY }'],
    ...['apiKey: x, apiKey: KEY', 'apiKey: { env: KEY: x }'],
  ])('a key that stands in the project file is refused, and not shown: %s', async (text) => {
    const { cwd, env } = await three();
    write(cwd, 'inboxctl.yaml', `accounts: { alice: { ${text.replace('KEY', KEYS.INBOXCTL_ALICE_KEY)} } }\n`);
    const { code, stdout, stderr } = await inboxctl(['plan'], {
      cwd,
      env: { INBOXCTL_BASE_URL: env.INBOXCTL_BASE_URL },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('inboxctl.yaml:1:');
    expect(stdout + stderr).not.toContain(KEYS.INBOXCTL_ALICE_KEY);
  });
});

it('a dozen services are applied to at once, and Node has nothing to warn of', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
  const keyOf = (name: string) => `key-of-the-inbox-${name}`;
  const services = await Promise.all(
    names.map((name) =>
      serve({ seed: { inboxes: [{ name }], keys: [{ key: keyOf(name), inbox: name, scopes: SCOPES }] } }),
    ),
  );
  const accounts = services.map(
    ({ baseUrl }, index) => `  a${index}: { baseUrl: "${baseUrl}", apiKey: { env: INBOXCTL_A${index} } }\n`,
  );
  const env = Object.fromEntries(names.map((name) => [`INBOXCTL_${name.toUpperCase()}`, keyOf(name)]));
  const cwd = projectOf({ 'inboxctl.yaml': `accounts:\n${accounts.join('')}`, 'rules/a.yaml': rule('A') });
  const args = ['apply', '--yes', '--concurrency', '64', '--quiet'];
  const { code, stderr } = await program(args, { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(services.every((service, index) => service.rules(names[index]).length === 1)).toBe(true);
});

it('64 requests at once are sent to one service, and Node has nothing to warn of', async () => {
  const service = await serve({ latencyMs: 20 });
  const rules = Array.from({ length: 80 }, (_, index) => `---\n${rule(`Rule ${index}`)}`);
  const cwd = projectOf({ 'rules/a.yaml': rules.join('') });
  const args = ['apply', '--yes', '--concurrency', '64', '--quiet'];
  const { code, stderr } = await program(args, { cwd, env: service.env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(service.rules()).toHaveLength(80);
});

describe('two accounts that are one inbox', () => {
  const TWINS =
    'accounts:\n  alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }\n  twin: { apiKey: { env: INBOXCTL_BOB_KEY } }\n';

  it('are an error of plan, told by the value of the key', async () => {
    const { run } = await three(TWINS);
    const { code, stderr } = await run(['plan'], { INBOXCTL_BOB_KEY: KEYS.INBOXCTL_ALICE_KEY });
    expect(code).toBe(3);
    expect(stderr).toMatch(/"alice" and "twin" are the same\s+inbox[\s\S]*\n {2}inboxctl\.yaml:3:3/);
    expect(stderr).not.toContain(KEYS.INBOXCTL_ALICE_KEY);
  });

  it('are an error of validate, told by the name of the variable', async () => {
    const { cwd } = await three(TWINS.replace('INBOXCTL_BOB_KEY', 'INBOXCTL_ALICE_KEY'));
    const { code, stdout } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('same inbox');
  });
});

describe('what is said where an account cannot be planned', () => {
  it('is a whole plan in JSON, even where none can be', async () => {
    const { cwd } = await three();
    const { code, stdout } = await inboxctl(['plan', '--format', 'json', '--output', 'plan.json'], { cwd });
    expect(code).toBe(3);
    const plan = planDocument.parse(JSON.parse(stdout));
    expect(plan.accounts.map(({ error }) => error?.code)).toEqual(Array(3).fill('base-url-missing'));
    expect(planDocument.parse(JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8')))).toEqual(plan);
  });

  it('shows no address that holds a key or a password', async () => {
    const { cwd, env } = await three();
    const held = `accounts:
  alice: { apiKey: { env: INBOXCTL_ALICE_KEY }, rules: [rules/common] }
  bob: { baseUrl: "https://user:hunter2@mail.example.com", apiKey: { env: INBOXCTL_BOB_KEY }, rules: [rules/common] }
  carol: { baseUrl: "https://mail.example.com/${KEYS.INBOXCTL_BOB_KEY}/api/v1", apiKey: { env: INBOXCTL_CAROL_KEY }, rules: [rules/common] }
`;
    write(cwd, 'inboxctl.yaml', held);
    const { code, stdout, stderr } = await inboxctl(['plan', '--format', 'json'], { cwd, env });
    expect(code).toBe(3);
    expect(stdout + stderr).not.toMatch(/hunter2|key-of-the-inbox/);
    expect(planDocument.parse(JSON.parse(stdout)).accounts.map(({ baseUrl }) => baseUrl)).toEqual([
      env.INBOXCTL_BASE_URL,
      '',
      '',
    ]);
  });

  it('keeps its exit code where the apply ends at the question', async () => {
    const { run } = await three();
    expect(await run(['apply'], { INBOXCTL_BOB_KEY: '' })).toMatchObject({ code: 3 });
    expect(await run(['apply'], NOBODYS)).toMatchObject({ code: 1 });
  });
});

describe('validate', () => {
  it.each([
    ['"http://mail.example.com/api/v1"', 4, /inboxctl\.yaml:2:17/],
    ['"ftp://x", apiKey: { env: GITHUB_TOKEN }', 3, /inboxctl\.yaml:2:17[\s\S]*GITHUB_TOKEN/],
  ])('says what it can know of addresses and variables: %s', async (settings, exit, said) => {
    const { cwd } = await three(`accounts:\n  a: { baseUrl: ${settings}, rules: [rules/common] }\n`);
    const { code, stdout } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(exit);
    expect(stdout).toMatch(said);
  });

  it('does not take accounts whose keys are not set for one inbox', async () => {
    const { run } = await three();
    const unset = { INBOXCTL_ALICE_KEY: '', INBOXCTL_BOB_KEY: '', INBOXCTL_CAROL_KEY: ' ' };
    expect(await run(['validate'], unset)).toMatchObject({ code: 0 });
  });

  it('says once what breaks the policy of several accounts', async () => {
    const { cwd } = await three(`policy: { forbidActions: [STAR] }\n${PROJECT}`);
    const { code, stdout } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(4);
    expect(stdout.match(/STAR is forbidden/g)).toHaveLength(2);
  });

  it('refuses an account that has the name of a property of all objects', async () => {
    const { cwd } = await three('accounts:\n  __proto__: { undeclared: keep }\n  a: {}\n');
    const { code, stdout, stderr } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stdout + stderr).toContain('inboxctl.yaml:2:3');
  });
});
