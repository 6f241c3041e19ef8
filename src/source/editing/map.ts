/** The keys of a mapping made what they shall be. */
import { type Decision, editEntries, isJson } from './entries.ts';
import type { Entry, MapPlace, Place } from './layout.ts';
import { mergeOf } from './merges.ts';
import { replaceValue } from './replace.ts';
import type { Position, Session } from './session.ts';
import { normal, type Plain, type PlainMap, same, saysNothing } from './values.ts';

/** Takes a mapping and what it shall be; notes what makes it so and gives what it then is. */
export function editMap(map: MapPlace, wanted: PlainMap, position: Position, session: Session): Plain {
  const merges = map.parts.filter(({ isMerge }) => isMerge).map((entry) => mergeOf(entry, session));
  const gone = new Set(merges.filter(({ isGone }) => isGone).map(({ entry }) => entry));
  const merged = inOne(merges.flatMap(({ sources }) => sources));
  const decisions = map.parts.map((entry): Decision => {
    if (entry.isMerge) return { entry, wanted: undefined, removed: gone.has(entry) };
    const value = wanted[entry.key] ?? null;
    const hidesMerged = !saysNothing(merged[entry.key]);
    return { entry, wanted: value, removed: value === null && !hidesMerged && !isNothing(entry.value) };
  });
  if (decisions.every(({ removed }) => removed)) {
    replaceValue(map, wanted, position, session);
    return wanted;
  }
  const added = addedTo(map, merged, wanted);
  const result: PlainMap = { ...merged, ...added };
  const write = ({ entry, wanted: value, removed }: Decision): void => {
    if (value === undefined || removed) return;
    const at = positionOf(entry, map);
    if (value !== null || isNothing(entry.value)) {
      result[entry.key] = session.reconcile(entry.value, value, at, session);
      return;
    }
    replaceValue(entry.value, null, at, session);
    result[entry.key] = null;
  };
  editEntries(map, decisions, added, write, session);
  return result;
}

/** What several merged mappings give: the first that has a key wins. */
function inOne(sources: readonly PlainMap[]): PlainMap {
  const merged: PlainMap = {};
  for (const source of sources) {
    for (const [key, value] of Object.entries(source)) if (!Object.hasOwn(merged, key)) merged[key] = value;
  }
  return merged;
}

/** The keys that are to be put in: what is wanted and not there yet, and null over what is merged and not wanted. */
function addedTo(map: MapPlace, merged: PlainMap, wanted: PlainMap): PlainMap {
  const own = new Set(map.parts.filter(({ isMerge }) => !isMerge).map(({ key }) => key));
  const added: PlainMap = {};
  for (const [key, value] of Object.entries(wanted)) {
    if (!own.has(key) && !same(normal(merged[key]), value)) added[key] = value;
  }
  for (const key of Object.keys(merged)) {
    if (!own.has(key) && !(key in wanted) && !saysNothing(merged[key])) added[key] = null;
  }
  return added;
}

function isNothing(place: Place): boolean {
  if (place.kind === 'scalar') return place.value === null;
  if (place.kind === 'alias') return place.target === null || isNothing(place.target);
  return place.kind === 'map' && place.parts.every(({ value, isMerge }) => !isMerge && isNothing(value));
}

function positionOf(entry: Entry, map: MapPlace): Position {
  if (map.flow) return { in: 'flow', json: isJson(map), colon: entry.colon, isEntry: true };
  return { in: 'entry', column: map.column, key: entry.key, colon: entry.colon };
}
