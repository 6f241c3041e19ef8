import { describe, expect, it } from 'vitest';
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
});

describe('what is said where an account cannot be planned', () => {
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
});

it('an account that its policy stops fails a run that changes others, even if nothing of it would change', async () => {
  const { cwd, run, names } = await three();
  expect(await run(['apply', '--yes', ...DELETING])).toMatchObject({ code: 0 });
  const stopped = PROJECT.replace('rules/alice] }', 'rules/alice], policy: { forbidActions: [STAR] } }');
  write(
    cwd,
    'inboxctl.yaml',
    stopped.replace('undeclared: keep', 'undeclared: keep, rules: [rules/common, rules/bob]'),
  );
  write(cwd, 'rules/bob/own.yaml', rule('Only his'));
  expect(await run(['plan'])).toMatchObject({ code: 4 });
  const { code, stdout } = await run(['apply', '--yes']);
  expect(names()[1]).toContain('Only his');
  expect(code).toBe(4);
  expect(stdout).toContain('Next: see what is left:\n  inboxctl plan\n');
});

describe('accounts whose names look alike', () => {
  const settings = (key: string) => `apiKey: { env: INBOXCTL_${key}_KEY }`;
  const NAMES = ['alice', '\u0430lice'];
  const [first = '', second = ''] = NAMES;
  const SAID = 'error: The account names "\\u{430}lice" and "alice" look alike.';

  it.each([
    [['validate']],
    [['plan']],
    [['apply', '--yes']],
    [['pull']],
    [['doctor']],
    [['list']],
    [['explain']],
    [['test']],
    [['accounts']],
    [['runs']],
    [['rollback', '--dry-run']],
    [['stats', 'volume']],
    [['fmt']],
    [['plan', '--account', first]],
  ])('are refused by %j, with the place of the second', async (command) => {
    const { cwd, service, env } = await three();
    write(
      cwd,
      'inboxctl.yaml',
      `accounts:\n  ${first}: { ${settings('ALICE')} }\n  ${second}: { ${settings('BOB')} }\n`,
    );
    const { code, stdout, stderr } = await inboxctl(command, { cwd, env });
    const said = (stdout + stderr).replace(/\s+/g, ' ');
    expect({ code, said }).toEqual({ code: 3, said: expect.stringContaining(SAID) });
    expect(said).toContain('inboxctl.yaml:3:3');
    expect(service.requests).toEqual([]);
  });

  it('are refused as files too, by the built program', async () => {
    const { cwd, service, env } = await three();
    write(cwd, 'inboxctl.yaml', 'accounts: accounts\nrules: [rules/common]\n');
    for (const [index, key] of ['ALICE', 'BOB'].entries()) {
      write(cwd, `accounts/${NAMES[index]}.yaml`, settings(key));
    }
    const { code, stderr } = await program(['apply', '--yes'], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(SAID) });
    expect(stderr).toContain('accounts/\u0430lice.yaml');
    expect(service.requests).toEqual([]);
  });

  it('are two where a person sees two', async () => {
    const { cwd, env } = await three();
    write(cwd, 'inboxctl.yaml', `accounts:\n  anna: { ${settings('ALICE')} }\n  анна: { ${settings('BOB')} }\n`);
    expect(await inboxctl(['validate'], { cwd, env })).toMatchObject({ code: 0 });
  });
});
