/** What a mapping takes from others, by `<<`. */
import type { Entry, Place } from './layout.ts';
import { replaceValue } from './replace.ts';
import { type Position, resolve, type Session, takeOver } from './session.ts';
import { isPlainMap, type Plain, type PlainMap } from './values.ts';

/** What a merge gives; `isGone`: what it merged is no longer there, and it goes too. */
export function mergeOf(entry: Entry, session: Session): { entry: Entry; sources: PlainMap[]; isGone: boolean } {
  const { value } = entry;
  const places = value.kind === 'list' ? value.parts.map((item) => item.value) : [value];
  const sources: PlainMap[] = [];
  let gone = 0;
  for (const place of places) {
    const source = mergedValue(place, places.length === 1 && value.kind !== 'list', entry, session);
    if (source) sources.push(source);
    else gone++;
  }
  return { entry, sources, isGone: gone > 0 && sources.length === 0 };
}

function mergedValue(place: Place, isAlone: boolean, entry: Entry, session: Session): PlainMap | null {
  if (place.kind !== 'alias') return asMap(plainOf(place));
  const anchored = resolve(session, place);
  if (anchored) {
    anchored.users++;
    return asMap(anchored.value);
  }
  const old = plainOf(place);
  const anchor = takeOver(session, place, old);
  if (anchor === null && isAlone) return null;
  const at: Position = { in: 'flow', json: false, colon: entry.colon, isEntry: false };
  replaceValue(place, old, at, session, anchor);
  return asMap(old);
}

function asMap(value: Plain): PlainMap {
  return isPlainMap(value) ? value : {};
}

/** What a place says, aliases and merges as they are in the file. */
export function plainOf(place: Place): Plain {
  if (place.kind === 'alias') return place.target ? plainOf(place.target) : null;
  if (place.kind === 'scalar') return place.value;
  if (place.kind === 'list') return place.parts.map(({ value }) => plainOf(value));
  const result: PlainMap = {};
  const merged: Plain[] = [];
  for (const { key, value, isMerge } of place.parts) {
    if (!isMerge) result[key] = plainOf(value);
    else for (const source of [plainOf(value)].flat()) merged.push(source);
  }
  for (const source of merged) {
    for (const [key, value] of Object.entries(asMap(source))) if (!Object.hasOwn(result, key)) result[key] = value;
  }
  return result;
}
