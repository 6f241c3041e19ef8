import { canonicalName } from './canonical.ts';
import type { Work } from './work.ts';

/**
 * A rename that is refused leaves its old name taken. Takes the work of one account; refuses every create and replace
 * that needs such a name, and what in turn needs theirs: where names are not unique they would make a second rule of
 * one name, and the next plan would delete the first.
 */
export function refuseDependents(work: readonly Work[]): void {
  const byWantedName = new Map(work.map((item) => [item.wanted?.name, item]));
  const refused = work.filter(({ change }) => change.refused !== undefined);
  for (let item = refused.pop(); item !== undefined; item = refused.pop()) {
    if (item.live === null) continue;
    const name = canonicalName(item.live.name);
    const dependent = byWantedName.get(name);
    if (dependent === undefined || dependent.change.refused !== undefined) continue;
    // Beside a duplicate it has the name already.
    if (dependent.live !== null && canonicalName(dependent.live.name) === name) continue;
    dependent.change.refused = 'name-not-free';
    refused.push(dependent);
  }
}
