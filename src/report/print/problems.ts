/** Prints problems and notices: the message, the place, the line with a mark below it, and the remedy. */
import { describe, rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic, Excerpt, Place } from '../../diagnostics/diagnostic.ts';
import { escapeControl, escapedCells } from '../../diagnostics/escape-control.ts';
import { maskedUrls } from '../../diagnostics/masked-urls.ts';
import { type Alike, accountsLead, alikeOf, moreAlike } from '../alike.ts';
import { hangTyped, quoteValue } from '../lines.ts';
import { inStyle, type Style, styleOf, type TextOptions } from '../style.ts';
import { textWidth } from '../width.ts';
import { printed } from './inline-terminal.ts';

const INDENT = '  ';

/** Prints problems in the order of their places. The result ends in a newline; it is empty if there are none. */
export function renderProblems(
  diagnostics: readonly Diagnostic[],
  options: Pick<TextOptions, 'color' | 'unicode' | 'width'> & { verbose?: boolean },
): string {
  const blocks = noticeBlocks([...diagnostics].sort(byPlace), styleOf({ verbose: false, ...options }));
  return blocks.length === 0 ? '' : `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function byPlace({ place: a }: Diagnostic, { place: b }: Diagnostic): number {
  if (!a || !b) return Number(Boolean(a)) - Number(Boolean(b));
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** Notices in their order, merged; a few of each kind without --verbose. Says no long remedy twice in a row. */
export function noticeBlocks(notices: readonly Diagnostic[], style: Style): string[][] {
  let last: string | undefined;
  return alikeOf(notices, style.verbose).map((one) => {
    const { message, remedy } = describe(one.diagnostic);
    const more = moreAlike(one, ' (--verbose shows all)');
    const todo = remedy ? hangTyped(INDENT, inStyle(remedy, style), style.width) : [];
    const isSaid = todo.length > 1 && remedy === last;
    last = remedy;
    return [...block(one, message, style), ...(isSaid ? [] : todo), ...(more.length === 0 ? [] : ['', ...more])];
  });
}

function block({ diagnostic, accounts, all }: Alike, message: string, style: Style): string[] {
  const { severity, excerpt, rule } = diagnostic;
  const paint = style.color[COLORS[severity]];
  // The excerpt or the message itself names the rule.
  const isNamed = rule === undefined || excerpt || message.startsWith(quoteValue(rule));
  const rules = new Set(isNamed ? [] : all.flatMap((one) => (one.rule === undefined ? [] : quoteValue(one.rule))));
  const whose = printed(accountsLead(accounts), style) + (isNamed ? '' : `${[...rules].join(', ')}: `);
  return [
    ...hangTyped(`${paint(WORDS[severity])}: `, inStyle(whose + message, style), style.width),
    ...all.flatMap((one) => placeLines(one, paint, style)),
  ];
}

function placeLines(diagnostic: Diagnostic, paint: (text: string) => string, style: Style): string[] {
  const { place, excerpt, related = [] } = diagnostic;
  const { related: what = 'The other one' } = rowOf(diagnostic);
  return [
    ...(place ? hangTyped(INDENT, style.color.bold(shownPlace(place, diagnostic)), style.width) : []),
    ...(place && excerpt ? excerptLines(excerpt, place.line, paint, style) : []),
    ...related.flatMap((one) => hangTyped(INDENT, `${what}: ${placeText(one)}`, style.width)),
  ];
}

const WORDS = { error: 'error', warning: 'warning', info: 'note' };
const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** Leaves out the line if the problem is about the whole file. */
function shownPlace(place: Place, { excerpt, rule }: Diagnostic): string {
  const isWholeFile = !excerpt && rule === undefined && place.line === 1 && place.column === 1;
  return isWholeFile ? escapeControl(place.file) : placeText(place);
}

function placeText({ file, line, column }: Place): string {
  return `${escapeControl(file)}:${line}:${column}`;
}

function excerptLines(excerpt: Excerpt, line: number, paint: (text: string) => string, style: Style): string[] {
  const gutter = `${INDENT}${line} | `;
  const { text, before, meant } = windowOf(excerpt, style.width - gutter.length, style.dots);
  const empty = `${' '.repeat(gutter.length - 2)}| `;
  return [
    style.color.dim(gutter) + text.trimEnd(),
    style.color.dim(empty) + ' '.repeat(before) + paint('^'.repeat(Math.max(1, meant))),
  ];
}

/** Cuts a line to the room, up to a third of it before the mark. `before` and `meant`: the widths up to the mark and of it. */
function windowOf(excerpt: Excerpt, room: number, dots: string): { text: string; before: number; meant: number } {
  // A cell is a character as displayed. Excerpt columns count characters; a terminal counts widths.
  const cells = escapedCells(maskedUrls(excerpt.text));
  const at = Math.min(excerpt.column - 1, cells.length);
  const widths = cells.map((cell) => textWidth(cell));
  const fits = widths.reduce((sum, width) => sum + width, 0) <= room;
  let [start, end, used] = [at, at, fits ? 0 : 2 * dots.length];
  const take = (index: number, limit: number): boolean => {
    const width = widths[index];
    if (width === undefined || used + width > limit) return false;
    used += width;
    return true;
  };
  while (take(start - 1, room / 3)) start--;
  while (take(end, room)) end++;
  while (take(start - 1, room)) start--;
  const head = (start > 0 ? dots : '') + cells.slice(start, at).join('');
  const tail = cells.slice(at, end).join('') + (end < cells.length ? dots : '');
  const marked = cells.slice(at, Math.min(end, at + excerpt.length)).join('');
  return { text: head + tail, before: textWidth(head), meant: textWidth(marked) };
}

/** With `--quiet`, keeps errors and the notices that no later command would repeat. */
export function shownNotices(notices: readonly Diagnostic[], quiet: boolean): Diagnostic[] {
  return notices.filter((notice) => !quiet || notice.severity === 'error' || rowOf(notice).toldOnce);
}
