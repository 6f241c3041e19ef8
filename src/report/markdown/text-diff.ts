/** The difference between two long texts as diff lines: the changed words, all of them, with some context around. */
import { escapedLines } from '../../diagnostics/escape-control.ts';
import { commonEnds } from '../../model/pair-actions.ts';
import { differingParts, type Part, wholeWords } from '../differing-parts.ts';
import { hang } from '../lines.ts';
import type { Style } from '../style.ts';

/** A line that was removed, added, moved or kept. */
export type DiffLine = { sign: '-' | '+' | ' ' | '!'; text: string };

type Hunk = { before: string; after: string };

/** The characters of unchanged text to keep on each side of a difference. */
const CONTEXT = 40;

/** Returns the lines that differ, each starting with the indent. */
export function textDiff(before: string, after: string, indent: string, style: Style): DiffLine[] {
  return hunksOf(differingParts(before, after)).flatMap((hunk) => hunkLines(hunk, indent, style));
}

function hunksOf(parts: readonly Part[]): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  // The text before the next difference.
  let head = '';
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'same') {
      if (open === null) {
        open = { before: head, after: head };
        hunks.push(open);
      }
      open[part.kind === 'removed' ? 'before' : 'after'] += seen(part, parts[index - 1], parts[index + 1]);
      continue;
    }
    const isLast = index === parts.length - 1;
    if (open !== null && !isLast && part.text.length <= 2 * CONTEXT && !part.text.includes('\n')) {
      open.before += part.text;
      open.after += part.text;
      continue;
    }
    if (open !== null && !(endsLine(open.before) && endsLine(open.after))) {
      const tail = upToLineEnd(part.text);
      open.before += tail;
      open.after += tail;
    }
    open = null;
    head = fromLineStart(part.text);
  }
  return hunks;
}

function endsLine(text: string): boolean {
  return text === '' || text.endsWith('\n');
}

/** Shows white space as codes if it is all that differs, since it would be invisible. */
function seen({ text }: Part, previous?: Part, next?: Part): string {
  const shown = text.replaceAll('\t', '\\u{9}');
  if (text.trim() !== '' || text.includes('\n')) return shown;
  const isAlone = [previous, next].every((part) => part === undefined || part.kind === 'same');
  return isAlone || text.length > 1 ? shown.replaceAll(' ', '\\u{20}') : shown;
}

function upToLineEnd(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= CONTEXT + 20 ? line : `${wholeWords(line.slice(0, CONTEXT), 'end')} …`;
}

function fromLineStart(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return line.length <= CONTEXT + 20 ? line : `… ${wholeWords(line.slice(-CONTEXT), 'start')}`;
}

function hunkLines({ before, after }: Hunk, indent: string, style: Style): DiffLine[] {
  const [old, now] = [linesOf(before, after), linesOf(after, before)];
  const { head, tail } = commonEnds(old, now);
  const signed = (sign: DiffLine['sign'], lines: readonly string[]) =>
    lines.flatMap((line) => hang(indent, shownLine(line), style.breakAt).map((text) => ({ sign, text })));
  return [
    ...signed(' ', old.slice(0, head)),
    ...signed('-', old.slice(head, old.length - tail)),
    ...signed('+', now.slice(head, now.length - tail)),
    ...signed(' ', old.slice(old.length - tail)),
  ];
}

/** Splits a text into lines. A final line end counts as a line only if the other text has none. */
function linesOf(text: string, other: string): string[] {
  if (text === '') return [];
  return (endsLine(other) ? text.replace(/\n$/, '') : text).split('\n');
}

function shownLine(line: string): string {
  const [text = ''] = escapedLines(line.replace(/(?<! ) +$/, (spaces) => '\\u{20}'.repeat(spaces.length)));
  return text === '' ? '\\n' : text;
}
