/** Two changes that are not the same, and yet about the same rule. */
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import { withoutTags } from '../model/review.ts';
import { changeDigest } from './digest.ts';

/**
 * Takes changes of one account; gives a function that finds among them the one that is about the rule of another
 * change: by its id, else by its name, else by a name that either had before. null where there is none.
 */
export function aboutSameRule(changes: readonly Change[]): (change: Change) => Change | null {
  const byId = grouped(changes, ({ id }) => (id === null ? [] : [id]));
  const byName = grouped(changes, ({ name }) => [name]);
  const byAnyName = grouped(changes, namesOf);
  const met = new Set<Change>();
  return (change) => {
    const { id, name, op } = change;
    const places = [id === null ? [] : byId(id), byName(name), namesOf(change).flatMap(byAnyName)];
    const [candidates = []] = places.filter((some) => some.length > 0);
    const alike = candidates.filter((one) => one.op === op);
    const found = alike.find((one) => !met.has(one)) ?? alike[0] ?? candidates[0] ?? null;
    if (found !== null) met.add(found);
    return found;
  };
}

function namesOf({ name, renamedFrom }: Change): string[] {
  return renamedFrom === undefined ? [name] : [name, renamedFrom];
}

function grouped(changes: readonly Change[], keysOf: (change: Change) => string[]): (key: string) => Change[] {
  const keyed = changes.flatMap((change) => keysOf(change).map((key) => ({ key, change })));
  const groups = groupBy(keyed, ({ key }) => key);
  return (key) => (groups.get(key) ?? []).map(({ change }) => change);
}

/** Whether two changes of one account do the same but for the tags of their secrets. */
export function sameButTags(a: Change, b: Change): boolean {
  return untagged(a) === untagged(b);
}

export function hasSecrets(change: Change): boolean {
  return untagged(change) !== changeDigest(change);
}

function untagged({ account, op, before, after }: Change): string {
  return changeDigest({ account, op, before: withoutTags(before), after: withoutTags(after) });
}
