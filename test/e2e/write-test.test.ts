/** `inboxctl explain --write-test`: a mail and its outcomes become a test, and the rest of the file stays as it is. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Mail, mailOf } from '../../src/model/mail.ts';
import { canonicalName } from '../../src/planning/canonical.ts';
import { parseTestsFile } from '../../src/source/load/parse-tests.ts';
import { mailIn } from '../../src/source/load/read-mail.ts';
import { forAll } from '../harness/for-all.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';
import { hostileText } from '../source/hostile-texts.ts';

const FILES = {
  'a.eml': 'From: J <j@news.example.com>\nTo: me@example.com\nCc: all@example.com\nSubject: Issue 12\n\nthe body\n',
  'rules/all.yaml': `rules:
  - { name: Team, condition: { static: { to: team@example.com } }, actions: [{ type: STAR }] }
  - { name: Refunds, condition: { aiInstructions: asks for a refund }, actions: [{ type: STAR }] }
  - { name: Newsletters, condition: { static: { from: "@news.example.com" } }, actions: [{ type: ARCHIVE }] }
`,
  'tests/.keep': '',
};

const NEW_TEST = `  - name: Issue 12
    mail:
      from: J <j@news.example.com>
      to: me@example.com
      subject: Issue 12
    expect:
      "Refunds": ai
      "Newsletters": matches
    others: no
`;

const ADD = ['explain', '--mail', 'a.eml', '--write-test', 'tests/mails.yaml'];

const textIn = (cwd: string, name = 'tests/mails.yaml') => readFileSync(path.join(cwd, name), 'utf8');

/** Runs a command that must end well, and gives what it says. */
async function done(cwd: string, args: readonly string[], env = {}): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
  expect(code, stdout + stderr).toBe(0);
  return { stdout, stderr };
}

/** Runs a command that must be refused, and gives what it says, in one line. */
async function refused(cwd: string, args: readonly string[], env = {}): Promise<string> {
  const before = existsSync(path.join(cwd, 'tests/mails.yaml')) ? textIn(cwd) : null;
  const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(existsSync(path.join(cwd, 'tests/mails.yaml')) ? textIn(cwd) : null).toBe(before);
  return stderr.replace(/\s+/g, ' ').trim();
}

describe('explain --write-test', () => {
  const OLD = '- name: old # kept\n    mail: { subject: "a" }   # kept, too\n    others: ai\n';
  const DOCUMENT = `---\ntests:\n${NEW_TEST}`;
  it.each([
    ['a list', `# head\ntests:\n  ${OLD}\n# tail\n`, NEW_TEST],
    ['a list that is not indented', `tests:\n${OLD.replace(/^ {2}/gm, '')}`, NEW_TEST.replace(/^ {2}/gm, '')],
    [
      'a list that is indented far',
      `tests:\n     ${OLD.replace(/^/gm, '   ').trim()}\n`,
      `${NEW_TEST.replace(/^/gm, '   ').trimEnd()}\n`,
    ],
    ['a list with names beneath dashes', `tests:\n  ${OLD.replace('- ', '-\n    ')}`, DOCUMENT],
    ['no line break at the end', `tests:\n  ${OLD.trimEnd()}`, `\n${NEW_TEST}`],
    [
      'a block that ends with empty lines',
      'tests:\n  - others: ai\n    name: old\n    mail:\n      subject: |+\n        a\n\n',
      NEW_TEST,
    ],
    [
      'several documents',
      `tests:\n  ${OLD}---\ntests:\n    - name: b\n      mail: { subject: b }\n      others: ai\n`,
      `${NEW_TEST.replace(/^/gm, '  ').trimEnd()}\n`,
    ],
    ['a list in brackets', 'tests: [{ name: old, mail: { subject: a-b }, others: ai }]\n', DOCUMENT],
    ['an empty list', 'tests: []\n', DOCUMENT],
    ['no list', 'tests:\n', DOCUMENT],
    ['nothing but comments', '# yaml-language-server: $schema=x\n# - name: none\n', `tests:\n${NEW_TEST}`],
    ['nothing', '', `tests:\n${NEW_TEST}`],
    ['line breaks of Windows', `tests:\r\n  ${OLD.replaceAll('\n', '\r\n')}`, NEW_TEST.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufefftests:\n  ${OLD}`, NEW_TEST],
  ])('leaves the rest of the file byte for byte: %s', async (_, before, added) => {
    const cwd = projectOf({ ...FILES, 'tests/mails.yaml': before });
    await done(cwd, ADD);
    expect(textIn(cwd)).toBe(before + added);
    const { tests, problems } = parseTestsFile('', textIn(cwd).replace('\ufeff', ''));
    expect(problems).toEqual([]);
    expect(tests.at(-1)?.written.name).toBe('Issue 12');
    const { stdout } = await done(cwd, ['test', '--only', 'Issue 12']);
    expect(stdout).toContain('1 passed');
  });

  it.each([
    ...['“Billing”', '– all', 'Rechnung：alle', 'alles”', '2024', 'no', '<<', '__proto__', '? a', "it's", 'a: b'],
    'a #b',
  ])('names a rule that is called like something in YAML: %s', async (name) => {
    const rule = { name, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] };
    const cwd = projectOf({ ...FILES, 'rules/a.yaml': JSON.stringify(rule) });
    await done(cwd, ADD);
    expect(textIn(cwd)).toMatch(/^ {6}.*: ai\n {6}"Refunds": ai$/m);
    await done(cwd, ['test']);
  });

  it('cuts a long subject in the name, and keeps it in the mail', async () => {
    const cwd = projectOf(FILES);
    const subject = 'word '.repeat(1_000).trim();
    await done(cwd, ['explain', '--subject', subject, ...ADD.slice(3)]);
    const [test] = parse(textIn(cwd)).tests;
    expect(test.mail).toEqual({ subject });
    expect(test.name).toMatch(/^(word ){11}word…$/);
    await done(cwd, ['test']);
  });
});

describe('explain --write-test refuses', () => {
  it('a file that is not a text, or a link', async () => {
    const cwd = projectOf(FILES);
    writeFileSync(path.join(cwd, 'tests/mails.yaml'), Buffer.from([0x74, 0xff, 0xc3]));
    expect(await refused(cwd, ADD)).toContain('UTF-8');
    symlinkSync('mails.yaml', path.join(cwd, 'tests/link.yaml'));
    expect(await refused(cwd, [...ADD.slice(0, 4), 'tests/link.yaml'])).toContain('tests/link.yaml');
  });

  it.each([
    ['tests/link/mails.yaml', 'tests/link', 'folder', 'more'],
    ['tests/link/deep/mails.yaml', 'tests/link', 'folder', 'more'],
    ['linked/mails.yaml', 'linked', 'folder', 'more'],
    ['tests/link.yaml', 'tests/link.yaml', 'file', 'more/b.yaml'],
    ['tests/link.yaml', 'tests/link.yaml', 'file', 'gone.yaml'],
  ])('%s where %s is a linked %s, before it reads or writes there', async (file, link, kind, target) => {
    const more = { 'more/mails.yaml': 'tests: [\n', 'more/deep/.keep': '', 'more/b.yaml': 'tests: [\n' };
    const cwd = projectOf({ ...FILES, ...more, 'inboxctl.yaml': 'tests: [tests, linked]\n' });
    symlinkSync(path.join(cwd, target), path.join(cwd, link));
    expect(await refused(cwd, [...ADD.slice(0, 4), file])).toBe(
      `error: This ${kind} is a link. Links are not followed. ${link} Put the ${kind} itself here, or add the place that it leads to under \`tests:\` in inboxctl.yaml.`,
    );
    expect(readdirSync(path.join(cwd, 'more')).sort()).toEqual(['b.yaml', 'deep', 'mails.yaml']);
  });

  it('an outcome that depends on a variable that is not set, and a mail or a rule with the value of one or a key', async () => {
    const rule = 'name: A\ncondition: { static: { from: { env: SENDERS } } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ ...FILES, 'rules/a.yaml': rule });
    const why = 'No test was added to tests/mails.yaml: it would contain the value of a variable or a key.';
    for (const env of [
      { SENDERS: 'j@news.example.com' },
      { SENDERS: 'x@x.example', INBOXCTL_API_KEY: 'Issue 12' },
      { SENDERS: 'Newsletters' },
    ]) {
      expect(await refused(cwd, ADD, env)).toContain(why);
    }
    expect(await refused(cwd, ADD)).toContain('is in the variable SENDERS, which is not set');
    await done(cwd, ['explain', 'Team', ...ADD.slice(1)]);
    await done(cwd, ADD, { SENDERS: 'other@example.com' });
  });

  it('a mail that would make the file too large', async () => {
    const cwd = projectOf({ ...FILES, 'a.eml': `Subject: ${'x'.repeat(1024 * 1024 - 20)}\n\n` });
    expect(await refused(cwd, ADD)).toContain(
      'be too large. Name another file, or write the test yourself, with the saved mail: `mail: { file: issue.eml }`.',
    );
    write(cwd, 'tests/mails.yaml', 'tests: [{ name: long, mail: { file: ../a.eml }, expect: { Newsletters: no } }]\n');
    expect((await done(cwd, ['test'])).stdout).toBe('1 test: 1 passed.\n');
  });
});

describe('explain --write-test with several accounts', () => {
  const of = (name: string, from: string) =>
    `name: ${name}\ncondition: { static: { from: "${from}" } }\nactions: [{ type: STAR }]\n`;
  const project = (settings: string, more: Record<string, string> = {}) =>
    projectOf({
      'a.eml': FILES['a.eml'],
      'inboxctl.yaml': `accounts:\n${settings}`,
      'tests/.keep': '',
      'rules/news.yaml': of('News', '@news.example.com'),
      ...more,
    });
  const DIFFER =
    'the accounts that read it differ, or were not all asked. Name rules, or a file that one account reads.';

  it('is one test for accounts that agree', async () => {
    const cwd = project('  a: { rules: [rules] }\n  b: { rules: [rules, b] }\n', {
      'b/b.yaml': of('B', 'b@b.example'),
    });
    await done(cwd, ADD);
    expect(parse(textIn(cwd)).tests).toMatchObject([{ expect: { News: 'matches' }, others: 'no' }]);
    expect((await done(cwd, ['test'])).stdout).toContain('2 passed');
  });

  it('asks which account is meant where they differ', async () => {
    const settings = '  a: { rules: [rules, a], tests: [tests, ta] }\n  b: { rules: [rules, b] }\n';
    const files = {
      'a/a.yaml': of('Both', 'j@news.example.com'),
      'b/b.yaml': of('Both', 'b@b.example'),
      'ta/.keep': '',
    };
    const cwd = project(settings, files);
    expect(await refused(cwd, ADD)).toContain(DIFFER);
    // With the rules of one account alone, the test would fail for the other.
    expect(await refused(cwd, [...ADD, '--account', 'a'])).toContain(DIFFER);
    await done(cwd, [...ADD.slice(0, 4), 'ta/mails.yaml', '--account', 'a']);
    expect(parse(textIn(cwd, 'ta/mails.yaml')).tests[0].expect).toEqual({ Both: 'matches', News: 'matches' });
    await done(cwd, ['explain', 'News', ...ADD.slice(1)]);
    expect((await done(cwd, ['test'])).stdout).toContain('3 passed');
  });

  it('refuses a file that only accounts read which are not selected', async () => {
    const cwd = project('  a: { rules: [rules], tests: [ta] }\n  b: { rules: [rules] }\n');
    expect(await refused(cwd, [...ADD, '--account', 'a'])).toContain(DIFFER);
  });
});

describe('a test that was written', () => {
  const encoded = (text: string) => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
  const text = fc.oneof(
    hostileText,
    fc.constantFrom(
      ...['\0 \u0007', 'a: b # c', '"\'`', 'a\n::error::b\n', '\u202egro\u202c', '👩‍👩‍👧‍👦 ❤️', '- [x]'],
      'x'.repeat(5_000),
    ),
  );
  const mail = fc.record({ from: text, to: text, subject: text, isReply: fc.boolean() });
  const name = hostileText.map(canonicalName).filter((one) => one === canonicalName(one) && one !== '');

  it('has the same mail and passes, whatever is in the mail and in the names of rules', async () => {
    const mails = fc.array(mail, { minLength: 1, maxLength: 3 });
    const names = fc.uniqueArray(name, { maxLength: 3 });
    await forAll([mails, names], 15, async (all, rules) => {
      const cwd = projectOf({ 'tests/.keep': '', 'rules/all.yaml': JSON.stringify({ rules: [] }) });
      const named = [...rules, 'Any'].map((one) => {
        return { name: one, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] };
      });
      write(cwd, 'rules/all.yaml', JSON.stringify({ rules: named }));
      const wanted: Mail[] = [];
      for (const { from, to, subject, isReply } of all) {
        const headers = [
          `From: ${encoded(from)} <a@b.example>`,
          `To: ${encoded(to)}`,
          `Subject: ${encoded(subject)}`,
          ...(isReply ? ['In-Reply-To: <a@b>'] : []),
        ];
        write(cwd, 'a.eml', `${headers.join('\n')}\n\n`);
        const read = mailIn(readFileSync(path.join(cwd, 'a.eml')), '');
        if ('code' in read) throw new Error(read.code);
        wanted.push(read.mail);
        const { code, stderr } = await inboxctl(ADD, { cwd });
        expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Added the test') });
      }
      const written = textIn(cwd);
      const { tests, problems } = parseTestsFile('', written);
      expect(problems).toEqual([]);
      expect(tests.map((one) => mailOf(one.written.mail))).toEqual(wanted);
      for (const one of tests)
        expect(Object.keys(one.written.expect ?? {}).toSorted()).toEqual([...rules, 'Any'].toSorted());
      expect(written).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029](?<!\n)/u);
      const { code, stdout } = await inboxctl(['test'], { cwd });
      expect(code, stdout).toBe(0);
    });
  });
});
