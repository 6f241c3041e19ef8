/** What keeps a change from being sent now: other changes of its account whose rules have its name or its sender. */
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { needsOf } from '../../planning/needs.ts';
import { type Item, isSettled } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';

export type Dependencies = ReturnType<typeof dependenciesOf>;

/** `items`: all changes of an account that are to be carried out; `refused`: those that are not. */
export function dependenciesOf(items: readonly Item[], snapshot: LiveSnapshot, refused: readonly Work[]) {
  const byWantedName = new Map(items.flatMap((item) => (item.work.wanted ? [[item.work.wanted.name, item]] : [])));
  const byId = new Map(items.flatMap((item) => (item.work.live === null ? [] : [[item.work.live.id, item]])));
  const byWork = new Map(items.map((item) => [item.work, item]));
  const refusedNames = new Set(refused.flatMap(({ wanted }) => wanted?.name ?? []));
  const itemsOf = (works: readonly Work[]) => works.flatMap((work) => byWork.get(work) ?? []);
  const needs = needsOf(items.map(({ work }) => work));
  const needed = [...needs.values()].flatMap(({ names }) => itemsOf(names));

  /** Live rules that have the name that a change needs, besides its own. */
  const holders = ({ work: { live, wanted } }: Item): LiveRule[] => {
    if (wanted === null) return [];
    const own = live === null ? null : snapshot.get(live.id);
    // A rule that already has the name needs nobody to give it up, even if other rules share it.
    return own !== null && canonicalName(own.name) === wanted.name ? [] : snapshot.named(wanted.name);
  };

  return {
    holders,
    /** Deletes that free a name that another change needs: without them it could only make a second rule of the name. */
    freeing: new Set(needed.filter(({ work }) => work.wanted === null)),
    /** The changes whose rules have the name that a change needs, and will give it up. */
    onNames: (item: Item): Item[] => {
      const givesUp = (on: Item) => !isSettled(on) && on.work.wanted?.name !== item.work.wanted?.name;
      return holders(item)
        .flatMap(({ id }) => byId.get(id) ?? [])
        .filter(givesUp);
    },
    /** The change that gives a rule this name; `refused`: there is one, but it was refused before the apply began. */
    giving: (name: string) => (refusedNames.has(name) ? 'refused' : (byWantedName.get(name) ?? null)),
    rulesWithoutChange: (name: string) => snapshot.named(name).filter(({ id }) => !byId.has(id)),
    /** The changes whose rules have a sender that a change needs, as far as the plan shows. */
    onSenders: ({ work }: Item) => itemsOf(needs.get(work)?.senders ?? []).filter((on) => !isSettled(on)),
    /** The changes of the rule that the service named as in the way of a change. */
    onConflict: ({ conflict, work }: Item): Item[] => {
      const named = conflict?.with == null ? [] : snapshot.named(canonicalName(conflict.with));
      return named.flatMap(({ id }) => byId.get(id) ?? []).filter((on) => on.work !== work && !isSettled(on));
    },
  };
}
