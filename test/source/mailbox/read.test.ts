import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findMailSources } from '../../../src/source/mailbox/find.ts';
import { readMails } from '../../../src/source/mailbox/read.ts';
import { projectOf } from '../../harness/project.ts';
import { mboxOf, readIn, SEPARATOR, subjectsIn } from './mailboxes.ts';

const PYTHON = path.join(import.meta.dirname, 'written-by-python');
const written: { files: Record<string, string>; read: Record<string, [string, string][]> } = JSON.parse(
  readFileSync(path.join(PYTHON, 'mailboxes.json'), 'utf8'),
);

test.each(['python.mbox', 'Maildir'])('Python and inboxctl read the same mails in %s', async (name) => {
  const cwd = projectOf({ ...written.files, 'python.mbox': readFileSync(path.join(PYTHON, 'python.mbox')) });
  const { mails, leftOut, bytes } = await readIn(cwd, [name]);
  const pairs = mails.map(({ from, subject }) => [from, subject]);
  expect(pairs.sort()).toEqual(written.read[name]?.sort());
  expect(mails.filter(({ reply }) => reply)).toHaveLength(3);
  expect(leftOut).toEqual([]);
  expect(bytes.told).toBe(bytes.found);
});

/** As an export of Gmail has it: a number for the sender, the zone before the year, CRLF, and chats among the mails. */
const TAKEOUT = `From 1583290388308606088@xxx Mon Nov 06 04:42:58 +0000 2017
X-GM-THRID: 1583290388308606088
X-Gmail-Labels: =?UTF-8?Q?Posteingang,Wichtig,Ge=C3=B6ffnet?=
Delivered-To: me@example.com
From: =?UTF-8?Q?J=C3=B6rg?= <j@example.com>
To: me@example.com
Subject: First

From me you get this at 10:30.
From 12:00 on, in 2017,
you get more: nothing

From 1583290388308606089@xxx Mon Nov 06 05:42:58 +0000 2017
X-GM-THRID: 1583290388308606088
X-Gmail-Labels: Chat
From: Jane <jane@example.com>
MIME-Version: 1.0
Content-Type: text/plain

Hi
`;

test('reads an export of Gmail', async () => {
  for (const content of [TAKEOUT, TAKEOUT.replaceAll('\n', '\r\n'), TAKEOUT.replaceAll(' 2017\n', ' 2017 \r\n')]) {
    const { mails, leftOut } = await readIn(projectOf({ 'Takeout/Mail/All mail.mbox': content }));
    expect(mails).toEqual([
      { from: 'Jörg <j@example.com>', to: 'me@example.com', subject: 'First', reply: false },
      { from: 'Jane <jane@example.com>', to: '', subject: '', reply: false },
    ]);
    expect(leftOut).toEqual([]);
  }
});

test.each([
  ['asctime', 'From jane@example.com Mon Nov 23 04:00:00 2026'],
  ['a zone', 'From jane@example.com  Mon Nov 23 04:00:00 CET 2026'],
  ['a zone at the end', 'From jane@example.com Mon Nov 23 04:00:00 2026 +0100'],
  ['no seconds', 'From jane@example.com Mon Nov 23 04:00 2026'],
  ['an archive of a list', 'From jane at example.com  Mon Nov 23 04:00:00 2026'],
  ['Thunderbird of before', 'From - Mon Nov 23 04:00:00 2026'],
  ['Thunderbird', 'From '],
  ['Python', 'From MAILER-DAEMON Mon Nov 23 04:00:00 2026'],
  ['Eudora', 'From ???@??? Mon Nov 23 04:00:00 2026'],
  ['a date as in mails', 'From jane@example.com Mon, 23 Nov 2026 04:00:00 +0000'],
  ['git', 'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001'],
])('a mail begins with a line of %s', async (_, line) => {
  for (const end of ['\n', '\r\n']) {
    const mails = ['a', 'b', 'c'].map((subject) => `${line}\nX-Mozilla-Status: 0001\nSubject: ${subject}\n\nbody\n`);
    // With and without an empty line before the next mail.
    expect(await subjectsIn(mails.join('').replaceAll('\n', end))).toEqual(['a', 'b', 'c']);
    expect(await subjectsIn(mails.join('\n').replaceAll('\n', end))).toEqual(['a', 'b', 'c']);
  }
});

test.each([
  'From here on\nSubject: it is a body\n',
  'From 10:30 on\nSubject: no year\n',
  'From 2026 on\nSubject: no time\n',
  'From jane@example.com Mon Nov 23 04:00:00 2026\n\nSubject: no header after it\n',
  'From jane@example.com Mon Nov 23 04:00:00 2026\nno header after it\n',
  '>From jane@example.com Mon Nov 23 04:00:00 2026\nSubject: quoted\n',
  ' From jane@example.com Mon Nov 23 04:00:00 2026\nSubject: not the begin of a line\n',
  'From \n',
  'From',
  `From ${'x'.repeat(2000)} 04:00:00 2026\nSubject: a long line\n`,
  `From ${'0a'.repeat(20)} Mon Sep 17 00:00:00 2001\nFrom: Jane <jane@example.com>\nSubject: [PATCH] a patch\n`,
  `From ${'0a'.repeat(32)} Mon Sep 17 00:00:00 2001\nFrom: Jane <jane@example.com>\nSubject: [PATCH] SHA-256\n`,
])('a line of a body begins no mail: %j', async (body) => {
  for (const end of ['\n', '\r\n']) {
    expect(await subjectsIn(mboxOf(['a', body], 'b').replaceAll('\n', end))).toEqual(['a', 'b']);
  }
});

test('a line of git begins a mail where it begins the mailbox', async () => {
  const patch = (subject: string) =>
    `From ${'0a'.repeat(20)} Mon Sep 17 00:00:00 2001\nSubject: ${subject}\n\nbody\n\n`;
  expect(await subjectsIn(`${patch('a')}${patch('b')}${mboxOf('c')}${patch('d')}`)).toEqual(['a', 'b', 'c', 'd']);
  // One patch more in a mail that is long, and read in pieces.
  const cwd = projectOf({ mailbox: mboxOf(['a', `${'x\n'.repeat(2000)}${patch('no mail')}`], 'b') });
  expect((await readIn(cwd, ['mailbox'], 100)).subjects).toEqual(['a', 'b']);
});

test('reads the mails of Apple Mail: a number, the mail, and what Apple Mail knows of it', async () => {
  const mail = 'From: Jane <jane@example.com>\nTo: me@example.com\nSubject: one\n\nbody\n';
  const plist =
    '<?xml version="1.0" encoding="UTF-8"?>\n<plist><dict><key>subject</key><string>x</string></dict></plist>\n';
  const emlx = `${mail.length}       \n${mail}${plist}`;
  const cwd = projectOf({
    'V10/Inbox.mbox/Data/Messages/1.emlx': emlx,
    'V10/Inbox.mbox/Data/Messages/2.partial.emlx': emlx.replaceAll('\n', '\r\n'),
    'V10/Inbox.mbox/Data/Messages/3.EMLX.gz': gzipSync(emlx),
    'V10/Inbox.mbox/Info.plist': plist,
  });
  const { mails, leftOut } = await readIn(cwd, ['V10']);
  const read = { from: 'Jane <jane@example.com>', to: 'me@example.com', subject: 'one', reply: false };
  expect(mails).toEqual([read, read, read]);
  expect(leftOut).toEqual([]);
});

test.each<[string, string, string[]]>([
  ['no empty line after the headers', `${SEPARATOR}Subject: a\n${SEPARATOR}Subject: b\n`, ['a', 'b']],
  ['no body', `${SEPARATOR}Subject: a\n\n${SEPARATOR}Subject: b\n\n`, ['a', 'b']],
  ['no line end at the end', `${SEPARATOR}Subject: a\n\n${SEPARATOR}Subject: b`, ['a', 'b']],
  ['a byte order mark', `\ufeff${mboxOf('a', 'b')}`, ['a', 'b']],
  ['nothing', '', []],
])('reads an mbox with %s', async (_, content, subjects) => {
  expect(await subjectsIn(content)).toEqual(subjects);
});

const INNER = `${SEPARATOR}Subject: inner\n\nbody\n`;
const claiming = (length: number, body: string) =>
  `${SEPARATOR}Subject: a\nContent-Length: ${length}\n\n${body}\n${mboxOf('b')}`;

test.each<[string, string, string[]]>([
  ['that holds', claiming(INNER.length, INNER), ['a', 'b']],
  ['that holds, with the empty line', claiming(INNER.length + 1, INNER), ['a', 'b']],
  ['that holds up to the end', claiming(INNER.length, INNER).slice(0, -mboxOf('b').length), ['a']],
  ['that is too small', claiming(INNER.length - 9, INNER), ['a', 'inner', 'b']],
  ['that is too great', claiming(INNER.length + 9, INNER), ['a', 'inner', 'b']],
  ['that is beyond the end', claiming(1e9, INNER), ['a', 'inner', 'b']],
  ['that is no number', claiming(Number.NaN, INNER), ['a', 'inner', 'b']],
])('heeds a Content-Length %s', async (_, content, subjects) => {
  expect(await subjectsIn(content)).toEqual(subjects);
  expect(await subjectsIn(gzipSync(content))).toEqual(subjects);
});

test.each([
  ['long', 50, 100_000],
  ['many', 2_500, 0],
])('no more mails are held than fit, if they are %s', async (_, count, length) => {
  const many = Array.from({ length: count }, (_each, index) => `${index} ${'x'.repeat(length)}.`);
  const body = mboxOf(...many);
  const subjects = await subjectsIn(`${SEPARATOR}Subject: a\nContent-Length: ${body.length}\n\n${body}\n`);
  expect(subjects).toEqual(['a', ...many]);
});

test('nothing is read after a stop, and what was passed over counts as read', async () => {
  const cwd = projectOf({ 'a.mbox': mboxOf('a', ['b', 'x'.repeat(10_000)], 'c'), 'd.eml': 'Subject: d\n\nbody' });
  const { sources } = findMailSources(['.'], cwd);
  const subjects: string[] = [];
  const isStopped = () => subjects.includes('b');
  await readMails(sources, { onMail: ({ subject }) => subjects.push(subject), onBytes: () => {}, isStopped }, 1000);
  expect(subjects).toEqual(['a', 'b']);
  const { bytes } = await readIn(cwd, ['.'], 4);
  expect(bytes.told).toBe(bytes.found);
});

test('a mistake of who listens is thrown', async () => {
  const onMail = () => {
    throw new TypeError('ours');
  };
  const file = path.join(projectOf({ a: mboxOf('a') }), 'a');
  const told = { onMail, onBytes: () => {}, isStopped: () => false };
  await expect(readMails([{ path: file, shown: 'a', bytes: 1 }], told)).rejects.toThrow('ours');
});
