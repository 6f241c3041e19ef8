/** What a report says differs, in a line that is read back: an account that is unknown the next time keeps what was reported of it. */
import * as z from 'zod';
import { jsonIn } from '../../model/json.ts';
import type { Change } from '../../model/plan.ts';

const reported = z.object({
  account: z.string(),
  op: z.enum(['create', 'replace', 'delete']),
  name: z.string(),
  reason: z.enum(['undeclared', 'duplicate']).optional(),
  renamedFrom: z.string().optional(),
});

/** As much of a change as its words need. */
export type Reported = Pick<Change, 'account' | 'op' | 'name' | 'reason' | 'renamedFrom'>;

/** In bytes. What is longer is left out; then a report stays as it is until all accounts are known. */
const LONGEST = 12_000;

const LINE = /^<!-- inboxctl:drift:reported ([\w-]+) -->\r?$/m;

export function reportedLine(changes: readonly Reported[]): string[] {
  const json = JSON.stringify(changes.map((change) => reported.parse(change)));
  const line = `<!-- inboxctl:drift:reported ${Buffer.from(json).toString('base64url')} -->`;
  return Buffer.byteLength(line) > LONGEST ? [] : [line];
}

/** null where a report does not say it. Others may have edited it, so its names are like any text of others. */
export function reportedIn(body: string): Reported[] | null {
  const encoded = LINE.exec(body)?.[1];
  if (encoded === undefined) return null;
  const read = z.array(reported).safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  return read.success ? (read.data as Reported[]) : null;
}
