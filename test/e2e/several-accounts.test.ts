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
  const names = (inbox: string) =>
    service
      .rules(inbox)
      .map(({ name }) => name)
      .sort();
  return { service, cwd, env, names };
}

describe('three accounts that share a folder', () => {
  it('count what --only leaves out in all of them', async () => {
    const { cwd, env } = await three();
    const { stdout } = await inboxctl(['plan', '--only', 'Shared', '--format', 'json', ...DELETING], { cwd, env });
    const { notices } = planDocument.parse(JSON.parse(stdout));
    const partial = notices.find(({ code }) => code === 'plan-partial');
    // The own rule of alice, and what alice and carol have live; bob keeps that.
    expect(partial?.message).toContain('3 other changes are not in this plan');
  });

  it('are planned and applied, each with its own settings', async () => {
    const { cwd, env, names } = await three();
    const planned = await inboxctl(['plan', '--format', 'json', ...DELETING], { cwd, env });
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
    const applied = await inboxctl(['apply', '--yes', ...DELETING], { cwd, env });
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.stdout).toContain('Converged');
    expect([names('alice'), names('bob'), names('carol')]).toEqual([
      ['Only hers', 'Shared'],
      ['Made by bob', 'Shared'],
      ['Shared'],
    ]);
    expect(await inboxctl(['plan', '--detailed-exitcode'], { cwd, env })).toMatchObject({ code: 0 });
  });

  it('are told apart in the text of the plan', async () => {
    const { cwd, env } = await three();
    const { stdout } = await inboxctl(['plan'], { cwd, env });
    for (const name of ['alice', 'bob', 'carol']) expect(stdout).toMatch(new RegExp(`^ *${name}: 1 live rule`, 'm'));
  });

  it('with one wrong key: the others are planned and applied, and the end says which and why', async () => {
    const { cwd, env, names } = await three();
    const wrong = { ...env, INBOXCTL_BOB_KEY: 'a-key-that-nobody-has' };
    const planned = await inboxctl(['plan', '--format', 'json', ...DELETING], { cwd, env: wrong });
    expect(planned.code).toBe(1);
    const plan = planDocument.parse(JSON.parse(planned.stdout));
    expect(plan.complete).toBe(false);
    expect(plan.accounts.find(({ name }) => name === 'bob')?.error).toMatchObject({ status: 401 });
    const applied = await inboxctl(['apply', '--yes', ...DELETING], { cwd, env: wrong });
    expect(applied.code).toBe(1);
    expect(applied.stdout).toContain('1 of 3 accounts could not be planned: bob.');
    expect(applied.stderr).toMatch(/error: bob: .*401/);
    expect([names('alice'), names('bob'), names('carol')]).toEqual([
      ['Only hers', 'Shared'],
      ['Made by bob'],
      ['Shared'],
    ]);
    const json = await inboxctl(['apply', '--yes', '--format', 'json', ...DELETING], { cwd, env: wrong });
    const document = applyDocument.parse(JSON.parse(json.stdout));
    expect(document.outcome).toBe('partial');
    expect(document.notices.filter(({ account }) => account === 'bob')).toMatchObject([{ severity: 'error' }]);
  });

  it('with one key that is not set: the others are planned, exit 3', async () => {
    const { cwd, env } = await three();
    const { INBOXCTL_BOB_KEY: _, ...two } = env;
    const { code, stdout, stderr } = await inboxctl(['plan'], { cwd, env: two });
    expect(code).toBe(3);
    expect(stderr).toContain('inboxctl.yaml:4:');
    expect(stderr).toContain('INBOXCTL_BOB_KEY');
    expect(stdout).toMatch(/^alice: 1 live rule/m);
    expect(stdout).toContain('1 of 3 accounts could not be planned: bob.');
  });

  it('with broken files of one: the others are applied, exit 3', async () => {
    const { cwd, env, names } = await three();
    write(cwd, 'rules/alice/own.yaml', 'name: [');
    const { code, stderr } = await inboxctl(['apply', '--yes', ...DELETING], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toContain('rules/alice/own.yaml:1:');
    expect([names('alice'), names('bob'), names('carol')]).toEqual([
      ['Made by alice'],
      ['Made by bob', 'Shared'],
      ['Shared'],
    ]);
  });

  it('with broken files of one: the JSON of an apply names it', async () => {
    const { cwd, env } = await three();
    write(cwd, 'rules/alice/own.yaml', 'name: [');
    const { stdout } = await inboxctl(['apply', '--yes', '--format', 'json', ...DELETING], { cwd, env });
    const { notices } = applyDocument.parse(JSON.parse(stdout));
    const named = notices.filter(({ account }) => account === 'alice');
    expect(named).toMatchObject([{ code: 'account-unplanned', severity: 'error', account: 'alice' }]);
  });

  it('with broken files of one: the JSON of an apply that cannot ask names it, though nothing was tried of the others', async () => {
    const { cwd, env } = await three();
    write(cwd, 'rules/alice/own.yaml', 'name: [');
    const { code, stdout } = await inboxctl(['apply', '--format', 'json'], { cwd, env });
    expect(code).toBe(3);
    const { outcome, notices } = applyDocument.parse(JSON.parse(stdout));
    expect(outcome).toBe('refused');
    const named = notices.filter(({ account }) => account === 'alice');
    expect(named).toMatchObject([{ code: 'account-unplanned', severity: 'error', account: 'alice' }]);
  });

  it('a mistake in a shared file is said once', async () => {
    const { cwd, env } = await three();
    write(cwd, 'rules/common/all.yaml', rule('Shared').replace('STAR', 'STARS'));
    const { code, stdout } = await inboxctl(['validate'], { cwd, env });
    expect(code).toBe(3);
    expect(stdout.match(/rules\/common\/all\.yaml:3:/g)).toHaveLength(1);
    expect(stdout).toContain('1 error in 2 files.');
  });
});

describe('--account', () => {
  it('selects by name and by glob, and may be given several times', async () => {
    const { cwd, env } = await three();
    const accounts = async (...args: string[]) => {
      const { stdout } = await inboxctl(['plan', '--format', 'json', ...args], { cwd, env });
      return planDocument.parse(JSON.parse(stdout)).accounts.map(({ name }) => name);
    };
    expect(await accounts('--account', 'bob')).toEqual(['bob']);
    expect(await accounts('--account', '*o*')).toEqual(['bob', 'carol']);
    expect(await accounts('--account', 'bob', '--account=alice')).toEqual(['alice', 'bob']);
  });

  it('that matches nothing is an error that lists what there is', async () => {
    const { cwd, env } = await three();
    const { code, stderr } = await inboxctl(['plan', '--account', 'dave'], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toContain('alice, bob, carol');
  });
});

describe('where the key goes', () => {
  it('the environment never overrides what an account sets for itself', async () => {
    const { cwd, env, service } = await three();
    const other = await serve();
    write(
      cwd,
      'inboxctl.yaml',
      `rules: [rules/common]\naccounts:\n  alice: { baseUrl: "${service.baseUrl}", apiKey: { env: INBOXCTL_ALICE_KEY } }\n`,
    );
    const elsewhere = { ...env, ...other.env };
    expect(await inboxctl(['plan', ...DELETING], { cwd, env: elsewhere })).toMatchObject({ code: 0 });
    expect(other.requests).toEqual([]);
  });

  it.each(['--base-url', '--api-key-file'])('%s needs exactly one account', async (flag) => {
    const { cwd, env } = await three();
    write(cwd, 'key', KEYS.INBOXCTL_ALICE_KEY);
    const value = flag === '--base-url' ? env.INBOXCTL_BASE_URL : 'key';
    const several = await inboxctl(['plan', flag, value], { cwd, env });
    expect(several.code).toBe(3);
    expect(several.stderr).toContain(flag);
    expect(await inboxctl(['plan', '--account', 'alice', flag, value, ...DELETING], { cwd, env })).toMatchObject({
      code: 0,
    });
  });

  it.each(['GITHUB_TOKEN', 'INBOXCTL_SIGNING_KEY'])('%s is no API key', async (variable) => {
    const { cwd, env, service } = await three();
    write(cwd, 'inboxctl.yaml', `accounts: { alice: { apiKey: { env: ${variable} } } }\n`);
    const { code, stderr } = await inboxctl(['plan'], { cwd, env: { ...env, [variable]: KEYS.INBOXCTL_ALICE_KEY } });
    expect(code).toBe(3);
    expect(stderr).toContain(variable);
    expect(service.requests).toEqual([]);
  });

  it.each([
    'apiKey: KEY',
    'api_key: KEY',
    'apiKey: KEY: foo',
    'apiKey: { KEY }',
    'apiKey: x, apiKey: KEY',
    'apiKey: { env: KEY: x }',
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
    const { cwd, env } = await three(TWINS);
    const { code, stderr } = await inboxctl(['plan'], {
      cwd,
      env: { ...env, INBOXCTL_BOB_KEY: KEYS.INBOXCTL_ALICE_KEY },
    });
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
    const { cwd, env } = await three();
    const { INBOXCTL_BOB_KEY: _, ...two } = env;
    expect(await inboxctl(['apply'], { cwd, env: two })).toMatchObject({ code: 3 });
    expect(
      await inboxctl(['apply'], { cwd, env: { ...env, INBOXCTL_BOB_KEY: 'a-key-that-nobody-has' } }),
    ).toMatchObject({
      code: 1,
    });
  });

  it('names each account at the end of an apply', async () => {
    const { cwd, env } = await three();
    const { stdout } = await inboxctl(['apply', '--yes', ...DELETING], {
      cwd,
      env: { ...env, INBOXCTL_BOB_KEY: 'a-key-that-nobody-has' },
    });
    expect(stdout).toMatch(/bob: nothing was tried\. .*401/);
    expect(stdout).not.toContain('Stopped at the first failure');
  });
});

describe('validate', () => {
  it('says what it can know of addresses and variables', async () => {
    const { cwd } = await three(
      'accounts:\n  a: { baseUrl: "http://mail.example.com/api/v1", rules: [rules/common] }\n',
    );
    expect(await inboxctl(['validate'], { cwd })).toMatchObject({ code: 4 });
    write(
      cwd,
      'inboxctl.yaml',
      'accounts:\n  a: { baseUrl: "ftp://x", apiKey: { env: GITHUB_TOKEN }, rules: [rules/common] }\n',
    );
    const { code, stdout } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/inboxctl\.yaml:2:17[\s\S]*GITHUB_TOKEN/);
  });

  it('does not take accounts whose keys are not set for one inbox', async () => {
    const { cwd } = await three();
    expect(
      await inboxctl(['validate'], {
        cwd,
        env: { INBOXCTL_ALICE_KEY: '', INBOXCTL_BOB_KEY: '', INBOXCTL_CAROL_KEY: ' ' },
      }),
    ).toMatchObject({
      code: 0,
    });
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
