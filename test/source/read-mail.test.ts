import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { partiesIn, readMail } from '../../src/mail/read-mail.ts';
import {
  decodedText,
  HEADERS_LIMIT,
  type MailFile,
  mailIn,
  PARTS_LIMIT,
  readMailFile,
} from '../../src/source/load/read-mail.ts';
import { forAll } from '../harness/for-all.ts';
import { projectOf } from '../harness/project.ts';

function fileOf(content: string | Buffer): ReturnType<typeof readMailFile> {
  return readMailFile({ path: path.join(projectOf({ 'a.eml': content }), 'a.eml'), shown: 'a.eml' });
}

function read(content: string | Buffer): MailFile {
  const file = fileOf(content);
  if (!('mail' in file)) throw new Error(inEnglish(file).message);
  return file;
}

const mailOf = (content: string | Buffer) => read(content).mail;
const NOTHING = { from: '', to: '', subject: '', reply: false };

const PLAIN = `Return-Path: <jane@substack.com>
Received: from a.example by b.example;
\tMon, 23 Nov 2026 04:00:00 +0000
From: Jane <jane@substack.com>
To: me@example.com
Subject: Issue 12
Date: Mon, 23 Nov 2026 04:00:00 +0000

From: nobody
In-Reply-To: <x@y>
`;
/** The labels of windows-1252 in the WHATWG Encoding Standard, and its characters from 0x80 to 0x9f. */
const LABELS = [
  ...['ansi_x3.4-1968', 'ascii', 'cp1252', 'cp819', 'csisolatin1', 'ibm819', 'iso-8859-1', 'iso-ir-100'],
  ...['iso8859-1', 'iso88591', 'iso_8859-1', 'iso_8859-1:1987', 'l1', 'latin1', 'us-ascii', 'windows-1252'],
  'x-cp1252',
];
const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

const PLAIN_MAIL = { from: 'Jane <jane@substack.com>', to: 'me@example.com', subject: 'Issue 12', reply: false };

test.each<[string, string | Buffer]>([
  ['line ends of Unix', PLAIN],
  ['line ends of Windows', PLAIN.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${PLAIN.slice(PLAIN.indexOf('From:'))}`],
  ['the first line of an mbox', `From jane@substack.com Mon Nov 23 04:00:00 2026\n${PLAIN}`],
  ['names of headers in another case', PLAIN.replace('From:', 'FROM:').replace('Subject:', 'subject :')],
  ['lines that are no headers', `what is this\n${PLAIN.replace('To:', '== x\nTo:')}`],
  ['no empty line', PLAIN.slice(0, PLAIN.indexOf('\n\n'))],
  ['a NUL in the body', Buffer.concat([Buffer.from(PLAIN), Buffer.alloc(100)])],
])('reads a mail with %s', (_, content) => {
  expect(mailOf(content)).toEqual(PLAIN_MAIL);
});

test.each<[string, string | Buffer, Partial<MailFile['mail']>]>([
  ['raw UTF-8', 'Subject: Grüße', { subject: 'Grüße' }],
  ['bytes of before UTF-8', Buffer.from('Subject: Gr\u00fc\u00dfe', 'latin1'), { subject: 'Grüße' }],
  [
    'one header of each',
    Buffer.concat([Buffer.from('From: Jörg <j@example.com>\n'), Buffer.from('Subject: Gr\u00fc\u00dfe', 'latin1')]),
    { from: 'Jörg <j@example.com>', subject: 'Grüße' },
  ],
  ['Q', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_an?= alle', { subject: 'Grüße an alle' }],
  ['B', 'Subject: =?UTF-8?B?R3LDvMOfZQ==?=', { subject: 'Grüße' }],
  ['bytes of windows-1252', Buffer.from('Subject: \x93hi\x94 \x80\x81', 'latin1'), { subject: '“hi” €\x81' }],
  ['windows-1252', 'Subject: =?windows-1252?Q?=93hi=94?=', { subject: '“hi”' }],
  ['a name in windows-1252', 'From: =?windows-1252?Q?J=F6rg=2C_=93J=94?= <j@x.com>', { from: '"Jörg, “J”" <j@x.com>' }],
  ['a charset that does not exist, as windows-1252', 'Subject: =?x-nonsense?B?k2hplA==?=', { subject: '“hi”' }],
  ['a byte between words', 'Subject: =?cp1252?Q?=93h=9?= =?cp1252?Q?4?= =?cp1252*en?Q?=80?=', { subject: '“h”€' }],
  ['a word in one of an old charset', 'Subject: =?latin1?Q?=3D=3Futf-8=3FQ=3Fx=3F=3D?=', { subject: '=?utf-8?Q?x?=' }],
  [
    'old charsets in turn',
    'Subject: =?latin1?Q?=93?= =?iso-8859-5?Q?=FE?= =?utf-8?Q?=C3?= =?utf-8?Q?=BC?= a',
    { subject: '“ўü a' },
  ],
  ['an old charset', 'Subject: =?iso-8859-1?q?Gr=FC=DFe?=', { subject: 'Grüße' }],
  ['a charset that does not exist', 'Subject: =?x-nonsense?Q?Gr=FC=DFe?=', { subject: 'Grüße' }],
  ['a charset with a language', 'Subject: =?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', { subject: 'Grüße' }],
  ['adjacent words', 'Subject: =?utf-8?Q?Gr=C3=BC?=\r\n =?utf-8?Q?=C3=9Fe?=', { subject: 'Grüße' }],
  ['a letter divided between words', 'Subject: =?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=', { subject: 'Grüße' }],
  ['a word in a word', 'Subject: =?utf-8?Q?=3D=3Futf-8=3FQ=3Fx=3F=3D?=', { subject: '=?utf-8?Q?x?=' }],
  ['a broken word', 'Subject: =?utf-8?Q?Gr=C3=BC and =?x?= 50%', { subject: '=?utf-8?Q?Gr=C3=BC and =?x?= 50%' }],
  ['folds', 'Subject: a\r\n\tb\n   c\nTo: x@y.com', { subject: 'a b c', to: 'x@y.com' }],
  ['a comma in a name', 'To: =?utf-8?Q?Doe=2C_J=C3=B6?= <j@x.com>, b@x.com', { to: '"Doe, Jö" <j@x.com>, b@x.com' }],
  ['a letter divided in a name', 'From: =?utf-8?Q?J=C3?= =?utf-8?Q?=B6?= <j@x.com>', { from: 'Jö <j@x.com>' }],
  ['spaces around words', 'Subject: =?utf-8?Q?_a_?=', { subject: 'a' }],
  ['a comma in a later name', 'To: b@x.com, =?utf-8?Q?D=2C?= <j@x.com>', { to: 'b@x.com, "D," <j@x.com>' }],
  ['a backslash in a comment', 'To: (\\), =?utf-8?Q?D=2C?= <j@x.com>', { to: '(\\), "D," <j@x.com>' }],
  ['a comma that is not encoded', 'To: =?utf-8?Q?Doe,_J?= <j@x.com>', { to: '"Doe, J" <j@x.com>' }],
  ['a quote in a name', 'From: =?utf-8?Q?The_=22Jane=22?= <j@x.com>', { from: `"The 'Jane'" <j@x.com>` }],
  ['a name in parts', 'From: Doe =?utf-8?Q?=2C?= "J \\" K" <j@x.com>', { from: 'Doe , "J \\" K" <j@x.com>' }],
  [
    'a comma before a quote that is not closed',
    'To: =?utf-8?Q?Doe=2C?= "J <j@x.com>, b@x.com',
    { to: 'Doe, "J <j@x.com>, b@x.com' },
  ],
  ['a word in quotes', 'From: "=?utf-8?Q?J=C3=B6rg?=" <j@x.com>', { from: '"Jörg" <j@x.com>' }],
  ['a comma in a comment', 'To: j@x.com (=?utf-8?Q?Doe=2C?=), b@x.com', { to: 'j@x.com ("Doe,"), b@x.com' }],
  ['an address that is encoded', 'From: =?utf-8?Q?Jane_<j@x.com>?=', { from: '"Jane <j@x.com>"' }],
  ['what has quotes already', 'To: "Doe, J" <j@x.com>', { to: '"Doe, J" <j@x.com>' }],
  [
    'the last of several From, To and Subject',
    'From: a@x.com\nTO: a@x.com\nSubject: c\nto: b@x.com, c@x.com\nFROM: b@x.com\nsubject : d',
    { from: 'b@x.com', to: 'b@x.com, c@x.com', subject: 'd' },
  ],
  ['the last of several To, also if it is empty', 'To: a@x.com\nSubject: a\nTo: \nSubject:', { to: '', subject: '' }],
  ['no From and no subject', 'Date: today', {}],
  ['Cc, which no rule reads', 'Cc: a@x.com\nX-To: b@x.com', {}],
  ['an answer', 'In-Reply-To: <a@b>', { reply: true }],
  ['an answer in a thread', 'References: <a@b>\n <c@d>', { reply: true }],
  ['an empty In-Reply-To', 'In-Reply-To: \nDate: today', {}],
])('reads %s', (_, headers, mail) => {
  expect(mailOf(Buffer.concat([Buffer.from(headers), Buffer.from('\n\nbody')]))).toEqual({ ...NOTHING, ...mail });
});

test.each(LABELS)('decodes %s as windows-1252', (label) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_each, byte) => byte));
  const all = bytes.toString('latin1', 0, 128) + HIGH + bytes.toString('latin1', 160);
  const quoted = bytes.reduce((text, byte) => `${text}=${byte.toString(16).padStart(2, '0')}`, '');
  expect(decodedText(`=?${label}?B?${bytes.toString('base64')}?=`)).toBe(all);
  expect(decodedText(`=?${label.toUpperCase()}?Q?${quoted}?=`)).toBe(all);
});

test('a decoded name never adds a recipient', () => {
  const { to } = mailOf('To: =?utf-8?Q?x=22=3E=2C_boss=40example=2Ecom=2C?= <j@x.com>, =?utf-8?Q?=28?= <k@x.com>\n');
  expect(readMail({ ...NOTHING, to }).to).toMatchObject({
    names: [`"x'>, boss@example.com,"`, '('],
    addresses: ['j@x.com', 'k@x.com'],
  });
});

test.each(['=22', '=28', '=29', '=2C', '=3C', '=3E', '=5C'])(
  'a name or comment that ends in %s changes no recipient',
  (written) => {
    const { to } = mailOf(`To: "A =?utf-8?Q?B${written}?=" <j@x.com>, =?utf-8?Q?C${written}?= <k@x.com>, l@x.com\n`);
    expect(readMail({ ...NOTHING, to }).to).toMatchObject({
      addresses: ['j@x.com', 'k@x.com', 'l@x.com'],
    });
    const commented = mailOf(`To: j@x.com (=?utf-8?Q?A${written}?=), k@x.com\n`);
    expect(readMail(commented).to.addresses).toEqual(['j@x.com', 'k@x.com']);
  },
);

test('a quote in an encoded address does not let a later name add a recipient', () => {
  const { to } = mailOf('To: <=?utf-8?Q?a"b=2C?=>, =?utf-8?Q?x=2C_boss=40example.com=2C?= <j@x.com>, k@x.com\n');
  expect(readMail({ ...NOTHING, to }).to.addresses).not.toContain('boss@example.com');
});

test('decoded words leave a list with as many entries as it has', async () => {
  const text = fc.constantFrom('a', 'b@x.com', ' ', '(', ')', '\\', '"c"', '<d@x.com>', '=?utf-8?Q?J=C3=B6?=');
  const special = fc.constantFrom(
    ...['=2C', '=22', '=3C', '=3E', ',"', '=2C_boss=40x.com=2C'].map((one) => `=?utf-8?Q?${one}?=`),
  );
  const loose = fc.constantFrom('"', '<', '>');
  const entry = fc.array(fc.oneof(text, special, loose), { maxLength: 5 }).map((all) => all.join(''));
  const count = (to: string) => partiesIn(to).length;
  await forAll([fc.array(entry, { minLength: 1, maxLength: 3 })], 500, (entries) => {
    const to = entries.join(',');
    // Each word counts as one letter.
    const plain = to.replace(/=\?utf-8\?Q\?[^?]*\?=/g, 'w');
    const { to: decoded } = mailOf(`To: x,${to},y\n`);
    expect(count(decoded)).toBe(count(`x,${plain},y`));
  });
});

test('a decoded address never adds a recipient', () => {
  const { to } = mailOf('To: <=?utf-8?Q?j=40x.com=3E=2C_boss=40example.com_?=>, <k@x.com>\n');
  expect(readMail({ ...NOTHING, to }).to.addresses).toEqual(['k@x.com']);
});

test.each<[string, string | Buffer, string]>([
  ['empty', '', 'This is not a mail'],
  ['rules', 'name: A\ncondition: { aiInstructions: x }\n', 'This is not a mail'],
  ['a body alone', '\n\nFrom: x\n', 'This is not a mail'],
  ['keys that end like headers', 'x-from: a\nthe subject: b\n', 'This is not a mail'],
  ['UTF-16', Buffer.from(PLAIN, 'utf16le'), 'This file is UTF-16 text'],
  ['bytes without end', Buffer.alloc(HEADERS_LIMIT + 5, 0xd0), 'This is not a mail'],
  [
    'a header after more than is read',
    Buffer.concat([Buffer.alloc(2 * HEADERS_LIMIT, 0xd0), Buffer.from('\nFrom: a\n\n')]),
    'This is not a mail',
  ],
  ['headers without end', `From: a${'\nX: y'.repeat(HEADERS_LIMIT / 5 + 5)}`, 'longer than 1 MiB'],
  ['a To with too many people', `To: ${'a@x.com,'.repeat(PARTS_LIMIT)}b@x.com\n\n`, 'more than 5,000'],
  ['a subject with too many encoded words', `Subject: ${'=?utf-8?Q?a?= '.repeat(PARTS_LIMIT)}\n\n`, 'more than 5,000'],
  ['a subject with too many lines', `Subject: ${'a\n '.repeat(PARTS_LIMIT)}a\n\n`, 'more than 5,000'],
  ['References of too many lines', `To: a\nReferences: ${'<a@b>\n '.repeat(PARTS_LIMIT)}<a@b>\n\n`, 'more than 5,000'],
])('a file that is %s is a problem with its place', (_, content, message) => {
  const problem = fileOf(content);
  expect(problem).toMatchObject({ severity: 'error', place: { file: 'a.eml', line: 1, column: 1 } });
  expect('code' in problem && inEnglish(problem).message).toContain(message);
});

test.each([
  ['gone.eml', 'it does not exist'],
  ['.', 'it is a folder'],
  ['/dev/null', 'is not a regular file'],
])('%s cannot be read', (name, message) => {
  const problem = readMailFile({ path: path.resolve(projectOf({}), name), shown: name });
  expect('code' in problem && inEnglish(problem).message).toContain(message);
});

test('a body may be of any length', () => {
  const body = Buffer.alloc(HEADERS_LIMIT, 'x');
  const mail = mailIn(Buffer.concat([Buffer.from('Subject: a\n\n'), body]), 'a.eml');
  expect(mail).toMatchObject({ mail: { subject: 'a' }, hasBody: true });
});

test('headers may have as much in them as the limits say', () => {
  const people = Array.from({ length: PARTS_LIMIT }, (_, index) => `"R, ${index}" <r${index}@x.com>`).join(',\n ');
  expect(mailOf(`To: ${people}\n\n`).to).toBe(people.replaceAll('\n', ''));
  const words = Array.from({ length: PARTS_LIMIT - 1 }, () => '=?utf-8?Q?=C3=BC?=').join(' ');
  expect(mailOf(`Subject: ${words}\n\n`).subject).toBe('ü'.repeat(PARTS_LIMIT - 1));
  // Rules do not read these.
  const others = `Received: ${'a\n '.repeat(2 * PARTS_LIMIT)}b\nCc: ${'a,'.repeat(2 * PARTS_LIMIT)}\n`;
  const headers = `${others}Subject: `;
  const subject = 'x'.repeat(HEADERS_LIMIT - headers.length - 2);
  expect(mailOf(`${headers}${subject}\n\nbody`).subject).toBe(subject);
  expect(fileOf(`${headers}${subject}x\n\nbody`)).toMatchObject({ code: 'mail-headers-too-long' });
  // Of a repeated header only the last one counts.
  expect(mailOf(`To: ${'a,'.repeat(2 * PARTS_LIMIT)}\nTo: a@x.com\n\n`).to).toBe('a@x.com');
});

test('headers may end anywhere in a long file', () => {
  for (const length of [65_530, 65_533, 65_534, 65_535, 65_536, 131_070, 131_072]) {
    const headers = `Subject: a\nX: ${'x'.repeat(length - 14)}`;
    expect(read(`${headers}\r\n\r\nTo: x`)).toMatchObject({ mail: { subject: 'a', to: '' }, hasBody: true });
    expect(read(`${headers}\r\n\r\n`)).toMatchObject({ hasBody: false });
  }
});

const PIECES = [
  ...['=?utf-8?Q?', '=?utf-8?B?', '?=', '=22', '=2C', '"', '\\', '<', '>', ',', '(', ')', '@', 'a@x.com', ' '],
];
const MORE_PIECES = [
  ...['\n', '\r\n ', '\t', '\u202e', '\u00a0', '::', '##[', '\u0000', '\ufeff', 'From:', 'To: ', 'Subject:'],
];
const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES, ...MORE_PIECES), fc.string()), { maxLength: 30 });

test('any bytes are read without throwing', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    fc.tuple(pieces, fc.uint8Array()).map(([texts, array]) => Buffer.concat([Buffer.from(texts.join('')), array])),
  );
  await forAll([bytes, fc.boolean()], 250, (array, withHeader) => {
    mailIn(withHeader ? Buffer.concat([Buffer.from('Subject: a\nTo: '), array]) : array, 'a.eml');
  });
});
