/** A folder of account files beside inboxctl.yaml: every command works with it as with a list, and problems point into the files. */
import { readFileSync } from 'node:fs';
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

async function listed(cwd: string, ...args: string[]) {
  const { stdout } = await inboxctl(['accounts', '--format', 'json', ...args], { cwd });
  return accountsDocument.parse(JSON.parse(stdout)).accounts;
}

describe('a folder of account files', () => {
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
});
