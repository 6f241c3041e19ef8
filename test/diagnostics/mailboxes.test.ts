import { expect, test } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { type LeftOut, leftOutDiagnostics } from '../../src/diagnostics/mail.ts';

const said = (...leftOut: LeftOut[]) => leftOutDiagnostics(leftOut).map((one) => inEnglish(one).message);

test('what was left out is said once for each reason, with up to three files', () => {
  const of = (reason: LeftOut['reason'], shown: string, mails = 1, detail?: string): LeftOut => ({
    ...{ reason, shown, mails },
    ...(detail === undefined ? {} : { detail }),
  });
  expect(
    said(
      of('no-headers', 'a.mbox', 1200),
      of('not-mail', 'notes.eml'),
      of('no-headers', 'b.mbox', 3),
      of('unreadable', 'x', 1, 'EACCES'),
      of('unreadable', 'y', 1, 'ENOENT'),
      of('unreadable', 'z', 1, 'EACCES'),
      of('damaged', 'w.gz', 1, 'Z_BUF_ERROR'),
      ...['c', 'd', 'e', 'f'].map((name) => of('no-headers', name)),
    ),
  ).toEqual([
    '1,207 mails were left out: no mail headers (a.mbox, b.mbox, c and 3 more files).',
    '1 file was left out: neither a mail nor a mailbox (notes.eml).',
    '2 paths were not read: permission is denied (x, z).',
    '1 path was not read: it does not exist (y).',
    '1 file was not read to the end: the compressed data is cut off (w.gz).',
  ]);
  expect(leftOutDiagnostics([of('utf-16', 'a')])).toEqual([
    { code: 'mails-left-out', args: { reason: 'utf-16', mails: 1, files: ['a'], more: 0 }, severity: 'warning' },
  ]);
  expect(said(...['a', 'b', 'c', 'd'].map((name) => of('no-mails', name)))).toEqual([
    '4 folders were left out: no mails in it (a, b, c and 1 more file).',
  ]);
});
