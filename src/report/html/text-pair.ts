/** Two texts side by side: rows that begin at the same place in both, with the words marked that only one of them has. */
import { grouped } from '../../diagnostics/counts.ts';
import { differingParts, type Part } from '../differing-parts.ts';
import { type Html, html, lines } from './markup.ts';

/** A stretch of both texts that ends with a line of both. */
interface TextPairRow {
  before: Part[];
  after: Part[];
}

/** Unchanged lines that stay visible on each side of a difference. */
const CONTEXT = 3;
/** Fewer lines than these are not worth a click. */
const LEAST_FOLDED = 3;

/** Rows of a table with two columns, for two texts that differ. */
export function textPair(before: string, after: string): Html[] {
  const rows = rowsOf(differingParts(before, after));
  return runs(rows).flatMap(({ isSame, own }, index, all) => {
    if (!isSame) return own.map(rowHtml);
    const head = index === 0 ? 0 : CONTEXT;
    const tail = index === all.length - 1 ? 0 : CONTEXT;
    if (own.length - head - tail < LEAST_FOLDED) return sameHtml(own);
    const end = own.length - tail;
    return [...sameHtml(own.slice(0, head)), foldedHtml(own.slice(head, end)), ...sameHtml(own.slice(end))];
  });
}

function rowsOf(parts: readonly Part[]): TextPairRow[] {
  const rows: TextPairRow[] = [];
  let open: TextPairRow = { before: [], after: [] };
  const close = () => {
    if (open.before.length + open.after.length > 0) rows.push(open);
    open = { before: [], after: [] };
  };
  for (const part of parts) {
    if (part.kind === 'removed') open.before.push(part);
    else if (part.kind === 'added') open.after.push(part);
    else {
      // Whole lines that were taken away or added leave what follows at the beginning of a line, in both.
      if (endsLine(open.before) && endsLine(open.after)) close();
      for (const line of part.text.split(/(?<=\n)/)) {
        open.before.push({ kind: 'same', text: line });
        open.after.push({ kind: 'same', text: line });
        if (line.endsWith('\n')) close();
      }
    }
  }
  close();
  return rows;
}

function endsLine(parts: readonly Part[]): boolean {
  return parts.at(-1)?.text.endsWith('\n') ?? true;
}

function isSame({ before, after }: TextPairRow): boolean {
  return [...before, ...after].every(({ kind }) => kind === 'same');
}

/** Rows in a row that are all the same in both, or all not. */
function runs(rows: readonly TextPairRow[]): { isSame: boolean; own: TextPairRow[] }[] {
  const all: { isSame: boolean; own: TextPairRow[] }[] = [];
  for (const row of rows) {
    const last = all.at(-1);
    const same = isSame(row);
    if (last?.isSame === same) last.own.push(row);
    else all.push({ isSame: same, own: [row] });
  }
  return all;
}

function rowHtml({ before, after }: TextPairRow): Html {
  return html`<tr>${cell(before)}${cell(after)}</tr>`;
}

/** One cell for all of them, across both columns: a page may hold thousands of texts. */
function sameHtml(rows: readonly TextPairRow[]): Html[] {
  if (rows.length === 0) return [];
  const text = shown(rows.map(({ after }) => textOf(after)).join(''));
  return [html`<tr class="same"><td class="text" colspan="2">${text}</td></tr>`];
}

function foldedHtml(rows: readonly TextPairRow[]): Html {
  const text = rows.map(({ after }) => textOf(after)).join('');
  const what = `${grouped(rows.length)} unchanged lines`;
  return html`<tr class="fold"><td colspan="2"><details><summary>${what}</summary><div class="text">${shown(text)}</div></details></td></tr>`;
}

function cell(parts: readonly Part[]): Html {
  if (parts.length === 0) return html`<td class="gap"></td>`;
  const last = parts.length - 1;
  return html`<td class="text">${parts.map((part, index) => partHtml(part, index === last))}</td>`;
}

function partHtml({ kind, text }: Part, isLast: boolean): Html {
  if (kind === 'same') return isLast ? shown(text) : lines(text);
  // A line end by itself would be a difference that nobody sees.
  const seen = text.trim() === '' ? text.replaceAll('\n', '↵\n') : text;
  const inside = isLast ? shown(seen) : lines(seen);
  return kind === 'removed' ? html`<del>${inside}</del>` : html`<ins>${inside}</ins>`;
}

/** Without the end of its last line: the row ends there. */
function shown(text: string): Html {
  return lines(text.replace(/\n$/, ''));
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}
