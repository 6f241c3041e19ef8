/** The keys of a mapping made what they shall be. */
import { type Piece, rebuild } from './edit-flow.ts';
import type { Entry, MapPlace, Place } from './edit-layout.ts';
import { commentsAbove, isFirstOnLine, lineBreakBefore, spacesBefore } from './edit-lines.ts';
import { inBlock, inFlow, keyLines } from './edit-render.ts';
import { endOfLines, replaceValue } from './edit-replace.ts';
import { gathered, type Position, resolve, type Session, splice, spliceLines, takeOver } from './edit-session.ts';
import { spliced } from './edit-splices.ts';
import { isPlainMap, normal, type Plain, type PlainMap, rankOf, same, saysNothing } from './edit-values.ts';

/** What becomes of an entry: null removes it, undefined leaves it to the merge that it is. */
interface Decision {
  entry: Entry;
  wanted: Plain | undefined;
  removed: boolean;
}

/** Takes a mapping and what it shall be; notes what makes it so and gives what it then is. */
export function editMap(map: MapPlace, wanted: PlainMap, position: Position, session: Session): Plain {
  const merges = map.parts.filter(({ isMerge }) => isMerge).map((entry) => mergeOf(entry, session));
  const flattened = new Set(merges.filter(({ isGone }) => isGone).map(({ entry }) => entry));
  const merged: PlainMap = {};
  for (const { sources } of merges) {
    for (const source of sources) {
      for (const [key, value] of Object.entries(source)) if (!Object.hasOwn(merged, key)) merged[key] = value;
    }
  }
  const decisions = map.parts.map((entry): Decision => {
    if (entry.isMerge) return { entry, wanted: undefined, removed: flattened.has(entry) };
    const value = wanted[entry.key] ?? null;
    const hides = !saysNothing(merged[entry.key]);
    return { entry, wanted: value, removed: value === null && !hides && !isNothing(entry.value) };
  });
  const own = new Set(map.parts.map(({ key, isMerge }) => (isMerge ? '<<' : key)));
  const added: PlainMap = {};
  for (const [key, value] of Object.entries(wanted)) {
    if (!own.has(key) && !same(normal(merged[key]), value)) added[key] = value;
  }
  for (const key of Object.keys(merged)) {
    if (!own.has(key) && !(key in wanted) && !saysNothing(merged[key])) added[key] = null;
  }
  if (decisions.every(({ removed }) => removed)) {
    replaceValue(map, wanted, position, session);
    return wanted;
  }
  const result: PlainMap = { ...merged, ...added };
  const write = (decision: Decision): void => {
    if (decision.wanted === undefined || decision.removed) return;
    const { entry } = decision;
    const at = positionOf(entry, map);
    if (decision.wanted === null && !isNothing(entry.value)) {
      replaceValue(entry.value, null, at, session);
      result[entry.key] = null;
    } else result[entry.key] = session.reconcile(entry.value, decision.wanted, at, session);
  };
  if (map.flow) editFlow(map, decisions, added, write, session);
  else editBlock(map, decisions, added, write, session);
  return result;
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

/** Whether a mapping is written as in JSON, with its keys in quotes. */
function isJson(map: MapPlace): boolean {
  return map.parts.length > 0 && map.parts.every(({ quoted }) => quoted);
}

/** What a merge gives; `isGone`: what it merged is no longer there, and it goes too. */
function mergeOf(entry: Entry, session: Session): { entry: Entry; sources: PlainMap[]; isGone: boolean } {
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

type Write = (decision: Decision) => void;

function editFlow(map: MapPlace, decisions: Decision[], added: PlainMap, write: Write, session: Session): void {
  const isSame = Object.keys(added).length === 0 && decisions.every(({ removed }) => !removed);
  if (isSame) {
    decisions.forEach(write);
    return;
  }
  const { text } = session;
  const json = isJson(map);
  const piece = (key: string, value: Plain): Piece => ({
    old: null,
    text: () => `${json ? `"${key}"` : key}: ${inFlow(value, json)}`,
  });
  const pieces: Piece[] = [];
  const places = placesFor(added, decisions);
  for (const key of places.get(null) ?? []) pieces.push(piece(key, added[key] ?? null));
  for (const [index, decision] of decisions.entries()) {
    if (!decision.removed) {
      const { start, end } = decision.entry;
      const splices = gathered(session, () => write(decision));
      pieces.push({ old: index, text: () => spliced(text, splices, start, end) });
    }
    for (const key of places.get(decision) ?? []) pieces.push(piece(key, added[key] ?? null));
  }
  rebuild(map, pieces, session);
}

/**
 * Behind which entry each key goes, null for before all: as in the API spec where the keys that are there leave a
 * place for it, else behind the last.
 */
function placesFor(added: PlainMap, decisions: readonly Decision[]): Map<Decision | null, string[]> {
  const kept = decisions.filter(({ removed }) => !removed);
  const places = new Map<Decision | null, string[]>();
  for (const key of Object.keys(added).sort((a, b) => rankOf(a) - rankOf(b))) {
    const rank = rankOf(key);
    const below = (decision: Decision): boolean => decision.entry.isMerge || rankOf(decision.entry.key) < rank;
    const count = kept.findIndex((decision) => !below(decision));
    const fits = count === -1 || kept.slice(count).every((decision) => decision.entry.isMerge || !below(decision));
    const after = count === -1 || !fits ? kept.at(-1) : kept[count - 1];
    const known = places.get(after ?? null);
    if (known) known.push(key);
    else places.set(after ?? null, [key]);
  }
  return places;
}

function editBlock(map: MapPlace, decisions: Decision[], added: PlainMap, write: Write, session: Session): void {
  const places = placesFor(added, decisions);
  for (const decision of decisions) write(decision);
  removeEntries(map, decisions, session);
  for (const [after, keys] of places) {
    const lines = keys.flatMap((key) =>
      keyLines(key, inBlock(added[key] ?? null, key, map.column, session.manner), map.column),
    );
    if (after) putLines(endOfLines(session.text, after.entry.end, map.column), lines, session);
    else putFirst(map, decisions, lines, session);
  }
}

/** Notes lines that are put in at the beginning of a line. */
export function putLines(at: number, lines: readonly string[], session: Session): void {
  const { text, eol } = session;
  const isOpen = at > 0 && text[at - 1] !== '\n';
  const written = lines.map((line) => (isOpen ? eol + line : line + eol)).join('');
  // A blank line at the end of the file counts only when it is ended too.
  spliceLines(session, at, at, isOpen && lines.at(-1) === '' ? written + eol : written);
}

function putFirst(map: MapPlace, decisions: readonly Decision[], lines: readonly string[], session: Session): void {
  const { text, eol } = session;
  const kept = decisions.findIndex(({ removed }) => !removed);
  const { start } = decisions[kept]?.entry ?? map;
  if (map.column === 0 || !isFirstOnLine(text, start) || movesUp(map, decisions, kept, text)) {
    const [first = '', ...rest] = [...lines, ' '.repeat(map.column)];
    splice(session, start, start, [first.trimStart(), ...rest].join(eol));
    return;
  }
  putLines(commentsAbove(text, spacesBefore(text, start), map.column), lines, session);
}

/** Whether an entry takes the place of those before it behind a dash: not where comments stand between. */
function movesUp(map: MapPlace, decisions: readonly Decision[], kept: number, text: string): boolean {
  const [first, following, last] = [decisions[0], decisions[kept], decisions[kept - 1]];
  if (!first || !following || !last || isFirstOnLine(text, first.entry.start)) return false;
  return text.slice(endOfLines(text, last.entry.end, map.column), following.entry.start).trim() === '';
}

function removeEntries(map: MapPlace, decisions: readonly Decision[], session: Session): void {
  const { text } = session;
  const kept = decisions.findIndex(({ removed }) => !removed);
  const [first, following, last] = [decisions[0], decisions[kept], decisions[kept - 1]];
  const isBehindDash = kept > 0 && first && !isFirstOnLine(text, first.entry.start);
  if (isBehindDash && following && last) {
    const { start } = first.entry;
    if (movesUp(map, decisions, kept, text)) splice(session, start, following.entry.start, '');
    // The dash stays alone on its line.
    else
      splice(
        session,
        spacesBefore(text, start),
        lineBreakBefore(text, endOfLines(text, last.entry.end, map.column)),
        '',
      );
  }
  for (const { entry, removed } of isBehindDash ? decisions.slice(kept) : decisions) {
    if (removed) splice(session, spacesBefore(text, entry.start), endOfLines(text, entry.end, map.column), '');
  }
}
