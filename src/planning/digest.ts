import { digestOf } from '../model/digest.ts';
import type { Change } from '../model/plan.ts';

/** The digest of a change: it covers what is done to whom, and nothing that is for display only. */
export function changeDigest({
  account,
  op,
  before,
  after,
}: Pick<Change, 'account' | 'op' | 'before' | 'after'>): string {
  return digestOf({ account, op, before, after });
}

/** The digest of a plan: that of the sorted list of its changes' digests. */
export function planDigest(changes: readonly Pick<Change, 'digest'>[]): string {
  return digestOf(changes.map((change) => change.digest).sort());
}
