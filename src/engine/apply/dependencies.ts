/**
 * What keeps a change from being sent now: other changes of its account whose rules have its name or its sender. If
 * changes wait for each other in a cycle, such as two rules that swap names, one of them is parked.
 */

import { isOutbound } from '../../model/action-types.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { needsOf } from '../../planning/needs.ts';
import { howParked, type Item, isSettled } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';

/** Another change that has the name or the sender that a change needs. */
export interface Dependency {
  on: Item;
  by: 'name' | 'sender';
}

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
  onNames(item: Item): Dependency[] {
    return this.holders(item).flatMap(({ id }): Dependency[] => {
      const on = this.#byId.get(id);
      const givesUp = on !== undefined && !isSettled(on) && on.work.wanted?.name !== item.work.wanted?.name;
      return givesUp ? [{ on, by: 'name' }] : [];
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

  /** The live rules with this name that the plan does not change. */
  rulesWithoutChange(name: string): LiveRule[] {
    return this.#snapshot.named(name).filter(({ id }) => !this.#byId.has(id));
  }

  /** The changes whose rules have a sender that a change needs, as far as the plan shows. */
  onSenders(item: Item): Dependency[] {
    return (this.#senders.get(item) ?? []).filter(holdsSender).map((on) => ({ on, by: 'sender' }));
  }

  /** The changes of the rule that the service named as in the way of a change. */
  onConflict({ conflict, work }: Item): Dependency[] {
    const named = conflict?.with == null ? [] : this.#snapshot.named(canonicalName(conflict.with));
    const items = named.flatMap(({ id }) => this.#byId.get(id) ?? []);
    return items.filter((on) => on.work !== work && holdsSender(on)).map((on) => ({ on, by: 'sender' }));
  }
}

function holdsSender(item: Item): boolean {
  return !isSettled(item) && howParked(item) === null;
}

/** The change to park to break a cycle, and what it must give up; null if there is none. */
export function chooseParked(
  blocked: readonly Item[],
  waitsOf: (item: Item) => readonly Dependency[],
): Dependency | null {
  const seen = new Set<Item>();
  for (const start of blocked) {
    const able = (cycleFrom(start, waitsOf, seen) ?? []).filter(isParkable);
    // A PUT may switch off a rule that sends (measured): park another one if possible.
    const chosen = able.find(({ on }) => !sends(on)) ?? able[0];
    if (chosen !== undefined) return chosen;
  }
  return null;
}

/** Depth first, without recursion: ten thousand rules may wait in a line. */
function cycleFrom(start: Item, waitsOf: (item: Item) => readonly Dependency[], seen: Set<Item>): Dependency[] | null {
  const path: { item: Item; left: Dependency[] }[] = [];
  const taken: Dependency[] = [];
  const enter = (item: Item) => {
    seen.add(item);
    path.push({ item, left: [...waitsOf(item)] });
  };
  if (!seen.has(start)) enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const wait = top.left.shift();
    if (wait === undefined) {
      path.pop();
      taken.pop();
      continue;
    }
    const at = path.findIndex(({ item }) => item === wait.on);
    if (at >= 0) return [...taken.slice(at), wait];
    if (seen.has(wait.on)) continue;
    taken.push(wait);
    enter(wait.on);
  }
  return null;
}

function isParkable({ on: item, by }: Dependency): boolean {
  if (item.work.change.op !== 'replace' || item.cannotPark) return false;
  const parked = howParked(item);
  return parked === null || (parked === 'sender' && by === 'name');
}

function sends({ work: { live } }: Item): boolean {
  return live?.enabled === true && isOutbound(live.actions);
}
