/** One value in the place of another: what stands around it, such as a comment on its line, stays. */

import type { Place, ScalarPlace } from './layout.ts';
import { commentsInside, lineEnd, nextLine, spacesBefore } from './lines.ts';
import { blockText, entryLines, inBlock, inFlow } from './render.ts';
import { type Position, type Session, splice, spliceLines } from './session.ts';
import { folded, inline, literal, type Rendered, rewrapped } from './text.ts';
import { isPlainMap, type Plain } from './values.ts';

type EntryPosition = Extract<Position, { in: 'entry' }>;
type FlowPosition = Extract<Position, { in: 'flow' }>;

/** Notes what writes `value` where `place` stands; `anchor` is the name of an anchor that it gets. */
export function replaceValue(
  place: Place,
  value: Plain,
  position: Position,
  session: Session,
  anchor: string | null = null,
): void {
  if (position.in === 'flow') replaceInFlow(place, value, position, session, anchor);
  else if (position.in === 'entry') replaceInEntry(place, value, position, session, anchor);
  else replaceWhole(place, value, position.in === 'item' ? position.column + 2 : 0, session, anchor);
}

function replaceInFlow(place: Place, value: Plain, at: FlowPosition, session: Session, anchor: string | null): void {
  const { text } = session;
  const style = place.kind === 'scalar' && typeof place.value === 'string' ? place.style : 'PLAIN';
  const written = typeof value === 'string' && !at.json ? inline(value, style, true) : inFlow(value, at.json);
  const head = anchor ? `&${anchor} ${written}` : written;
  const colon = at.isEntry && at.colon === null ? ':' : '';
  // Behind a quoted key a colon needs no space before what is in quotes or brackets.
  const isClose = text[place.start - 1] === ':' && (place.start === place.end || !/^["'[{]/.test(head));
  const isBehindAnchor = place.anchor?.end === place.start;
  const space = colon !== '' || isClose || isBehindAnchor ? ' ' : '';
  splice(session, place.start, place.end, `${colon}${space}${head}`);
}

/** Where the lines of something end that ends at an offset: after its comments. `column` is that of its key or dash. */
export function endOfLines(text: string, end: number, column: number): number {
  // Only a block of text ends with its line.
  return commentsInside(text, text[end - 1] === '\n' ? end : nextLine(text, end), column);
}

function replaceInEntry(place: Place, value: Plain, at: EntryPosition, session: Session, anchor: string | null): void {
  const { head, lines } = readable(rewritten(place, value, at, session), place, value, at, session);
  const anchored = { head: anchor ? `&${anchor}${head === '' ? '' : ` ${head}`}` : head, lines };
  if (isBlockScalar(place)) replaceBlockText(place, anchored, session);
  else if ((place.kind === 'map' || place.kind === 'list') && !place.flow) replaceBelow(place, anchored, at, session);
  else replaceInline(place, anchored, at, session);
}

/** A block would take comments that stand below it, indented as far as its lines, for its text. */
function readable(rendered: Rendered, place: Place, value: Plain, at: EntryPosition, session: Session): Rendered {
  const { text, manner } = session;
  if (rendered.lines.length === 0 || typeof value !== 'string' || isBlockScalar(place)) return rendered;
  const below = nextLine(text, place.end);
  const isFollowed = commentsInside(text, below, at.column + manner.step - 1) > below;
  return isFollowed ? { head: inline(value, 'PLAIN', false), lines: [] } : rendered;
}

function isBlockScalar(place: Place): place is ScalarPlace & { style: 'BLOCK_FOLDED' | 'BLOCK_LITERAL' } {
  return place.kind === 'scalar' && (place.style === 'BLOCK_FOLDED' || place.style === 'BLOCK_LITERAL');
}

/** The value in the style of the old one. */
function rewritten(place: Place, value: Plain, at: EntryPosition, session: Session): Rendered {
  const { text, manner } = session;
  if (isPlainMap(value) && place.kind === 'map' && place.flow) return { head: inFlow(value, false), lines: [] };
  if (typeof value !== 'string') return inBlock(value, at.key, at.column, manner);
  if (place.kind !== 'scalar' || typeof place.value !== 'string')
    return blockText(value, at.column, at.column + manner.step);
  const inner = at.column + manner.step;
  if (isBlockScalar(place)) return rewrittenBlock(place, value, at.column, inner, text);
  const isOverLines = text.slice(place.start, place.end).includes('\n');
  const rewrap = isOverLines ? rewrapped(text.slice(place.start, place.end), place.value, value) : null;
  if (rewrap) return { head: rewrap, lines: [] };
  const keepsQuotes = place.style !== 'PLAIN' && place.value.includes('\n');
  if (value.includes('\n') && !keepsQuotes) return blockText(value, at.column, inner);
  return { head: inline(value, place.style, false), lines: [] };
}

function rewrittenBlock(place: ScalarPlace, value: string, column: number, inner: number, text: string): Rendered {
  const header = text.slice(place.start, headerEnd(text, place));
  const body = text.slice(nextLine(text, place.start), place.end).split(/\r?\n/);
  const digit = /\d/.exec(header)?.[0];
  const own = /^ */.exec(body.find((line) => line.trim() !== '') ?? '')?.[0].length;
  const indentation = digit ? column + Number(digit) : (own ?? inner);
  const block =
    (place.style === 'BLOCK_FOLDED' ? folded(value, header, body) : null) ??
    literal(value, column, Math.max(indentation, column + 1), header);
  return block ?? { head: inline(value, 'PLAIN', false), lines: [] };
}

function headerEnd(text: string, place: Place): number {
  let end = place.start + 1;
  while (/[-+\d]/.test(text[end] ?? '')) end++;
  return end;
}

function replaceBlockText(place: Place, { head, lines }: Rendered, session: Session): void {
  const { text, eol } = session;
  const bodyStart = nextLine(text, place.start);
  splice(session, place.start, headerEnd(text, place), head);
  const endsFile = text[place.end - 1] !== '\n' && lines.at(-1) !== '';
  const body = lines.map((line) => line + eol).join('');
  const joint = text[bodyStart - 1] === '\n' ? '' : eol;
  spliceLines(session, bodyStart, place.end, joint + (endsFile ? body.slice(0, -eol.length) : body));
}

/** In the place of a mapping or list below its key. */
function replaceBelow(place: Place, { head, lines }: Rendered, at: EntryPosition, session: Session): void {
  const { text, eol } = session;
  const after = place.anchor?.end ?? at.colon ?? place.start;
  if (head !== '') splice(session, after, after, ` ${head}`);
  const from = nextLine(text, after);
  const to = endOfLines(text, place.end, at.column);
  spliceLines(session, from, to, lines.map((line) => line + eol).join(''));
}

function replaceInline(place: Place, { head, lines }: Rendered, at: EntryPosition, session: Session): void {
  const { text } = session;
  const after = place.anchor?.end ?? at.colon ?? place.start;
  if (head === '') {
    const isBehind = text.slice(after, place.start).trim() === '';
    splice(session, isBehind ? after : spacesBefore(text, place.start), place.end, '');
  } else {
    const space = place.start === after ? ' ' : '';
    splice(session, place.start, place.end, space + head);
  }
  putBelow(lineEnd(text, place.end), lines, session);
}

/** Notes lines below the one that ends at an offset. */
function putBelow(end: number, lines: readonly string[], session: Session): void {
  const { text, eol } = session;
  const below = lines.map((line) => eol + line).join('');
  // A blank line at the end is one only with its line end.
  if (lines.at(-1) === '') spliceLines(session, end, nextLine(text, end), below + eol);
  else splice(session, end, end, below);
}

/** A rule or an action as a whole: an alias behind a dash, or one of which no key stays. */
function replaceWhole(place: Place, value: Plain, inner: number, session: Session, anchor: string | null): void {
  const { text, eol, manner } = session;
  const isFlow = (place.kind === 'map' && place.flow) || !isPlainMap(value);
  const below = isFlow ? [] : entryLines(value, place.kind === 'map' ? place.column : inner, manner);
  const head = anchor === null ? [] : [`&${anchor}${isFlow ? ' ' : ''}`];
  const [first = '', ...rest] = isFlow ? [head.join('') + inFlow(value, false)] : [...head, ...below];
  const endsLine = text[place.end - 1] === '\n';
  if (!endsLine) {
    splice(session, place.start, place.end, first.trimStart());
    putBelow(lineEnd(text, place.end), rest, session);
  } else spliceLines(session, place.start, place.end, [first.trimStart(), ...rest, ''].join(eol));
}
