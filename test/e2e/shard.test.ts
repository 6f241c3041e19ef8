/** `--shard`: a share of the accounts for each of several machines, in every command that takes `--account`. */
import { describe, expect, it } from 'vitest';
import { accountsDocument } from '../../src/model/accounts.ts';
import { applyDocument } from '../../src/model/applied.ts';
import { doctorDocument } from '../../src/model/doctor.ts';
import { formattedDocument } from '../../src/model/formatted.ts';
import { planDocument } from '../../src/model/plan.ts';
import { pullDocument } from '../../src/model/pull.ts';
import { shardOf } from '../../src/model/shard.ts';
import { responseTimeDocument, volumeDocument } from '../../src/model/stats.ts';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin'];
const COUNT = 8;
const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;

/** The one shard of `COUNT` that has this account alone, and one that has none. */
const ofAlice = `${shardOf('alice', COUNT)}/${COUNT}`;
const free = Array.from({ length: COUNT }, (_, at) => at + 1).find((index) =>
  NAMES.every((name) => shardOf(name, COUNT) !== index),
);
const empty = `${free}/${COUNT}`;

function projectFor(baseUrl: string | null): string {
  const accounts = NAMES.map((name) => {
    const address = baseUrl === null ? '' : `baseUrl: "${baseUrl}", `;
    return `  ${name}: { ${address}apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`;
  });
  return projectOf({ 'inboxctl.yaml': `accounts:\n${accounts.join('')}`, 'rules/a.yaml': rule('A') });
}

const keys = Object.fromEntries(NAMES.map((name) => [`INBOXCTL_${name.toUpperCase()}_KEY`, `${KEY}-of-${name}`]));

it('one account is alone in its shard, and one shard is empty', () => {
  expect(NAMES.filter((name) => `${shardOf(name, COUNT)}/${COUNT}` === ofAlice)).toEqual(['alice']);
  expect(free).toBeDefined();
});

it('every command that takes --account takes --shard', () => {
  const having = (long: string) =>
    COMMANDS.filter(({ options }) => options.some(({ flags }) => flags.startsWith(long))).map(({ name }) => name);
  // What this machine ran is no share of anything.
  expect(having('--shard')).toEqual(having('--account').filter((name) => name !== 'runs'));
  expect(having('--shard').sort()).toEqual([
    ...['accounts', 'apply', 'doctor', 'explain', 'fmt', 'list', 'plan', 'pull', 'rollback', 'stats', 'test'],
    'validate',
  ]);
});

describe('--shard', () => {
  const names = async (...args: string[]) => {
    const cwd = projectFor('https://mail.example.com/api/v1');
    const { stdout, code } = await inboxctl(['accounts', '--format', 'json', ...args], { cwd });
    expect(code).toBe(0);
    return accountsDocument.parse(JSON.parse(stdout)).accounts.map(({ name }) => name);
  };

  it('has each account in one of the shards', async () => {
    const listed = await Promise.all([1, 2, 3].map((index) => names('--shard', `${index}/3`)));
    expect(listed).toEqual([1, 2, 3].map((index) => NAMES.filter((name) => shardOf(name, 3) === index)));
    expect(listed.flat().sort()).toEqual(NAMES);
  });

  it('takes first the names, then the share', async () => {
    expect(await names('--account', 'alice', '--account', 'bob', '--shard', ofAlice)).toEqual(['alice']);
    expect(await names('--account', 'bob', '--shard', ofAlice)).toEqual([]);
  });

  it.each(['0/4', '5/4', '1/10001', '3', 'a/b', ''])('says what to write instead of %j', async (shard) => {
    const { code, stderr } = await inboxctl(['plan', '--shard', shard], { cwd: projectFor(null) });
    expect(code).toBe(3);
    expect(stderr).toContain('It takes I/N, such as 3/20');
  });

  it('plans and applies its own share, and the flags for one account need it to have one', async () => {
    const { baseUrl, rules } = await serve({ key: keys.INBOXCTL_ALICE_KEY as string });
    const cwd = projectFor(null);
    const env = { INBOXCTL_BASE_URL: baseUrl, ...keys };
    write(cwd, 'key', `${keys.INBOXCTL_ALICE_KEY}\n`);
    const one = await inboxctl(['plan', '--shard', ofAlice, '--base-url', baseUrl, '--api-key-file', 'key'], { cwd });
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('1 to create') });
    const several = await inboxctl(['plan', '--shard', '1/1', '--base-url', baseUrl], { cwd, env });
    expect(several).toMatchObject({ code: 3, stderr: expect.stringContaining('--base-url is for one account, and 5') });
    const applied = await inboxctl(['apply', '--yes', '--shard', ofAlice], { cwd, env });
    expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining('[1/1] created') });
    expect(rules().map(({ name }) => name)).toEqual(['A']);
  });

  it('is in the command that goes on from there', async () => {
    const { baseUrl } = await serve({ key: keys.INBOXCTL_ALICE_KEY as string, faults: ['POST /rules 500-before'] });
    const env = { INBOXCTL_BASE_URL: baseUrl, ...keys };
    const args = ['apply', '--yes', '--retry-for', '0', '--shard', ofAlice];
    const { stdout } = await inboxctl(args, { cwd: projectFor(null), env });
    expect(stdout).toContain(`--shard ${ofAlice}`);
  });
});

describe('a shard without an account', () => {
  const line = `Shard ${empty} has no account: all 5 are in other shards.`;

  it.each([
    ...['validate', 'fmt', 'plan', 'apply --yes', 'pull', 'rollback', 'stats volume', 'stats response-time'],
    ...['doctor', 'accounts'],
  ])('is no error for %s', async (words) => {
    const args = words.split(' ');
    const cwd = projectFor(null);
    const { code, stdout, stderr } = await inboxctl([...args, '--shard', empty], { cwd });
    expect(code).toBe(0);
    expect(`${stdout}${stderr}`.split(line)).toHaveLength(2);
    const quiet = await inboxctl([...args, '--shard', empty, '--quiet'], { cwd });
    expect(quiet).toMatchObject({ code: 0 });
    expect(`${quiet.stdout}${quiet.stderr}`).not.toContain(line);
  });

  it.each([
    ['accounts', accountsDocument, { accounts: [] }],
    ['plan', planDocument, { accounts: [], changes: [], complete: true }],
    ['apply', applyDocument, { run: null, outcome: 'converged', changes: [] }],
    ['rollback', applyDocument, { run: null, outcome: 'converged', changes: [] }],
    ['pull', pullDocument, { files: [] }],
    ['fmt', formattedDocument, { files: [] }],
    ['doctor', doctorDocument, {}],
    ['stats volume', volumeDocument, { accounts: [] }],
    ['stats response-time', responseTimeDocument, { accounts: [] }],
  ] as const)('has a whole document from %s', async (words, schema, expected) => {
    const args = [...words.split(' '), '--format', 'json', '--shard', empty];
    const { code, stdout } = await inboxctl(args, { cwd: projectFor(null) });
    expect(code).toBe(0);
    const document = schema.parse(JSON.parse(stdout));
    expect(document).toMatchObject(expected);
    expect(document.notices).toEqual([{ code: 'shard-empty', severity: 'info', message: line }]);
  });

  it('has plans as Markdown and as a page, and a plan file that can be applied', async () => {
    const cwd = projectFor(null);
    for (const format of ['markdown', 'html']) {
      const { code, stdout } = await inboxctl(['plan', '--format', format, '--shard', empty], { cwd });
      expect({ format, code, says: stdout.includes('has no account') }).toEqual({ format, code: 0, says: true });
    }
    await inboxctl(['plan', '--output', 'plan.json', '--shard', empty], { cwd });
    const applied = await inboxctl(['apply', 'plan.json', '--yes', '--shard', empty, '--report', 'r.html'], { cwd });
    expect(applied).toMatchObject({ code: 0, stderr: `note: ${line}\n` });
  });

  it('writes nothing on a pull', async () => {
    const cwd = projectOf({ 'inboxctl.yaml': 'rules: [new]\naccounts: { alice: {} }\n' });
    const { code, stdout } = await inboxctl(['pull', '--shard', `${(shardOf('alice', 2) % 2) + 1}/2`], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
