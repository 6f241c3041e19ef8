/** A folder of account files beside inboxctl.yaml: every command works with it as with a list, and problems point into the files. */
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountsDocument } from '../../src/model/accounts.ts';
import { planDocument } from '../../src/model/plan.ts';
import { isInShard } from '../../src/model/shard.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const rule = (name: string, type = 'STAR') =>
  `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ${type} }]\n`;

const FILES = {
  'inboxctl.yaml': 'accounts: accounts\nrules: [rules/common]\n',
  'rules/common/a.yaml': rule('A'),
  'rules/alice/b.yaml': rule('B'),
};

async function problemsOf(files: Record<string, string>, prepare: (cwd: string) => void = () => {}) {
  const cwd = projectOf({ ...FILES, ...files });
  prepare(cwd);
  const { code, stdout, stderr } = await inboxctl(['validate'], { cwd });
  return { code, text: stdout + stderr };
}

/** One of the problems begins with the message and names the place. Lines are as wide as the terminal. */
function expectAt(text: string, place: string, message: string): void {
  const blocks = text.split('\n\n').filter((block) => block.split('\n').includes(`  ${place}`));
  const said = blocks.map((block) => block.replaceAll(/\s+/g, ' '));
  expect(said).toContainEqual(expect.stringMatching(`^error: ${message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
}

async function listed(cwd: string, ...args: string[]) {
  const { stdout } = await inboxctl(['accounts', '--format', 'json', ...args], { cwd });
  return accountsDocument.parse(JSON.parse(stdout)).accounts;
}

describe('a folder of account files', () => {
  it('is the same as a list in the project file', async () => {
    const baseUrl = 'https://mail.example.com/api/v1';
    const list = projectOf({
      ...FILES,
      'inboxctl.yaml': `rules: [rules/common]
accounts:
  alice: { baseUrl: "${baseUrl}", apiKey: { env: INBOXCTL_A_KEY }, rules: [rules/common, rules/alice], guard: { maxDeletes: 3 } }
  bob:
`,
    });
    const folder = projectOf({
      ...FILES,
      'accounts/alice.yaml': `baseUrl: "${baseUrl}"
apiKey: { env: INBOXCTL_A_KEY }
rules: [../rules/common, ../rules/alice]
guard: { maxDeletes: 3 }
`,
      'accounts/bob.yml': '',
      'accounts/.draft.yaml': 'anything: [',
      'accounts/README.md': '# Who is who',
    });
    expect(await listed(folder)).toEqual(await listed(list));
    expect((await listed(folder)).map(({ name }) => name)).toEqual(['alice', 'bob']);
  });

  it('has the rules of each relative to the file that they stand in', async () => {
    const cwd = projectOf({
      'mail/inboxctl.yaml': 'accounts: people/all\n',
      'mail/people/all/alice.yaml': 'rules: [../rules, ../../common]\n',
      'mail/people/all/rules.txt': '',
      'mail/people/all/.git': '',
      'mail/common/a.yaml': rule('A'),
    });
    expect((await listed(path.join(cwd, 'mail')))[0]?.rules).toEqual(['people/rules', 'common']);
  });

  it('has the same names however the disk writes their accents', async () => {
    const names = ['Ångström', 'b', 'zoë', '한글'];
    for (const form of ['NFC', 'NFD']) {
      const files = names.map((name) => [
        `accounts/${name.normalize(form)}.yaml`,
        `apiKey: { env: INBOXCTL_K${name.length} }\n`,
      ]);
      const cwd = projectOf({ 'inboxctl.yaml': 'accounts: accounts\n', ...Object.fromEntries(files) });
      expect((await listed(cwd)).map(({ name }) => name)).toEqual(['b', 'zoë', 'Ångström', '한글']);
      for (const typed of ['한글', '한글'.normalize('NFD'), 'zo*', 'zoë'.normalize('NFD')]) {
        expect(await listed(cwd, '--account', typed)).toHaveLength(1);
      }
      expect(await listed(cwd, '--shard', '2/2')).toEqual(
        (await listed(cwd)).filter(({ name }) => isInShard(name, { index: 2, count: 2 })),
      );
    }
  });

  it('is planned, applied, rolled back and asked for statistics, with shards and names', async () => {
    const service = await serve();
    const cwd = projectOf({ ...FILES, 'accounts/alice.yaml': 'rules: [../rules/common, ../rules/alice]\n' });
    const env = service.env;
    const run = (...args: string[]) => inboxctl(args, { cwd, env });
    const { stdout } = await run('plan', '--format', 'json');
    const plan = planDocument.parse(JSON.parse(stdout));
    expect(plan.changes.map(({ account, source }) => [account, source?.file])).toEqual([
      ['alice', 'rules/common/a.yaml'],
      ['alice', 'rules/alice/b.yaml'],
    ]);
    expect(await run('apply', '--yes', '--account', 'al*', '--shard', '1/1')).toMatchObject({ code: 0 });
    expect(
      service
        .rules()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['A', 'B']);
    expect(await run('fmt')).toMatchObject({ code: 0 });
    expect(await run('doctor')).toMatchObject({ code: 0 });
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(await run('stats', 'volume')).toMatchObject({ code: 0 });
    expect(await run('rollback', '--yes')).toMatchObject({ code: 0 });
    expect(service.rules()).toEqual([]);
  });

  it('takes the names of a pull into the file that says what is ignored', async () => {
    const service = await serve();
    const cwd = projectOf({
      ...FILES,
      'accounts/alice.yaml': '# Of Alice\nignore: [Old]\n',
      'accounts/bob.yaml': 'apiKey: { env: INBOXCTL_B_KEY }\n',
    });
    expect(await inboxctl(['apply', '--yes', '--account', 'alice'], { cwd, env: service.env })).toMatchObject({
      code: 0,
    });
    const [there] = service.rules();
    if (there === undefined) throw new Error('There is a rule');
    const [action] = there.actions;
    service.put({
      ...there,
      id: 'ckx9q2s7l0000v8mn4h2r1abc',
      name: 'Made in the web page',
      actions: [{ ...action, type: 'INTEGRATION' } as NonNullable<typeof action>],
    });
    const pulled = await inboxctl(['pull', '--force', '--account', 'alice'], { cwd, env: service.env });
    expect(pulled.code).toBe(0);
    expect(pulled.stderr.replaceAll(/\s+/g, ' ')).toContain('`ignore` in accounts/alice.yaml');
    expect(readFileSync(path.join(cwd, 'accounts/alice.yaml'), 'utf8')).toBe(
      '# Of Alice\nignore: [Old, Made in the web page]\n',
    );
    expect(readFileSync(path.join(cwd, 'inboxctl.yaml'), 'utf8')).toBe(FILES['inboxctl.yaml']);
  });
});

describe('what is wrong with account files', () => {
  it('is said of all at once, with its place', async () => {
    const { code, text } = await problemsOf(
      {
        'accounts/alice.yaml': 'apiKey: { env: INBOXCTL_A_KEY }\nbaseUrll: https://mail.example.com/api/v1\n',
        'accounts/bob.yaml': '',
        'accounts/bob.yml': '',
        'accounts/-carol.yaml': '',
        'accounts/dave.yaml': 'undeclared: maybe\n',
        'accounts/erin.yaml': 'rules: [a]\n---\nrules: [b]\n',
        'accounts/frank.yaml': '- a list\n',
        'accounts/grace.yaml': 'policy: { forwardTo: [\n',
        'accounts/heidi.yaml': 'version: 1\n',
        'accounts/team/ivan.yaml': '',
        'inboxctl.yaml': 'accounts: accounts\nundeclared: never\n',
      },
      (cwd) => symlinkSync('bob.yaml', path.join(cwd, 'accounts/judy.yaml')),
    );
    expect(code).toBe(3);
    expect(text).toContain(`error: "baseUrll" is not a key of an account.
  accounts/alice.yaml:2:1
  2 | baseUrll: https://mail.example.com/******
    | ^^^^^^^^
  Did you mean \`baseUrl\`?`);
    expectAt(text, 'accounts/bob.yml', 'The account "bob" has another file already');
    expectAt(text, 'accounts/-carol.yaml', '"-carol" is not a valid account name.');
    expectAt(text, 'accounts/dave.yaml:1:13', 'Invalid value for `undeclared`: `maybe`.');
    expectAt(text, 'accounts/erin.yaml:3:1', 'The file of an account holds more than one');
    expectAt(text, 'accounts/frank.yaml:1:1', 'The file of an account must be a mapping.');
    expect(text).toMatch(/^ {2}accounts\/grace\.yaml:\d:\d+$/m);
    expectAt(text, 'accounts/heidi.yaml:1:1', '"version" is not a key of an account.');
    expectAt(text, 'accounts/team', 'This is a folder, among the files of accounts.');
    expectAt(text, 'accounts/judy.yaml', 'This is a link, among the files of accounts.');
    expectAt(text, 'inboxctl.yaml:2:13', 'Invalid value for `undeclared`: `never`.');
  });

  it.each([
    ['accounts: missing', 'The folder of account files missing does not exist. inboxctl.yaml:1:11'],
    ['accounts: ..', 'The folder of account files .. is outside the project.'],
    ['accounts: .hidden', 'The folder of account files .hidden is hidden'],
    ['accounts: inboxctl.yaml', 'The folder of account files inboxctl.yaml is not a folder.'],
    ['accounts: rules', 'This is a folder, among the files of accounts.'],
    ['accounts: empty', 'The folder of account files empty has no account.'],
    ['accounts: linked', 'The folder of account files linked is a link'],
    ['accounts: ""', 'Invalid value for `accounts`: empty.'],
    ['accounts: [accounts]', 'Invalid value for `accounts`: a list.'],
  ])('has a place and a remedy: %s', async (line, message) => {
    const files = { 'inboxctl.yaml': `${line}\n`, 'empty/.gitkeep': '', '.hidden/a.yaml': '', 'accounts/a.yaml': '' };
    const { code, text } = await problemsOf(files, (cwd) => symlinkSync('accounts', path.join(cwd, 'linked')));
    expect(code).toBe(3);
    // Lines are as wide as the terminal.
    expect(text.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  it.each(['rules', './rules/alice', '../accounts/rules', '.'])(
    'is said of rules that would lie among them: %s',
    async (root) => {
      const { code, text } = await problemsOf({ 'accounts/alice.yaml': `rules: [../rules, ${root}]\n` });
      expect(code).toBe(3);
      const lines = text.replaceAll('\n  ', ' ');
      const message = `The rules of an account cannot be in the folder of account files: ${root}.`;
      expectAt(text, 'accounts/alice.yaml:1:19', message);
      expect(lines).toContain('Paths are relative to this file: ../rules is beside its folder.');
    },
  );

  it('is said where two files have one name, with accents of their own and without', async () => {
    const zoë = 'zoë'.normalize('NFC');
    const { code, text } = await problemsOf({
      [`accounts/${zoë}.yaml`]: '',
      [`accounts/${zoë.normalize('NFD')}.yaml`]: '',
    });
    expect(code).toBe(3);
    expect(text).toContain(`The account "${zoë}" has another file already`);
  });

  it('never shows what may be a key', async () => {
    const { text } = await problemsOf({
      'accounts/a.yaml': `apiKey: ${KEY}\n`,
      'accounts/b.yaml': `apiKey: { key: ${KEY} }\n`,
    });
    expect(text).toContain('accounts/a.yaml:1:9');
    expect(text).toContain('accounts/b.yaml:1:11');
    expect(text).not.toContain(KEY);
  });

  it('points into the file of the account: its address, its policy, and the inbox that it shares', async () => {
    const url = 'baseUrl: https://mail.example.com/api/v1';
    const { text } = await problemsOf({
      'rules/common/a.yaml': rule('A', 'DELETE'),
      'accounts/alice.yaml': `${url}\napiKey: { env: INBOXCTL_A_KEY }\npolicy:\n  forbidActions: [DELETE]\n`,
      'accounts/bob.yaml': 'baseUrl: ftp://mail.example.com\n',
      'accounts/carol.yaml': `${url}\napiKey: { env: INBOXCTL_A_KEY }\n`,
    });
    expectAt(text, 'accounts/bob.yaml:1:10', 'bob: The base URL of the account bob');
    expect(text).toContain('accounts/alice.yaml:4:3');
    expectAt(text, 'accounts/carol.yaml', 'The accounts "alice" and "carol" are the same inbox');
  });
});
