import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';

/**
 * Names stay unique. Takes the work of a way back and the live rules; refuses to bring a rule back beside another that has
 * its name and keeps it.
 */
export function refuseTaken(work: readonly Work[], live: readonly LiveRule[]): void {
  const moved = new Set(work.map((item) => item.live?.id));
  const taken = new Set(live.filter(({ id }) => !moved.has(id)).map(({ name }) => canonicalName(name)));
  const keepsName = (item: Work) => item.live !== null && canonicalName(item.live.name) === item.wanted?.name;
  for (const { wanted } of work.filter(keepsName)) if (wanted !== null) taken.add(wanted.name);
  for (const item of work) {
    const { wanted, change } = item;
    if (wanted === null || keepsName(item) || change.refused !== undefined) continue;
    if (taken.has(wanted.name)) change.refused = 'name-not-free';
    else taken.add(wanted.name);
  }
}
