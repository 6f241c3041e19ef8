/**
 * The differences between two rules as a table: before and after side by side, with a group of rows for each field. The
 * rows of two texts are aligned, and the words that differ are marked.
 */
import { grouped } from '../../diagnostics/counts.ts';
import type { ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { differingParts, type Part } from '../differing-parts.ts';
import { actionDifferences, type FieldDifference, isText, marked, ruleDifferences } from '../rule-values.ts';
import { type Html, html, lines } from './markup.ts';
import { actionHead, actionHtml, valueHtml } from './values.ts';

/** Returns a table of the fields that differ; null if none does. */
export function ruleDifference(before: ShownRule, after: ShownRule): Html | null {
  const { fields, actions } = ruleDifferences(before, after);
  if (fields.length + actions.length === 0) return null;
  const values = fields.map((field) => html`<tbody>${keyRow(field.key)}${valueRows(field)}</tbody>`);
  const rows = actions.length === 0 ? [] : [html`<tbody>${keyRow('actions')}</tbody>`, ...actions.map(actionRows)];
  return html`<table class="difference"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>${values}${rows}</table>`;
}

function keyRow(key: string): Html {
  return html`<tr class="key"><th colspan="2" scope="rowgroup">${key}</th></tr>`;
}

function valueRows(field: FieldDifference): Html[] {
  const [before, after] = [marked(field.key, field.before), marked(field.key, field.after)];
  if (isText(before) && isText(after) && before && after) return textPair(before, after);
  const note = field.isOtherSecret ? html` <span class="note">changed</span>` : null;
  return [
    html`<tr>${cell(before === null ? 'gap' : 'removed', valueHtml(before))}${cell(after === null ? 'gap' : 'added', html`${valueHtml(after)}${note}`)}</tr>`,
  ];
}

function cell(kind: 'removed' | 'added' | 'gap', inside: Html): Html {
  return html`<td class="${kind}">${inside}</td>`;
}

function actionRows(row: AlignedAction): Html {
  const gap = html`<td class="gap"></td>`;
  switch (row.kind) {
    case 'same':
      return html`<tbody><tr class="same"><td>${actionHtml(row.action, row.from)}</td><td>${actionHtml(row.action, row.to)}</td></tr></tbody>`;
    case 'moved':
      return html`<tbody><tr class="moved">${cell('removed', actionHtml(row.action, row.from))}${cell('added', actionHtml(row.action, row.to, 'moved'))}</tr></tbody>`;
    case 'added':
      return html`<tbody><tr>${gap}${cell('added', actionHtml(row.action, row.to, 'new'))}</tr></tbody>`;
    case 'removed':
      return html`<tbody><tr>${cell('removed', actionHtml(row.action, row.from, 'removed'))}${gap}</tr></tbody>`;
    case 'changed':
      return html`<tbody class="changed"><tr class="head"><td>${actionHead(row.before, row.from)}</td><td>${actionHead(row.after, row.to)}</td></tr>${actionDifferences(row.before, row.after).flatMap((field) => [keyRow(field.key), ...valueRows(field)])}</tbody>`;
  }
}

/** A piece of both texts that ends at a line end of both. */
interface TextPairRow {
  before: Part[];
  after: Part[];
}

/** The unchanged lines that stay visible on each side of a difference. */
const CONTEXT = 3;
/** Folding fewer lines than this is not worth a click. */
const LEAST_FOLDED = 3;

/** Returns the rows of two texts that differ, for a table with two columns. */
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
      // After whole lines were removed or added, both texts continue at the start of a line.
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

/** Splits rows into runs of unchanged and of changed ones. */
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
  return html`<tr>${textCell(before)}${textCell(after)}</tr>`;
}

/** Returns one cell across both columns, because a page may have thousands of texts. */
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

function textCell(parts: readonly Part[]): Html {
  if (parts.length === 0) return html`<td class="gap"></td>`;
  const last = parts.length - 1;
  return html`<td class="text">${parts.map((part, index) => partHtml(part, index === last))}</td>`;
}

function partHtml({ kind, text }: Part, isLast: boolean): Html {
  if (kind === 'same') return isLast ? shown(text) : lines(text);
  // A line end alone would be invisible.
  const seen = text.trim() === '' ? text.replaceAll('\n', '↵\n') : text;
  const inside = isLast ? shown(seen) : lines(seen);
  return kind === 'removed' ? html`<del>${inside}</del>` : html`<ins>${inside}</ins>`;
}

/** Leaves out the last line end, since the row ends there. */
function shown(text: string): Html {
  return lines(text.replace(/\n$/, ''));
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}
