/** What keeps a change from being sent now: other changes of its account whose rules have its name or its sender. */
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { needsOf } from '../../planning/needs.ts';
import { type Item, isSettled } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';

export class Dependencies {
  readonly #snapshot: LiveSnapshot;
  readonly #byId: ReadonlyMap<string, Item>;
  readonly #byWantedName: ReadonlyMap<string, Item>;
  readonly #refusedNames: ReadonlySet<string>;
  readonly #senders = new Map<Item, readonly Item[]>();
  /** Deletes that free a name that another change needs: without them it could only make a second rule of the name. */
  readonly freeing: ReadonlySet<Item>;

  /** `items`: all changes of an account that are to be carried out; `refused`: those that are not. */
  constructor(items: readonly Item[], snapshot: LiveSnapshot, refused: readonly Work[]) {
    this.#snapshot = snapshot;
    this.#byWantedName = new Map(items.flatMap((item) => (item.work.wanted ? [[item.work.wanted.name, item]] : [])));
    this.#refusedNames = new Set(refused.flatMap(({ wanted }) => wanted?.name ?? []));
    const byWork = new Map(items.map((item) => [item.work, item]));
    const itemsOf = (works: readonly Item['work'][]) => works.flatMap((work) => byWork.get(work) ?? []);
    this.#byId = new Map(items.flatMap((item) => (item.work.live === null ? [] : [[item.work.live.id, item]])));
    const needs = needsOf(items.map(({ work }) => work));
    // Senders come from the plan. Names are looked up in the snapshot each time: see `onNames`.
    for (const item of items) this.#senders.set(item, itemsOf(needs.get(item.work)?.senders ?? []));
    const needed = [...needs.values()].flatMap(({ names }) => itemsOf(names));
    this.freeing = new Set(needed.filter(({ work }) => work.wanted === null));
  }

  /** The changes whose rules have the name that a change needs, and will give it up. */
  onNames(item: Item): Item[] {
    return this.holders(item).flatMap(({ id }): Item[] => {
      const on = this.#byId.get(id);
      const givesUp = on !== undefined && !isSettled(on) && on.work.wanted?.name !== item.work.wanted?.name;
      return givesUp ? [on] : [];
    });
  }

  /** Live rules that have the name that a change needs, besides its own. */
  holders({ work: { live, wanted } }: Item): LiveRule[] {
    if (wanted === null) return [];
    const own = live === null ? null : this.#snapshot.get(live.id);
    // A rule that already has the name needs nobody to give it up, even if other rules share it.
    if (own !== null && canonicalName(own.name) === wanted.name) return [];
    return this.#snapshot.named(wanted.name);
  }

  /** The change that gives a rule this name; `refused`: there is one, but it was refused before the apply began. */
  giving(name: string): Item | 'refused' | null {
    return this.#refusedNames.has(name) ? 'refused' : (this.#byWantedName.get(name) ?? null);
  }

  rulesWithoutChange(name: string): LiveRule[] {
    return this.#snapshot.named(name).filter(({ id }) => !this.#byId.has(id));
  }

  /** The changes whose rules have a sender that a change needs, as far as the plan shows. */
  onSenders(item: Item): Item[] {
    return (this.#senders.get(item) ?? []).filter((on) => !isSettled(on));
  }

  /** The changes of the rule that the service named as in the way of a change. */
  onConflict({ conflict, work }: Item): Item[] {
    const named = conflict?.with == null ? [] : this.#snapshot.named(canonicalName(conflict.with));
    const items = named.flatMap(({ id }) => this.#byId.get(id) ?? []);
    return items.filter((on) => on.work !== work && !isSettled(on));
  }
}
