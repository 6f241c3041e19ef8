/**
 * Recognizes reviews from before a rotation of the signing key. The key makes the tags of secrets, so a change with
 * secrets has another digest under each key.
 */
import type { OlderDigests } from '../model/digest.ts';
import type { Change } from '../model/plan.ts';
import type { Work } from './changes.ts';
import { planDigest } from './digest.ts';

/** The digests of changes under each older key; empty if there is none. */
export function olderDigestsOf(work: readonly Pick<Work, 'change' | 'olderDigests'>[]): OlderDigests {
  // All accounts of a run have the same signing keys.
  const [first] = work;
  return (first?.olderDigests ?? []).map((_, key) => {
    return new Map(work.map(({ change: { digest }, olderDigests }) => [digest, olderDigests?.[key] ?? digest]));
  });
}

/**
 * Maps each digest under an older key to the current one: of single changes, and of `plans` made of them.
 */
export function currentDigests(
  older: OlderDigests,
  plans: readonly (readonly Pick<Change, 'digest'>[])[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of older) {
    for (const [now, then] of key) found.set(then, now);
    for (const changes of plans) {
      const then = changes.map(({ digest }) => ({ digest: key.get(digest) ?? digest }));
      found.set(planDigest(then), planDigest(changes));
    }
  }
  return found;
}
