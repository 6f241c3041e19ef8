/** Accounts of the files and of a base are the same where address and key are: with another one, an account has no base. */
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/model/digest.ts';
import { planDocument } from '../../src/model/plan.ts';
import { shardOf } from '../../src/model/shard.ts';
import { program } from '../harness/program.ts';
import { serve, write } from '../harness/project.ts';
import { change, commit, type Files, repository } from '../source/git-repository.ts';

const rule = (name: string, find: string) =>
  `name: ${name}\ncondition: { aiInstructions: ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string, find: string) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});

/** A project file with these accounts, each with its variable and rules of its own. */
const accounts = (of: Record<string, string>, more = '') =>
  `accounts:\n${Object.entries(of)
    .map(([name, variable]) => `  ${name}: { apiKey: { env: ${variable} }, rules: [rules/${name}]${more} }\n`)
    .join('')}`;

const KEYS = { INBOXCTL_ALICE_KEY: 'key-of-the-inbox-of-alice', INBOXCTL_BOB_KEY: 'key-of-the-inbox-of-bob' };
const NEW_KEY = 'renewed-key-of-the-inbox-of-alice';
const AS_AT_BASE = { alice: 'INBOXCTL_ALICE_KEY', bob: 'INBOXCTL_BOB_KEY' };
const SWAPPED = { alice: 'INBOXCTL_BOB_KEY', bob: 'INBOXCTL_ALICE_KEY' };

const BASE: Files = {
  'inboxctl.yaml': accounts(AS_AT_BASE),
  'rules/alice/all.yaml': `rules:\n${['News', 'Family'].map((name) => item(name, 'alice')).join('')}`,
  'rules/bob/all.yaml': `rules:\n${['News', 'Bills'].map((name) => item(name, 'bob')).join('')}`,
};

function item(name: string, find: string): string {
  return rule(name, find).replace(/^/gm, '    ').replace('    name', '  - name').trimEnd().concat('\n');
}

/** Two inboxes that are as the base declares, but for a rule of alice that somebody made in the web page. */
async function inboxes(changed: Files) {
  const service = await serve({
    seed: {
      inboxes: [
        { name: 'alice', rules: [live('News', 'alice'), live('Family', 'alice'), live('Stray', 'by hand')] },
        { name: 'bob', rules: [live('News', 'bob'), live('Bills', 'bob')] },
      ],
      keys: [
        { key: KEYS.INBOXCTL_ALICE_KEY, inbox: 'alice' },
        { key: NEW_KEY, inbox: 'alice' },
        { key: KEYS.INBOXCTL_BOB_KEY, inbox: 'bob' },
      ],
    },
  });
  const cwd = repository([BASE]);
  commit(cwd, changed);
  const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
  const run = (args: readonly string[], variables: Record<string, string> = env) =>
    program(args, { cwd, env: variables });
  const plan = async (args: readonly string[] = [], variables: Record<string, string> = env, base = 'HEAD^') => {
    const all = ['plan', '--base', base, '--format', 'json', '--max-deletes', '9', ...args];
    const { code, stdout, stderr } = await run(all, variables);
    expect(code, stderr).toBe(0);
    const made = planDocument.parse(JSON.parse(stdout));
    return {
      made,
      changes: made.changes.map(({ account, op, name, origin }) => `${account}: ${op} ${name}: ${origin}`),
      warnings: made.notices.flatMap(({ code, severity, account, message }) =>
        code === 'base-other-inbox' ? [`${severity} ${account}: ${message.split('. ')[0]}.`] : [],
      ),
    };
  };
  const writes = () => service.requests.filter(({ method }) => method !== 'GET').length;
  return { ...service, cwd, env, run, plan, writes };
}

const ALL = [
  'alice: delete Bills: edit',
  'alice: create Family: edit',
  'alice: replace News: edit',
  'bob: create Bills: edit',
  'bob: delete Family: edit',
  'bob: replace News: edit',
  'bob: delete Stray: edit',
];
const AS_BEFORE = ['alice: delete Stray: base'];
const warningOf = (account: string, what = 'key') =>
  `warning ${account}: Its ${what} is another one than at HEAD^: this may be another inbox.`;

describe('accounts whose keys are swapped', () => {
  it('have no base: all that differs is planned, with a warning for each', async () => {
    const { plan } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    const { made, changes, warnings } = await plan();
    expect(changes).toEqual(ALL);
    expect(made.summary).toMatchObject({ create: 2, replace: 2, delete: 3 });
    expect(made.digest).toBe(planDigest(made.changes, made.accounts));
    expect(warnings).toEqual([warningOf('alice'), warningOf('bob')]);
  });

  it('are refused by the guards of deletes, and told to keep no rule of another inbox', async () => {
    const none = { 'rules/alice/all.yaml': rule('Family', 'alice'), 'rules/bob/all.yaml': rule('Bills', 'bob') };
    const { run, cwd, writes } = await inboxes(none);
    commit(cwd, { 'inboxctl.yaml': accounts(SWAPPED) });
    for (const command of [['plan'], ['apply', '--yes']]) {
      const { code, stdout, stderr } = await run([...command, '--base', 'HEAD^']);
      expect(code).toBe(4);
      expect(stdout).toContain('Its key is another one than at HEAD^');
      expect(stdout).toMatch(/^Refused plan: .*\n! May be another inbox than at HEAD\^: alice, bob$/m);
      expect(stdout).not.toContain('Not from this change');
      expect(stdout + stderr).not.toContain('inboxctl pull');
      expect(stderr.replace(/\s+/g, ' ')).toContain('correct the key or the address of the account in inboxctl.yaml');
    }
    expect(writes()).toBe(0);
  });

  it('are applied as they were shown', async () => {
    const { run, rules } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    const ended = await run(['apply', '--base', 'HEAD^', '--max-deletes', '9', '--yes']);
    expect(ended.code).toBe(0);
    expect(ended.stdout).not.toContain('left alone');
    const found = (name: string) => rules(name).map(({ name, condition }) => `${name}: ${condition?.aiInstructions}`);
    expect(found('bob').sort()).toEqual(['Family: alice', 'News: alice']);
    expect(found('alice').sort()).toEqual(['Bills: bob', 'News: bob']);
  });

  it('have none with a bundle of keys either', async () => {
    const { plan, cwd, env } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    write(
      cwd,
      'keys.env',
      Object.entries(KEYS)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const { INBOXCTL_BASE_URL } = env;
    const { changes, warnings } = await plan(['--api-keys-file', 'keys.env'], { INBOXCTL_BASE_URL });
    expect([changes, warnings]).toEqual([ALL, [warningOf('alice'), warningOf('bob')]]);
  });

  it.each(['alice', 'bob'])('have none in the shard of %s either', async (name) => {
    const { plan } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    const { changes, warnings } = await plan(['--shard', `${shardOf(name, 7)}/7`]);
    expect(changes).toEqual(ALL.filter((one) => one.startsWith(`${name}:`)));
    expect(warnings).toEqual([warningOf(name)]);
  });

  it('have one again once the base has the swapped keys too', async () => {
    const { plan, cwd } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    commit(cwd, { 'README.md': 'x' });
    const { changes, warnings } = await plan();
    expect(changes).toEqual(ALL.map((one) => one.replace(/edit$/, 'base')));
    expect(warnings).toEqual([]);
  });

  it('have the base of the input where one key is given for the account', async () => {
    const { plan, cwd } = await inboxes({ 'inboxctl.yaml': accounts(SWAPPED) });
    write(cwd, 'key', KEYS.INBOXCTL_ALICE_KEY);
    const { changes, warnings } = await plan(['--account', 'alice', '--api-key-file', 'key']);
    expect([changes, warnings]).toEqual([AS_BEFORE, []]);
  });
});

describe('an account', () => {
  it('with a renewed key in the same variable has its base', async () => {
    const { plan, env } = await inboxes({ 'README.md': 'x' });
    const { changes, warnings } = await plan([], { ...env, INBOXCTL_ALICE_KEY: NEW_KEY });
    expect([changes, warnings]).toEqual([AS_BEFORE, []]);
  });

  const RENAMED = { 'inboxctl.yaml': accounts({ ...AS_AT_BASE, alice: 'INBOXCTL_ALICE' }) };
  const OF_ALICE = ['alice: delete Stray: edit'];

  it('whose variable has another name and the same value has its base', async () => {
    const { plan, env, cwd } = await inboxes(RENAMED);
    const both = { ...env, INBOXCTL_ALICE: KEYS.INBOXCTL_ALICE_KEY };
    const { changes, warnings } = await plan([], both);
    expect([changes, warnings]).toEqual([AS_BEFORE, []]);
    write(
      cwd,
      'keys.env',
      Object.entries(both)
        .flatMap(([name, value]) => (/KEY$|ALICE$/.test(name) ? `${name}=${value}\n` : []))
        .join(''),
    );
    const { INBOXCTL_BASE_URL } = env;
    const bundled = await plan(['--api-keys-file', 'keys.env'], { INBOXCTL_BASE_URL });
    expect([bundled.changes, bundled.warnings]).toEqual([AS_BEFORE, []]);
  });

  it('whose variable has another name has none where the old one is unset, or has another value', async () => {
    const { plan, env } = await inboxes(RENAMED);
    for (const old of ['', NEW_KEY]) {
      const variables = { ...env, INBOXCTL_ALICE_KEY: old, INBOXCTL_ALICE: KEYS.INBOXCTL_ALICE_KEY };
      const { changes, warnings } = await plan([], variables);
      expect([changes, warnings]).toEqual([OF_ALICE, [warningOf('alice')]]);
    }
  });

  it('with another address has none', async () => {
    const other = 'baseUrl: "https://mail.example.com/api/v1"';
    const { plan, cwd, baseUrl, env } = await inboxes({ 'inboxctl.yaml': accounts(AS_AT_BASE, `, ${other}`) });
    change(cwd, { 'inboxctl.yaml': accounts(AS_AT_BASE) });
    const { changes, warnings } = await plan([], env, 'HEAD');
    expect(changes).toEqual(OF_ALICE);
    const warning = (name: string) => warningOf(name, 'address').replace('HEAD^', 'HEAD');
    expect(warnings).toEqual([warning('alice'), warning('bob')]);
    const given = await plan(['--account', 'alice', '--base-url', baseUrl], env, 'HEAD');
    expect([given.changes, given.warnings]).toEqual([AS_BEFORE, []]);
    change(cwd, { 'inboxctl.yaml': accounts({ ...AS_AT_BASE, ...SWAPPED }) });
    expect((await plan([], env, 'HEAD')).warnings[0]).toBe(
      'warning alice: Its address and key are other ones than at HEAD: this may be another inbox.',
    );
  });

  it('with another name causes no changes', async () => {
    const { plan } = await inboxes({
      'inboxctl.yaml': accounts({ alicia: 'INBOXCTL_ALICE_KEY', bob: 'INBOXCTL_BOB_KEY' }),
      'rules/alicia/all.yaml': BASE['rules/alice/all.yaml'] ?? '',
    });
    const { changes, warnings } = await plan();
    expect([changes, warnings]).toEqual([['alicia: delete Stray: base'], []]);
  });

  it('that takes the key of one that is gone has none: under its name was another inbox', async () => {
    const { plan } = await inboxes({ 'inboxctl.yaml': accounts({ bob: 'INBOXCTL_ALICE_KEY' }) });
    const { changes, warnings } = await plan();
    expect(changes).toEqual(ALL.filter((one) => one.startsWith('bob:')));
    expect(warnings).toEqual([warningOf('bob')]);
  });

  it('that is new has none, and no warning', async () => {
    const { plan } = await inboxes({
      'inboxctl.yaml': accounts({ carol: 'INBOXCTL_BOB_KEY', alice: 'INBOXCTL_ALICE_KEY', bob: 'INBOXCTL_CAROL_KEY' }),
      'rules/carol/all.yaml': rule('News', 'bob'),
    });
    const { changes, warnings } = await plan(['--account', 'carol']);
    expect([changes, warnings]).toEqual([['carol: delete Bills: edit'], []]);
  });
});
