/** The text of a journal to what it tells, as far as it was written. */
import type { Difference } from '../../model/applied.ts';
import {
  differenceLine,
  type EndLine,
  endLine,
  type OutcomeLine,
  outcomeLine,
  type PlanLine,
  planLine,
  type RunSummary,
} from '../../model/journal.ts';
import { jsonIn } from '../../model/json.ts';
import { sealedHash } from './trust.ts';

/** What a journal tells. */
export interface JournalContent {
  plan: PlanLine;
  outcomes: OutcomeLine[];
  differences: Difference[];
  /** null: the run was killed, or is not at its end. */
  end: EndLine | null;
  /** Of the first line as far as it is sealed; null where it is not. */
  hash: string | null;
}

/** Ignores lines that are cut off. Without a whole first line, gives the reason why this is not a journal. */
export function parseJournal(text: string): JournalContent | { reason: 'cut' | 'newer' | 'not-a-journal' } {
  const [first = '', ...rest] = text.split('\n');
  const head = jsonIn(first);
  // The first line is on the disk before anything is sent: where it is cut, nothing was.
  if (head === undefined)
    return { reason: first.startsWith('{"formatVersion":1,"kind":"plan",') ? 'cut' : 'not-a-journal' };
  const plan = planLine.safeParse(head).data;
  if (plan === undefined) return { reason: isNewer(head) ? 'newer' : 'not-a-journal' };
  const outcomes: OutcomeLine[] = [];
  const differences: Difference[] = [];
  let end: EndLine | null = null;
  for (const line of rest) {
    const value = jsonIn(line);
    if (value === undefined) continue;
    const outcome = outcomeLine.safeParse(value).data;
    const left = differenceLine.safeParse(value).data;
    if (left !== undefined) differences.push(left.difference);
    else if (outcome === undefined) end = endLine.safeParse(value).data ?? end;
    else if (outcome.change < plan.changes.length) outcomes.push(outcome);
  }
  return { plan, outcomes, differences, end, hash: sealedHash(first) };
}

function isNewer(head: unknown): boolean {
  return typeof head === 'object' && head !== null && 'formatVersion' in head && Number(head.formatVersion) > 1;
}

/** Counts the changes of a run by what was to be done and what came of it: the last that is told of each. */
export function countsOf({ plan, outcomes }: JournalContent): RunSummary['changes'] {
  const last = new Map(outcomes.flatMap(({ change, status }) => (status === 'put-back' ? [] : [[change, status]])));
  const counts: RunSummary['changes'] = { create: {}, replace: {}, delete: {} };
  plan.changes.forEach(({ op }, index) => {
    const status = last.get(index) ?? 'unknown';
    counts[op][status] = (counts[op][status] ?? 0) + 1;
  });
  return counts;
}
