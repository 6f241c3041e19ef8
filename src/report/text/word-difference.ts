/** The difference of two long texts, word by word and in context. */
import { escapedLines } from '../../diagnostics/escape-control.ts';
import { differingParts, type Part, wholeWords } from '../differing-parts.ts';
import type { Style } from '../style.ts';

/** Characters of unchanged text that are kept on each side of a difference. */
const CONTEXT = 60;

/** Both texts as one (with newlines), in which what was removed and added is marked. */
export function wordDifference(before: string, after: string, style: Style): string {
  const parts = differingParts(before, after);
  const last = parts.length - 1;
  const shown = parts.map(
    (part, index) => between(parts[index - 1], part, style) + show(part, index === 0, index === last, style),
  );
  return shown.join('').trimEnd();
}

/** Long stretches begin on a line of their own; where only colors tell, words of two stretches are kept apart. */
function between(previous: Part | undefined, part: Part, { marked }: Style): string {
  if (previous === undefined) return '';
  const [one, other] = [seen(previous), seen(part)];
  const isPair = previous.kind !== 'same' && part.kind !== 'same';
  if (isPair && Math.max(one.length, other.length) > CONTEXT && !one.endsWith('\n')) return '\n';
  return !marked && /[\p{L}\p{N}]$/u.test(one) && /^[\p{L}\p{N}]/u.test(other) ? ' ' : '';
}

/** A line end by itself would be a difference that nobody sees. */
function seen({ kind, text }: Part): string {
  return kind !== 'same' && text.trim() === '' ? text.replaceAll('\n', '\\n') : text;
}

function show(part: Part, first: boolean, last: boolean, style: Style): string {
  const { kind } = part;
  if (kind === 'same') return safe(shortened(part.text, first, last, style));
  const text = safe(seen(part));
  const [open, close] = kind === 'removed' ? ['[-', '-]'] : ['{+', '+}'];
  if (style.marked) return open + text + close;
  const paint = kind === 'removed' ? style.color.red : style.color.green;
  const line = kind === 'removed' ? style.color.strikethrough : style.color.underline;
  // Each line by itself, so that an indent put before it later stays unpainted.
  return text
    .split('\n')
    .map((part) => (part === '' ? part : line(paint(part))))
    .join('\n');
}

/** Keeps the ends of an unchanged stretch that touch a difference. */
function shortened(text: string, first: boolean, last: boolean, style: Style): string {
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (text.length <= head + tail + 2 * style.dots.length + 20) return text;
  const start = head === 0 ? '' : `${wholeWords(text.slice(0, head), 'end')} `;
  const end = tail === 0 ? '' : ` ${wholeWords(text.slice(-tail), 'start')}`;
  return `${start}${style.dots}${end}`;
}

function safe(text: string): string {
  return escapedLines(text).join('\n');
}
