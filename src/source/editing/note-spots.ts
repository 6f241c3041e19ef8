/** Where the notes about each rule of a file stand, or would. */
import { yamlDocuments } from '../yaml-documents.ts';
import { documentExtents } from './documents.ts';
import { type ListPlace, layoutOf, type MapPlace, type Place } from './layout.ts';
import { commentsAbove, isFirstOnLine, nextLine, spacesBefore } from './lines.ts';
import { type Manner, mannerOf } from './render.ts';
import { endOfLines } from './replace.ts';

/** The beginning of the line that a note is put before, and how far it is indented. */
export interface NoteSpot {
  at: number;
  column: number;
}

interface NoteSpots {
  /** The part of the text in which all comments are about the rule. */
  from: number;
  to: number;
  /** null where no comment can stand. */
  above: NoteSpot | null;
  below: NoteSpot | null;
}

/** Takes the text of a rule file without problems; gives the spots by `document/path` of each rule. */
export function noteSpots(text: string): Map<string, NoteSpots> {
  const spots = new Map<string, NoteSpots>();
  const extents = documentExtents(text);
  let index = 0;
  for (const document of yamlDocuments(text, () => {}, { keepSourceTokens: true })) {
    const from = index === 0 ? 0 : (extents[index]?.start ?? 0);
    const to = extents[index + 1]?.start ?? text.length;
    const root = layoutOf(document);
    const list = root?.kind === 'map' ? root.parts.find(({ key }) => key === 'rules')?.value : undefined;
    const manner = mannerOf(root);
    if (list?.kind === 'list') {
      for (const [at, rule] of listSpots(list, manner, text).entries()) spots.set(`${index}/rules/${at}`, rule);
    } else if (root !== null) {
      const start = [root.anchor?.start, root.start].find((one) => one !== undefined && isFirstOnLine(text, one));
      spots.set(`${index}/`, { from, to, above: spotAbove(start, text), below: spotBelow(root, manner, text) });
    }
    index += 1;
  }
  return spots;
}

function listSpots(list: ListPlace, manner: Manner, text: string): NoteSpots[] {
  if (list.flow) return [];
  const ends = list.parts.map(({ end }) => endOfLines(text, end, list.column));
  return list.parts.map(({ start, value }, index) => {
    const dash = isFirstOnLine(text, start) ? start : undefined;
    const from = ends[index - 1] ?? commentsAbove(text, spacesBefore(text, start), list.column);
    const to = ends[index] ?? text.length;
    return { from, to, above: spotAbove(dash, text), below: spotBelow(value, manner, text) };
  });
}

function spotAbove(start: number | undefined, text: string): NoteSpot | null {
  if (start === undefined) return null;
  const at = spacesBefore(text, start);
  return { at, column: start - at };
}

function spotBelow(rule: Place, manner: Manner, text: string): NoteSpot | null {
  const actions = rule.kind === 'map' && !rule.flow ? rule.parts.find(({ key }) => key === 'actions') : undefined;
  if (actions === undefined) return null;
  const { value, end } = actions;
  const last = value.kind === 'list' && !value.flow ? value.parts.at(-1) : undefined;
  if (last !== undefined) {
    const { column } = value as ListPlace;
    return { at: endOfLines(text, last.end, column), column };
  }
  const { column } = rule as MapPlace;
  const isLast = nextLine(text, end) >= text.length;
  return { at: isLast ? text.length : endOfLines(text, end, column), column: column + manner.dash };
}
