/**
 * Rules that this run put aside, and whose changes it could not make: they would match no mail. Each is put back as it
 * was, by one more replace at the very end, under the same checks as any. It is refused where something else has what the
 * rule gave up by then.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import { unparked } from '../../planning/parking.ts';
import { type Item, itemOf } from './item.ts';

/** A rule that was put aside for a change that was not made. */
export interface Aside {
  change: Change;
  /** What became of putting it back, and why it could not be, where the service said it. */
  back: Step['status'];
  error?: Failure;
  /** Why it was not tried, as a code. */
  refused: string | null;
}

/** Takes the changes of a run when all else is done; gives what is to be sent to put rules back. */
export function putBacks(items: readonly Item[]): Item[] {
  return items.flatMap((item): Item[] => {
    const { work, aside, expected, phase } = item;
    // Of one whose answer showed nothing the last read tells.
    const isMade = phase === 'done' || phase === 'unknown';
    if (work.live === null || aside === null || isMade) return [];
    const back = itemOf({ ...work, wanted: canonicalLive(unparked(work.live)) }, expected);
    return [{ ...back, aside, putsBack: true }];
  });
}

/** What became of one of them, at its end. */
export function asideOf({ work: { change }, phase, failure, refusal }: Item): Aside {
  return {
    change,
    back: phase as Step['status'],
    refused: refusal,
    ...(failure === null || phase !== 'failed' ? {} : { error: failure }),
  };
}
