/** The same mails, as other programs write them: the same mails are read. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../harness/for-all.ts';
import { projectOf } from '../../harness/project.ts';
import { readIn, SEPARATOR } from './mailboxes.ts';

/** The header section ends in its empty line. */
interface Written {
  subject: string;
  headers: string;
  body: string;
}

const SEPARATORS = [
  SEPARATOR,
  'From \n',
  'From - Mon Nov 23 04:00:00 2026\n',
  'From 1583290388308606088@xxx Mon Nov 06 04:42:58 +0000 2017\n',
];

const line = fc.oneof(
  fc.constantFrom(
    ...SEPARATORS,
    ...['', 'From here', '>From ', 'Subject: x', 'Content-Length: 5', '\r', 'a\r', '\0', '\u00e9'],
  ),
  fc.string({ maxLength: 90 }).filter((text) => !text.includes('\n')),
);
const text = fc
  .array(line, { maxLength: 12 })
  .map((lines) => lines.map((one) => `${one}\n`.replace('\n\n', '\n')).join(''));

const mail: fc.Arbitrary<Written> = fc
  .record({
    subject: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8})?$/),
    before: fc.array(
      fc.constantFrom('Received: by a;\n\tb\n', 'X-From: From x\n', 'To: a@b.c,\n d@e.f\n', 'In-Reply-To: <a>\n'),
    ),
    // As the server wrote it that passed the mail on: beyond the end of the file.
    claims: fc.constantFrom('', '', 'Content-Length: 1000000\n'),
    body: text,
  })
  .map(({ subject, before, claims, body }) => ({
    subject,
    headers: `${before.join('')}Subject: ${subject}\n${claims}\n`,
    body,
  }));

type Files = Record<string, string>;

const whole = ({ headers, body }: Written) => headers + body;
const oneFileEach = (nameOf: (index: number) => string) => (mails: Written[]) =>
  Object.fromEntries(mails.map((one, index) => [nameOf(index), whole(one)]));

const WRITERS: Record<string, (mails: Written[], separator: string, ends: (text: string) => string) => Files> = {
  mboxrd: (mails, separator) => ({
    mbox: mails.map(({ headers, body }) => `${separator}${headers}${body.replace(/^(?=>*From )/gm, '>')}\n`).join(''),
  }),
  mboxcl2: (mails, separator, ends) => ({
    mbox: mails
      .map(({ headers, body }) => {
        const own = headers.replace(/Content-Length.*\n/, '').slice(0, -1);
        return `${separator}${own}Content-Length: ${Buffer.byteLength(ends(body))}\n\n${body}\n`;
      })
      .join(''),
  }),
  Maildir: oneFileEach((index) => (index % 2 === 0 ? `new/${index}.host` : `.Sent/cur/${index}.host:2,S`)),
  folder: oneFileEach((index) => `${index % 3}/${index}.eml`),
};

/** With the folders that a Maildir has. */
const complete = (files: Files) => ({ ...files, 'cur/.keep': '', 'new/.keep': '', '.Sent/new/.keep': '' });

test.each(Object.keys(WRITERS))('mails written as %s are read as they are', async (name) => {
  const written = fc.record({
    mails: fc.array(mail, { minLength: 1, maxLength: 6 }),
    separator: fc.constantFrom(...SEPARATORS),
    isWindows: fc.boolean(),
    zipped: fc.constantFrom('no', 'whole', 'in members'),
    chunk: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(1000), fc.constant(undefined)),
  });
  await forAll([written], 40, async ({ mails, separator, isWindows, zipped, chunk }) => {
    const ends = (one: string) => (isWindows ? one.replace(/\r*\n/g, '\r\n') : one);
    const files: Record<string, Buffer> = {};
    for (const [file, content] of Object.entries(WRITERS[name]?.(mails, separator, ends) ?? {})) {
      const bytes = Buffer.from(ends(content));
      const half = Math.floor(bytes.length / 2);
      const members = zipped === 'whole' ? [bytes] : [bytes.subarray(0, half), bytes.subarray(half)];
      if (zipped === 'no') files[file] = bytes;
      else files[`${file}.gz`] = Buffer.concat(members.map((member) => gzipSync(member)));
    }
    const { mails: read, leftOut, bytes } = await readIn(projectOf(complete(files as never)), ['.'], chunk);
    const expected = mails.map(({ subject, headers }) => [subject, headers.includes('In-Reply-To')]);
    expect(read.map(({ subject, reply }) => [subject, reply]).sort()).toEqual(expected.sort());
    expect(leftOut).toEqual([]);
    expect(bytes.told).toBe(bytes.found);
  });
});
