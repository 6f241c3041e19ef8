/**
 * Entries in canonical order, with their comments. An alias stands for the last anchor of its name before it: where a
 * new order could change that, the old one stays.
 */
import { aliasName, type Collection, type Entry, isCollection, type LayoutLevel, levelBelow, rankOf } from './tree.ts';

/** The anchors that a value sets and the aliases that stand in it, by name. */
interface Names {
  set: Set<string>;
  used: Set<string>;
}

/** Orders a collection and all below it in place. */
export function orderEntries(collection: Collection, level: LayoutLevel): void {
  arrange(collection, level);
}

function arrange(collection: Collection, level: LayoutLevel): Names | null {
  // What stands above the first key of an item is about the item, and stays when that key is moved.
  if (collection.kind === 'list') collection.entries.forEach(liftAbove);
  const names = collection.entries.map((entry) => namesOf(entry, level));
  if (collection.kind === 'mapping' && !haveInCommon(names)) sort(collection, level);
  if (collection.kind === 'list') collection.entries.forEach(liftComments);
  const all = names.some((one) => one !== null) ? merged(names) : null;
  return named(collection.anchor, null, all);
}

function namesOf({ key, value }: Entry, level: LayoutLevel): Names | null {
  const inside = isCollection(value)
    ? arrange(value, levelBelow(level, key))
    : named(value.anchor, aliasName(value), null);
  const printed = key?.printed ?? '';
  const anchor = printed.startsWith('&') ? (printed.split(' ', 1)[0] ?? null) : null;
  return named(anchor, printed.startsWith('*') ? printed.slice(1).trimEnd() : null, inside);
}

function named(anchor: string | null, alias: string | null, inside: Names | null): Names | null {
  if (anchor === null && alias === null) return inside;
  const names = inside ?? { set: new Set<string>(), used: new Set<string>() };
  if (anchor !== null) names.set.add(anchor.slice(1));
  if (alias !== null) names.used.add(alias);
  return names;
}

function merged(all: readonly (Names | null)[]): Names {
  const result: Names = { set: new Set(), used: new Set() };
  for (const names of all) {
    for (const name of names?.set ?? []) result.set.add(name);
    for (const name of names?.used ?? []) result.used.add(name);
  }
  return result;
}

/** Whether an anchor that is set in one entry is also set or used in another. */
function haveInCommon(all: readonly (Names | null)[]): boolean {
  const setIn = new Map<string, number>();
  for (const [index, names] of all.entries()) {
    for (const name of names?.set ?? []) {
      if (setIn.has(name)) return true;
      setIn.set(name, index);
    }
  }
  return all.some((names, index) => [...(names?.used ?? [])].some((name) => (setIn.get(name) ?? index) !== index));
}

function sort(collection: Collection, level: LayoutLevel): void {
  const ranked = collection.entries.map((entry) => ({ entry, rank: entry.key && rankOf(level, entry.key) }));
  if (ranked.some(({ rank }) => rank === null)) return;
  collection.entries = ranked.sort((a, b) => Number(a.rank) - Number(b.rank)).map(({ entry }) => entry);
}

/** Nothing may part an item's dash from its first key: what stands above that key goes above the item. */
function liftAbove({ value, above }: Entry): void {
  if (value.kind !== 'mapping') return;
  for (const { text } of value.entries[0]?.above.splice(0) ?? []) above.push({ text, blank: false });
}

/** The same for the key that is first now, and what stands behind the item. */
function liftComments(item: Entry): void {
  liftAbove(item);
  const first = item.value.kind === 'mapping' ? item.value.entries[0] : undefined;
  if (first === undefined || item.beside === null) return;
  if (first.beside === null) first.beside = item.beside;
  else item.above.push({ text: item.beside, blank: false });
  item.beside = null;
}
