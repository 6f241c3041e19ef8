import { canonicalName } from './canonical.ts';
import type { Work } from './changes.ts';

/**
 * A refused rename keeps its old name. Takes the work of one account; gives it with every create and replace refused that
 * needs such a name, and what in turn needs theirs: where names are not unique they would make a second rule of one name,
 * and the next plan would delete the first.
 */
export function withDependentsRefused(work: readonly Work[]): Work[] {
  const byWantedName = new Map(work.map((item) => [item.wanted?.name, item]));
  const dependents = new Set<Work>();
  const refused = work.filter(({ change }) => change.refused !== undefined);
  for (let item = refused.pop(); item !== undefined; item = refused.pop()) {
    if (item.live === null) continue;
    const name = canonicalName(item.live.name);
    const dependent = byWantedName.get(name);
    if (dependent === undefined || dependent.change.refused !== undefined || dependents.has(dependent)) continue;
    // Beside a duplicate it has the name already.
    if (dependent.live !== null && canonicalName(dependent.live.name) === name) continue;
    dependents.add(dependent);
    refused.push(dependent);
  }
  return work.map((item) => {
    return dependents.has(item) ? { ...item, change: { ...item.change, refused: 'name-not-free' } } : item;
  });
}
