/** Keeps reviews valid when the signing key is rotated: a change with secrets has another digest under each key. */
import type { Plan } from '../../diagnostics/results.ts';
import { currentDigests } from '../../planning/older-digests.ts';
import { type Review, shortDigest } from './marker.ts';

type Changes = Plan['changes'];

/**
 * Returns a function that gives a review the digests of now, in place of those that the same changes have under older
 * keys. `plans`: the parts of the plan whose digest a review may have as a whole.
 */
export function withDigestsOfNow({ olderDigests }: Pick<Plan, 'olderDigests'>, plans: readonly Changes[]) {
  const now = currentDigests(olderDigests ?? [], plans);
  const shorts = new Map([...now].map(([then, digest]) => [shortDigest(then), shortDigest(digest)]));
  const whole = (digest: string) => now.get(digest) ?? digest;
  const short = (digest: string) => shorts.get(digest) ?? digest;
  const names = <Of extends Pick<Review, 'shown'>>({ shown, ...of }: Of) => {
    if (shown === undefined) return of;
    return { ...of, shown: Object.fromEntries(Object.entries(shown).map(([digest, name]) => [short(digest), name])) };
  };
  return (review: Review): Review => {
    if (now.size === 0) return review;
    const { since, changes, done, unneeded, digest } = review;
    return {
      ...names(review),
      digest: whole(digest),
      changes: changes?.map(short) ?? null,
      ...(since === undefined ? {} : { since: { ...names(since), digest: whole(since.digest) } }),
      ...(done === undefined ? {} : { done: done.map(short) }),
      ...(unneeded === undefined ? {} : { unneeded: unneeded.map(short) }),
    };
  };
}
