/** What is left out of mailboxes, and that it stops nothing. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync, constants as zip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { LeftOut } from '../../../src/diagnostics/mail.ts';
import { HEADERS_LIMIT, PARTS_LIMIT } from '../../../src/source/load/read-mail.ts';
import { findMailSources } from '../../../src/source/mailbox/find.ts';
import { readMails } from '../../../src/source/mailbox/read.ts';
import { installed } from '../../harness/installed.ts';
import { projectOf } from '../../harness/project.ts';
import { mboxOf, readIn, SEPARATOR, subjectsIn } from './mailboxes.ts';

const leftOf = ({ leftOut }: { leftOut: LeftOut[] }) =>
  leftOut.map(({ shown, reason, mails, detail }) => [shown, reason, mails, ...(detail === undefined ? [] : [detail])]);

test('what is no mail is named with its reason, and the rest is read', async () => {
  const cwd = projectOf({
    'a.mbox': `${mboxOf('one')}${SEPARATOR}X: no mail\n\n${SEPARATOR}Y: no mail\n\n${mboxOf('two')}`,
    'b.mbox': 'no mail\n',
    'c.eml': 'no mail\n',
    'd.eml': Buffer.from('Subject: x\n\n', 'utf16le'),
    'e.mbox': Buffer.from(`\ufeff${mboxOf('x')}`, 'utf16le'),
    'f.eml.gz': gzipSync('no mail'),
    'g.eml': Buffer.alloc(100_000),
    'h.eml': Buffer.alloc(100_000, 0xd0),
    'z.eml': 'Subject: three\n\n',
  });
  const read = await readIn(cwd);
  expect(read.subjects).toEqual(['one', 'two', 'three']);
  expect(leftOf(read)).toEqual([
    ['a.mbox', 'no-headers', 2],
    ['b.mbox', 'not-mail', 1],
    ['c.eml', 'not-mail', 1],
    ['d.eml', 'utf-16', 1],
    ['e.mbox', 'utf-16', 1],
    ['f.eml.gz', 'not-mail', 1],
    ['g.eml', 'not-mail', 1],
    ['h.eml', 'not-mail', 1],
  ]);
});

test('an archive of mails is not a mail', async () => {
  const cwd = projectOf({ 'a.eml': 'Subject: one\n\n', 'b.mbox': mboxOf('two', 'three') });
  const zipping = 'import sys, zipfile\nwith zipfile.ZipFile("c.zip", "w") as z: [z.write(f) for f in sys.argv[1:]]';
  execFileSync(installed('python3'), ['-c', zipping, 'a.eml', 'b.mbox'], { cwd });
  execFileSync('tar', ['czf', 'd.tgz', 'a.eml', 'b.mbox'], { cwd });
  execFileSync('tar', ['cf', 'e.tar', 'b.mbox'], { cwd });
  const read = await readIn(cwd, ['c.zip', 'd.tgz', 'e.tar', '-']);
  expect(read.mails).toEqual([]);
  expect(leftOf(read)).toEqual([
    ['-', 'not-regular', 1],
    ['c.zip', 'packed', 1],
    ['d.tgz', 'packed', 1],
    ['e.tar', 'packed', 1],
  ]);
});

/** Bodies of random letters: what is zipped stays long. */
const letters = (seed: number) =>
  Array.from({ length: 3000 }, (_, index) => ((index * 7919 + seed * 104_729) % 99_991).toString(36)).join('\n');
const LONG = Array.from({ length: 40 }, (_, index): [string, string] => [`mail ${index}`, letters(index)]);

test('the mails before the place where a .gz is cut off count', async () => {
  const short = Array.from({ length: 1000 }, (_, index) => `mail ${index}`);
  const zipped = gzipSync(mboxOf(...LONG, ...short));
  for (const length of [2, 9, 30, 5000, 20_001, Math.floor(zipped.length / 2), zipped.length - 8, zipped.length - 1]) {
    const cut = zipped.subarray(0, length);
    const plain = length < 10 ? '' : gunzipSync(cut, { finishFlush: zip.Z_SYNC_FLUSH }).toString();
    const read = await readIn(projectOf({ 'a.gz': cut }), ['a.gz']);
    expect(read.subjects).toHaveLength([...plain.matchAll(/^Subject: .*\n\n/gm)].length);
    expect(leftOf(read)).toEqual([['a.gz', 'damaged', 1, 'Z_BUF_ERROR']]);
  }
});

test('the mails before the place where a .gz is damaged count', async () => {
  const zipped = gzipSync(mboxOf(...LONG));
  const at = Math.floor(zipped.length / 2);
  const damaged = Buffer.concat([zipped.subarray(0, at), Buffer.alloc(200, 0xff), zipped.subarray(at + 200)]);
  const read = await readIn(projectOf({ 'a.gz': damaged, 'b.eml': 'Subject: next\n\n' }), ['a.gz', 'b.eml']);
  expect(read.subjects.length).toBeGreaterThan(LONG.length / 2 - 5);
  expect(read.subjects.at(-1)).toBe('next');
  expect(leftOf(read)).toEqual([['a.gz', 'damaged', 1, 'Z_DATA_ERROR']]);
});

test('zeros that fill a .gz up to a block are no damage, and other bytes after its end are', async () => {
  const zipped = gzipSync(mboxOf('a', 'b'));
  const padded = Buffer.concat([zipped, Buffer.alloc(512)]);
  expect(await subjectsIn(padded)).toEqual(['a', 'b']);
  expect(await subjectsIn(padded, zipped.length)).toEqual(['a', 'b']);
  const read = await readIn(
    projectOf({ 'a.gz': Buffer.concat([zipped, Buffer.from('xyz')]) }),
    ['a.gz'],
    zipped.length,
  );
  expect(read.subjects).toEqual(['a', 'b']);
  expect(leftOf(read)).toEqual([['a.gz', 'damaged', 1, 'Z_DATA_ERROR']]);
});

/** A file with these texts, and as many zeros as a number says, which take no room on the disk. */
function sparse(cwd: string, name: string, ...parts: readonly (string | number)[]): void {
  const file = openSync(path.join(cwd, name), 'w');
  let length = 0;
  for (const part of parts) {
    if (typeof part === 'string') writeSync(file, part, length);
    length += typeof part === 'string' ? Buffer.byteLength(part) : part;
  }
  ftruncateSync(file, length);
  closeSync(file);
}

test('a body may be of any length, without a line end', async () => {
  const cwd = projectOf({});
  sparse(cwd, 'a.mbox', mboxOf('a').trimEnd(), 50_000_000, `\n${mboxOf('b')}`);
  sparse(cwd, 'b.eml', 'Subject: c\n\n', 50_000_000);
  expect((await readIn(cwd)).subjects).toEqual(['a', 'b', 'c']);
});

test('headers that are too long are left out, and the next mail is read', async () => {
  const cwd = projectOf({});
  sparse(cwd, 'a.mbox', mboxOf('a'), `${SEPARATOR}Subject: b\n`, HEADERS_LIMIT, `\n${mboxOf('c')}`);
  sparse(cwd, 'b.eml', 'Subject: d\n', HEADERS_LIMIT, '\n\n');
  const read = await readIn(cwd);
  expect(read.subjects).toEqual(['a', 'c']);
  expect(leftOf(read)).toEqual([
    ['a.mbox', 'headers-too-long', 1],
    ['b.eml', 'headers-too-long', 1],
  ]);
});

test('a mail to as many as can be is read, and one to more is left out', async () => {
  const to = Array.from({ length: PARTS_LIMIT + 1 }, (_, index) => `"R, ${index}" <r${index}@example.com>`);
  const [most, more] = [to.slice(1), to].map((all) => `${SEPARATOR}To: ${all.join(',\n ')}\n\n`);
  const mbox = `${more}${most}${mboxOf('b')}`;
  for (const content of [mbox, gzipSync(mbox)]) {
    const read = await readIn(projectOf({ a: content }), ['a']);
    expect(read.mails.map((mail) => mail.to)).toEqual([to.slice(1).join(', '), '']);
    expect(leftOf(read)).toEqual([['a', 'headers-too-long', 1]]);
  }
});

test('headers with zeros, broken UTF-8 and words of a wrong charset are read as those of a mail file are', async () => {
  const headers = Buffer.from(
    'From: a\0b <x@y.z>\nTo: \xff\xfe\nSubject: =?utf-8?q?=FF=FE?= =?utf-16?b?//4=?= =?none?q?=C3?=\n\n',
    'latin1',
  );
  const cwd = projectOf({ 'a.eml': headers, 'b.mbox': Buffer.concat([Buffer.from(SEPARATOR), headers]) });
  const { mails } = await readIn(cwd);
  expect(mails).toHaveLength(2);
  expect(mails[0]).toEqual(mails[1]);
  expect(mails[0]).toMatchObject({ from: 'a\0b <x@y.z>', to: '\u00ff\u00fe' });
});

test('a pipe and a device are never opened', async () => {
  const cwd = projectOf({ 'a.eml': 'Subject: a\n\n' });
  for (const name of ['pipe', 'pipe.eml']) execFileSync('mkfifo', [path.join(cwd, name)]);
  const read = await readIn(cwd, ['.', 'pipe', '/dev/zero']);
  expect(read.subjects).toEqual(['a']);
  expect(read.leftOut.map(({ reason }) => reason)).toEqual(Array(3).fill('not-regular'));
});

test('a file or folder that cannot be read is named', async () => {
  const cwd = projectOf({ 'a.eml': 'Subject: a\n\n', 'b.eml': 'x', 'folder/c.eml': 'x', 'other.bin': 'x' });
  for (const [name, mode] of [
    ['.', 0o755],
    ['b.eml', 0],
    ['folder', 0],
    ['other.bin', 0],
  ] as const) {
    chmodSync(path.join(cwd, name), mode);
  }
  onTestFinished(() => chmodSync(path.join(cwd, 'folder'), 0o755));
  // Root may read everything.
  if (process.getuid?.() === 0) {
    process.seteuid?.(65_534);
    onTestFinished(() => process.seteuid?.(0));
  }
  const read = await readIn(cwd);
  expect(read.subjects).toEqual(['a']);
  expect(leftOf(read).sort()).toEqual([
    ['b.eml', 'unreadable', 1, 'EACCES'],
    ['folder', 'unreadable', 1, 'EACCES'],
  ]);
});

test('what changes after it was found does not stop the rest', async () => {
  const cwd = projectOf({
    'a.mbox': mboxOf(...LONG),
    'b.eml': 'x',
    'c.eml': 'x',
    'd.eml': 'x',
    'e.eml': 'Subject: e\n\n',
  });
  const at = (name: string) => path.join(cwd, name);
  const { sources } = findMailSources(['.'], cwd);
  for (const name of ['b.eml', 'c.eml', 'd.eml']) rmSync(at(name));
  mkdirSync(at('c.eml'));
  execFileSync('mkfifo', [at('d.eml')]);
  const subjects: string[] = [];
  let told = 0;
  const onMail = ({ subject }: { subject: string }) => {
    if (subjects.push(subject) === 1) truncateSync(at('a.mbox'), 0);
  };
  const onBytes = (count: number) => {
    told += count;
  };
  const leftOut = await readMails(sources, { onMail, onBytes, isStopped: () => false }, 1000);
  expect(subjects).toEqual(['mail 0', 'e']);
  expect(leftOf({ leftOut })).toEqual([
    ['b.eml', 'unreadable', 1, 'ENOENT'],
    ['c.eml', 'not-regular', 1],
    ['d.eml', 'not-regular', 1],
  ]);
  expect(told).toBe(sources.reduce((sum, { bytes }) => sum + bytes, 0));
});
