/** The items of a list kept, changed, moved, taken out and put in. */
import { longestRising } from './align.ts';
import { putLines } from './entries.ts';
import { type Piece, rebuild } from './flow.ts';
import type { Item, ListPlace, Place } from './layout.ts';
import { blankLinesAfter, blankLinesBefore, commentsAbove, spacesBefore } from './lines.ts';
import { inFlow, itemLines } from './render.ts';
import { endOfLines } from './replace.ts';
import { gathered, type Position, type Session, splice, spliceLines } from './session.ts';
import { spliced } from './splices.ts';
import type { Plain } from './values.ts';

/** An item of the list as it shall be: `old` is the index of the one it continues, which `write` makes so, or new. */
export type Slot = { old: number; write: (place: Place, position: Position) => Plain } | { old: null; wanted: Plain };

/** Takes a list and the items that it shall have; notes what makes it so and gives what it then is. */
export function editList(list: ListPlace, slots: readonly Slot[], session: Session): Plain[] {
  return list.flow ? editFlow(list, slots, session) : editBlock(list, slots, session);
}

function editFlow(list: ListPlace, slots: readonly Slot[], session: Session): Plain[] {
  const { text } = session;
  const json = list.parts.some(({ value }) => value.kind === 'map' && value.parts.some(({ quoted }) => quoted));
  const position: Position = { in: 'flow', json, colon: null, isEntry: false };
  const isSame = slots.length === list.parts.length && slots.every(({ old }, index) => old === index);
  const values: Plain[] = [];
  const pieces = slots.flatMap((slot): Piece[] => {
    if (slot.old === null) {
      values.push(slot.wanted);
      return [{ old: null, text: () => inFlow(slot.wanted, json) }];
    }
    const item = list.parts[slot.old];
    if (!item) return [];
    const write = (): unknown => values.push(slot.write(item.value, position));
    if (isSame) {
      write();
      return [];
    }
    const splices = gathered(session, write);
    return [{ old: slot.old, text: () => spliced(text, splices, item.start, item.end) }];
  });
  if (!isSame) rebuild(list, pieces, session);
  return values;
}

/** Where an item stands with the comments above it and what is indented below it. */
function linesOf(item: Item, list: ListPlace, text: string): { start: number; end: number } {
  const start = commentsAbove(text, spacesBefore(text, item.start), list.column);
  return { start, end: endOfLines(text, item.end, list.column) };
}

function editBlock(list: ListPlace, slots: readonly Slot[], session: Session): Plain[] {
  const { text, eol } = session;
  const position: Position = { in: 'item', column: list.column };
  const olds = slots.flatMap(({ old }) => (old === null ? [] : [old]));
  const staying = longestRising(olds);
  const values: Plain[] = [];
  const hasGap = hasGaps(list, text);
  let at: number | null = null;
  // Whether what was put in last ends in blank lines, which belong to its text.
  let endsBlank = false;
  for (const slot of slots) {
    const item = slot.old === null ? undefined : list.parts[slot.old];
    if (item && slot.old !== null && staying.has(slot.old)) {
      values.push(slot.write(item.value, position));
      at = slot.old;
      endsBlank = false;
      continue;
    }
    const before = at === null ? undefined : list.parts[at];
    const first = list.parts[0];
    if (!first) continue;
    const offset = before ? linesOf(before, list, text).end : linesOf(first, list, text).start;
    if (slot.old === null) {
      values.push(slot.wanted);
      const lines = itemLines(slot.wanted, list.column, session.manner, innerColumn(list));
      const gap = hasGap && !endsBlank && !isBlankBefore(text, offset) ? [''] : [];
      endsBlank = lines.at(-1) === '';
      putLines(offset, before ? [...gap, ...lines] : endsBlank ? lines : [...lines, ...gap], session);
      continue;
    }
    if (!item) continue;
    const splices = gathered(session, () => values.push(slot.write(item.value, position)));
    const { start, end } = linesOf(item, list, text);
    const ends = text[end - 1] === '\n';
    const isOpen = offset > 0 && text[offset - 1] !== '\n';
    const gapLine = hasGap && !endsBlank && !isBlankBefore(text, offset) ? eol : '';
    endsBlank = isBlankBefore(text, end);
    spliceLines(session, offset, offset, () => {
      const moved = spliced(text, splices, start, end);
      const whole = isOpen ? eol + (ends ? moved.replace(/\r?\n$/, '') : moved) : moved + (ends ? '' : eol);
      return before ? gapLine + whole : whole + (isBlankBefore(text, end) ? '' : gapLine);
    });
  }
  removeItems(list, staying, session);
  return values;
}

/** Whether blank lines stand between the items. */
function hasGaps(list: ListPlace, text: string): boolean {
  const [first, second] = list.parts;
  if (!first || !second) return false;
  const { end } = linesOf(first, list, text);
  return blankLinesAfter(text, end) > end;
}

function isBlankBefore(text: string, offset: number): boolean {
  return blankLinesBefore(text, offset) < offset;
}

/** The column of the keys of an item behind its dash. */
function innerColumn(list: ListPlace): number {
  const map = list.parts.find(({ value }) => value.kind === 'map' && !value.flow && !value.anchor)?.value;
  return map?.kind === 'map' ? map.column : list.column + 2;
}

/** Takes the items out that do not stay where they are, with the blank lines that set them apart. */
function removeItems(list: ListPlace, staying: ReadonlySet<number>, session: Session): void {
  const { text } = session;
  const lastKept = list.parts.findLastIndex((_, index) => staying.has(index));
  for (const [index, item] of list.parts.entries()) {
    if (staying.has(index)) continue;
    const { start, end } = linesOf(item, list, text);
    const before = index > lastKept ? list.parts[lastKept] : undefined;
    const from =
      before && index === lastKept + 1
        ? Math.max(blankLinesBefore(text, start), linesOf(before, list, text).end)
        : start;
    const isClose = before !== undefined && isBlankBefore(text, linesOf(before, list, text).end);
    // Blank lines would go on into those of a text that keeps them.
    const to = index < list.parts.length - 1 || isClose ? blankLinesAfter(text, end) : end;
    splice(session, from, to, '');
  }
}
