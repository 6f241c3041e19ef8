/** How much memory mails take that somebody made to take as much as they can. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { program } from '../harness/program.ts';
import { projectOf } from '../harness/project.ts';

const SEPARATOR = 'From 1@xxx Mon Nov 02 10:00:00 +0000 2026\n';
const FILES = {
  'rules/all.yaml':
    'name: A\ncondition: { static: { from: b@example.com, to: "a*c" } }\nactions: [{ type: ARCHIVE }]\n',
};
const LONG = 16 * 1024 * 1024 - 1_000;
const SHORT_MAIL = 'From \nFrom:a\nTo:b\nSubject:c\nReferences:d\n\n';

/** Runs the built program; gives what it says and the most memory that it took, in MiB. */
async function measured(cwd: string, ...args: string[]) {
  const file = path.join(cwd, 'peak');
  const hook = path.resolve('test/harness/peak-memory.cjs');
  const finished = await program(args, { cwd, env: { NODE_OPTIONS: `--require "${hook}"`, PEAK_MEMORY: file } });
  return { ...finished, peak: Number(readFileSync(file, 'utf8')) };
}

describe('a mailbox takes at most 150 MiB', () => {
  it.each<[string, string, string | Buffer, string]>([
    ['commas in a To', 'a.mbox', `${SEPARATOR}From: a@x.com\nTo: ${','.repeat(LONG)}\n\n`, 'longer than 1 MiB'],
    ['people in many a To', 'a.mbox', `${SEPARATOR}${'To:a\n'.repeat(LONG / 5)}\n`, 'longer than 1 MiB'],
    [
      'lengths that are not true',
      'a.mbox',
      `${SEPARATOR}Subject: a\nContent-Length: 99999999\n\n${SHORT_MAIL.repeat(100_000)}`,
      'of 100,001 mails',
    ],
    [
      'long headers in a .gz',
      'a.mbox.gz',
      gzipSync(`${SEPARATOR}From: a@x.com\nX: ${'y'.repeat(LONG)}\n\n`.repeat(5)),
      '5 mails were left out: headers longer than 1 MiB',
    ],
  ])('with %s', async (_, name, content, said) => {
    const cwd = projectOf(FILES);
    writeFileSync(path.join(cwd, name), content);
    const { stdout, stderr, peak } = await measured(cwd, 'explain', '--mails', name);
    expect(peak).toBeLessThan(150);
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(said);
  });
});

describe('one mail takes at most 150 MiB', () => {
  const commas = `From: a@x.com\nTo: ${','.repeat(LONG)}\n\n`;

  it.each([
    ['commas in a To', commas],
    ['one line without end', `From: a@x.com\nSubject: ${'x'.repeat(10 * LONG)}`],
  ])('with %s', async (_, content) => {
    const cwd = projectOf(FILES);
    writeFileSync(path.join(cwd, 'a.eml'), content);
    const { code, stderr, peak } = await measured(cwd, 'explain', '--mail', 'a.eml');
    expect(peak).toBeLessThan(150);
    expect(stderr).toContain('The headers of this mail are longer than 1 MiB');
    expect(code).toBe(3);
  });
});
