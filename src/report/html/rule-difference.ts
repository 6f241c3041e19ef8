/** What differs between two rules, as a table: before and after side by side, a group of rows for each field. */
import type { ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { actionDifferences, type FieldDifference, isText, marked, ruleDifferences } from '../rule-values.ts';
import { type Html, html } from './markup.ts';
import { textPair } from './text-pair.ts';
import { actionHead, actionHtml, valueHtml } from './values.ts';

/** A table of the fields that differ; null where none does. */
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
