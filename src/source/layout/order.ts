/** Sorts entries with their comments. An alias means the last anchor before it: entries that share one keep their order. */
import { aliasName, type Collection, type Entry, isCollection, type LayoutLevel, levelBelow, rankOf } from './tree.ts';

/** Sorts a collection and everything below it in place. Returns its anchors and aliases: `&name`, `*name`. */
export function orderEntries(collection: Collection, level: LayoutLevel): string[] {
  // A comment above the first key of an item is about the item, so it does not move with the key.
  if (collection.kind === 'list') collection.entries.forEach(liftAbove);
  const marks = collection.entries.map((entry) => marksIn(entry, level));
  if (collection.kind === 'mapping' && !haveInCommon(marks)) sort(collection, level);
  if (collection.kind === 'list') collection.entries.forEach(liftComments);
  return marks.flat();
}

function marksIn({ key, value }: Entry, level: LayoutLevel): string[] {
  const inside = isCollection(value) ? orderEntries(value, levelBelow(level, key)) : [];
  const ofKey = /^[&*]\S+/.exec(key?.printed ?? '')?.[0];
  const alias = aliasName(value);
  return [...inside, ofKey, value.anchor, alias && `*${alias}`].filter((mark) => mark != null);
}

/** Whether an anchor that is set in one entry is also set or used in another. */
function haveInCommon(all: readonly (readonly string[])[]): boolean {
  const setIn = new Map<string, number>();
  for (const [index, marks] of all.entries()) {
    for (const mark of marks) if (mark.startsWith('&')) setIn.set(mark.slice(1), index);
  }
  return all.some((marks, index) => marks.some((mark) => (setIn.get(mark.slice(1)) ?? index) !== index));
}

function sort(collection: Collection, level: LayoutLevel): void {
  const ranked = collection.entries.map((entry) => ({ entry, rank: entry.key && rankOf(level, entry.key) }));
  if (ranked.some(({ rank }) => rank === null)) return;
  collection.entries = ranked.sort((a, b) => Number(a.rank) - Number(b.rank)).map(({ entry }) => entry);
}

/** Moves comments above the first key of an item above the item: they must not part its dash from the key. */
function liftAbove({ value, above }: Entry): void {
  if (value.kind !== 'mapping') return;
  for (const { text } of value.entries[0]?.above.splice(0) ?? []) above.push({ text, blank: false });
}

function liftComments(item: Entry): void {
  liftAbove(item);
  const first = item.value.kind === 'mapping' ? item.value.entries[0] : undefined;
  if (first === undefined || item.beside === null) return;
  if (first.beside === null) first.beside = item.beside;
  else item.above.push({ text: item.beside, blank: false });
  item.beside = null;
}
