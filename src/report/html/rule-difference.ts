/** What differs between two rules, as a table: before and after side by side, a group of rows for each field. */
import type { ShownAction, ShownRule } from '../../model/plan.ts';
import { type ActionRow, alignActions } from '../align.ts';
import { actionValues, conditionValues, delay, isSecret, isText, known, type Value } from '../rule-lines.ts';
import { type Html, html } from './markup.ts';
import { textPair } from './text-pair.ts';
import { actionHead, actionHtml, valueHtml } from './values.ts';

/** Takes two rules; gives a table, or null where nothing differs. */
export function ruleDifference(before: ShownRule, after: ShownRule): Html | null {
  const fields = differences(
    [['name', before.name], ...conditionValues(before)],
    [['name', after.name], ...conditionValues(after)],
  );
  const rows = alignActions(known(before.actions), known(after.actions));
  const isAlike = rows.every(({ kind }) => kind === 'same');
  if (isAlike && fields.length === 0) return null;
  const actions = isAlike ? [] : [html`<tbody>${keyRow('actions')}</tbody>`, ...rows.map(actionRows)];
  return html`<table class="difference"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>${fields}${actions}</table>`;
}

/** Both lists hold the same keys in the same order. */
function differences(before: readonly [string, Value][], after: readonly [string, Value][]): Html[] {
  const old = new Map(before);
  return after.flatMap(([key, value]) => {
    const was = old.get(key) ?? null;
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    return [html`<tbody>${keyRow(key)}${valueRows(was, value)}</tbody>`];
  });
}

function keyRow(key: string): Html {
  return html`<tr class="key"><th colspan="2" scope="rowgroup">${key}</th></tr>`;
}

function valueRows(before: Value, after: Value): Html[] {
  if (isText(before) && isText(after) && before && after) return textPair(before, after);
  const isOther = isSecret(before) && isSecret(after) && before.shown === after.shown;
  const note = isOther ? html` <span class="note">changed</span>` : null;
  return [
    html`<tr>${cell(before === null ? 'gap' : 'removed', valueHtml(before))}${cell(after === null ? 'gap' : 'added', html`${valueHtml(after)}${note}`)}</tr>`,
  ];
}

function cell(kind: 'removed' | 'added' | 'gap', inside: Html): Html {
  return html`<td class="${kind}">${inside}</td>`;
}

function actionRows(row: ActionRow): Html {
  const gap = html`<td class="gap"></td>`;
  switch (row.kind) {
    case 'same':
      return html`<tbody><tr class="same"><td>${actionHtml(row.action, row.from)}</td><td>${actionHtml(row.action, row.to)}</td></tr></tbody>`;
    case 'moved':
      return html`<tbody><tr class="moved"><td>${actionHtml(row.action, row.from)}</td><td>${actionHtml(row.action, row.to, 'moved')}</td></tr></tbody>`;
    case 'added':
      return html`<tbody><tr>${gap}${cell('added', actionHtml(row.action, row.to, 'new'))}</tr></tbody>`;
    case 'removed':
      return html`<tbody><tr>${cell('removed', actionHtml(row.action, row.from, 'removed'))}${gap}</tr></tbody>`;
    case 'changed':
      return html`<tbody class="changed"><tr class="head"><td>${actionHead(row.before, row.from)}</td><td>${actionHead(row.after, row.to)}</td></tr>${changedValues(row.before, row.after)}</tbody>`;
  }
}

function changedValues(before: ShownAction, after: ShownAction): Html[] {
  const values = (action: ShownAction): [string, Value][] => [
    ...actionValues(action),
    ['delay', action.delayInMinutes === null ? null : delay(action.delayInMinutes)],
  ];
  const old = new Map(values(before));
  return values(after).flatMap(([key, value]) => {
    const was = old.get(key) ?? null;
    return JSON.stringify(was) === JSON.stringify(value) ? [] : [keyRow(key), ...valueRows(was, value)];
  });
}
