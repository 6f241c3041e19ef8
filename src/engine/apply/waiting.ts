/** What keeps a change from being sent now: the other changes of its account that it waits for. */
import { canonicalName } from '../../planning/canonical.ts';
import { needsOf } from '../../planning/needs.ts';
import type { Wait } from './circles.ts';
import { type Item, isSettled } from './item.ts';
import type { Known } from './known.ts';

export class Waiting {
  readonly #byId: Map<string, Item>;
  readonly #senders: Map<Item, Item[]>;
  /** Deletes that free a name that another change needs: without it that one could only make a second rule of the name. */
  readonly freeing: ReadonlySet<Item>;

  /** Takes all changes of an account that are to be carried out. */
  constructor(items: readonly Item[]) {
    const byWork = new Map(items.map((item) => [item.work, item]));
    const needs = needsOf(items.map(({ work }) => work));
    const itemsOf = (works: readonly Item['work'][]) => works.flatMap((work) => byWork.get(work) ?? []);
    this.#byId = new Map(items.flatMap((item) => (item.work.live === null ? [] : [[item.work.live.id, item]])));
    this.#senders = new Map([...needs].flatMap(([work, { senders }]) => pairs(byWork.get(work), itemsOf(senders))));
    const needed = [...needs.values()].flatMap(({ names }) => itemsOf(names));
    this.freeing = new Set(needed.filter(({ work }) => work.wanted === null));
  }

  /** Those that have the name that it needs and will give it up. */
  onNames(item: Item, known: Known): Wait[] {
    return this.holders(item, known).flatMap(({ id }): Wait[] => {
      const on = this.#byId.get(id);
      return on !== undefined && !isSettled(on) && givesUp(on, item) ? [{ on, by: 'name' }] : [];
    });
  }

  /** Live rules that have the name that it needs, besides its own. */
  holders({ work: { live, wanted } }: Item, known: Known) {
    if (wanted === null) return [];
    const own = live === null ? null : known.get(live.id);
    // Where live rules share a name, one that has it already takes it from nobody.
    if (own !== null && canonicalName(own.name) === wanted.name) return [];
    return known.named(wanted.name);
  }

  /** Those that may have a sender that it needs, as far as that can be told before the service says so. */
  onSenders(item: Item): Wait[] {
    return (this.#senders.get(item) ?? []).flatMap((on): Wait[] =>
      isSettled(on) || on.parked !== null ? [] : [{ on, by: 'sender' }],
    );
  }

  /** The one that the service named when it refused a change, if it is to be changed itself. */
  onConflict({ conflict, work }: Item, known: Known): Wait[] {
    if (conflict === null || conflict.with === null) return [];
    return known.named(canonicalName(conflict.with)).flatMap(({ id }): Wait[] => {
      const on = this.#byId.get(id);
      return on === undefined || on.work === work || isSettled(on) || on.parked !== null ? [] : [{ on, by: 'sender' }];
    });
  }
}

function givesUp({ work: { wanted } }: Item, { work }: Item): boolean {
  return wanted?.name !== work.wanted?.name;
}

function pairs(item: Item | undefined, senders: Item[]): [Item, Item[]][] {
  return item === undefined || senders.length === 0 ? [] : [[item, senders]];
}
