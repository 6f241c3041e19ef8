import { digestOf } from '../model/digest.ts';
import type { Change } from '../model/plan.ts';

/** The digest of a change. Covers what is done to which rule of which inbox, and nothing that is only displayed. */
export function changeDigest(change: Pick<Change, 'account' | 'op' | 'before' | 'after'>, baseUrl: string): string {
  const { account, op, before, after } = change;
  return digestOf({ account, baseUrl, op, before, after });
}

/** The digest of a plan: the digest of its changes' sorted digests. */
export function planDigest(changes: readonly Pick<Change, 'digest'>[]): string {
  return digestOf(changes.map((change) => change.digest).sort());
}
