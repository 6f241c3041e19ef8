/** Entries of a mapping written, put in and taken out, in brackets or in lines. */
import { type Piece, rebuild } from './flow.ts';
import type { Entry, MapPlace } from './layout.ts';
import {
  blankLinesAfter,
  blankLinesBefore,
  commentsAbove,
  isFirstOnLine,
  lineBreakBefore,
  spacesBefore,
} from './lines.ts';
import { inBlock, inFlow, keyLines } from './render.ts';
import { endOfLines } from './replace.ts';
import { gathered, type Session, splice, spliceLines } from './session.ts';
import { spliced } from './splices.ts';
import { type Plain, type PlainMap, rankOf } from './values.ts';

/** What becomes of an entry. `wanted` is undefined for a merge, and null where the key shall say nothing. */
export interface Decision {
  entry: Entry;
  wanted: Plain | undefined;
  removed: boolean;
}

/**
 * Notes what writes the entries that stay, takes out those that go and puts in `added`. `write` notes what makes one
 * entry what it shall be.
 */
export function editEntries(
  map: MapPlace,
  decisions: Decision[],
  added: PlainMap,
  write: Write,
  session: Session,
): void {
  if (map.flow) editFlow(map, decisions, added, write, session);
  else editBlock(map, decisions, added, write, session);
}

/** Whether a mapping is written as in JSON, with its keys in quotes. */
export function isJson(map: MapPlace): boolean {
  return map.parts.length > 0 && map.parts.every(({ quoted }) => quoted);
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
  let at = 0;
  for (const [index, { entry, removed }] of decisions.entries()) {
    const end = endOfLines(text, entry.end, map.column);
    if (!removed) at = end;
    else if (!isBehindDash || index > kept) {
      // Blank lines would go on into those of a text that keeps them.
      const isClose = at > 0 && blankLinesBefore(text, at) < at;
      splice(session, spacesBefore(text, entry.start), isClose ? blankLinesAfter(text, end) : end, '');
    }
  }
}
