/** Field values as HTML: short ones inline, long texts as blocks with a folded end. */

import { grouped } from '../../diagnostics/counts.ts';
import type { ShownAction, ShownRule } from '../../model/plan.ts';
import { actionValues, afterDelay, headline, known, marked, ruleValues, type Value } from '../rule-values.ts';
import { type Html, html, isLongName, lines } from './markup.ts';

/** How much of a long text is visible at once. */
const GLANCE_LINES = 40;
const GLANCE_CHARACTERS = 4_000;

/** Shows text as a block, and anything else as a word. */
export function valueHtml(value: Value): Html {
  if (value === null) return html`<span class="none">(none)</span>`;
  if (value === '') return html`<span class="none">(empty)</span>`;
  if (typeof value === 'object') return html`<code class="secret">${value.shown}</code>`;
  if (typeof value !== 'string') return html`<code>${String(value)}</code>`;
  return longText(value);
}

function longText(text: string): Html {
  const end = endOfGlance(text);
  if (end === null) return html`<div class="text">${lines(text)}</div>`;
  const rest = text.slice(end);
  const what = `${grouped([...rest].length)} more characters`;
  return html`<div class="text">${lines(text.slice(0, end))}</div><details><summary>${what}</summary><div class="text">${lines(rest)}</div></details>`;
}

/** Returns where to fold a long text; null if all of it is visible. */
function endOfGlance(text: string): number | null {
  let end = 0;
  for (let line = 0; line < GLANCE_LINES && end !== -1; line += 1) end = text.indexOf('\n', end + 1);
  const most = end === -1 ? text.length : end;
  if (most <= GLANCE_CHARACTERS) return most === text.length ? null : most;
  const word = text.lastIndexOf(' ', GLANCE_CHARACTERS);
  const cut = word > GLANCE_CHARACTERS / 2 ? word : GLANCE_CHARACTERS;
  // Does not split a surrogate pair.
  return /[\ud800-\udbff]/.test(text.charAt(cut - 1)) ? cut - 1 : cut;
}

/** Shows all values of a rule. */
export function wholeRule(rule: ShownRule): Html {
  const values = ruleValues(rule);
  const named: [string, Value][] = isLongName(rule.name) ? [['name', rule.name], ...values] : values;
  const actions = known(rule.actions).map((action, index) => html`<li>${actionHtml(action, index)}</li>`);
  return html`<dl class="fields">${named.map(field)}<div><dt>actions</dt><dd><ul class="actions">${actions}</ul></dd></div></dl>`;
}

/** Shows an action with its position and all its values. */
export function actionHtml(action: ShownAction, index: number, note = ''): Html {
  const values = actionValues(action);
  const list = values.length === 0 ? null : html`<dl class="fields">${values.map(field)}</dl>`;
  return html`${actionHead(action, index, note)}${list}`;
}

/** Shows the position, type and delay of an action. */
export function actionHead(action: ShownAction, index: number, note = ''): Html {
  const more = note === '' ? null : html` <span class="note">${note}</span>`;
  return html`<span class="action">${index + 1}. <b>${headline(action)}</b>${afterDelay(action)}${more}</span>`;
}

function field([key, own]: [string, Value]): Html {
  const value = marked(key, own);
  // Most values are short texts. A page with thousands of changes gets smaller with one element less for each.
  const isShort = typeof value === 'string' && value !== '' && endOfGlance(value) === null;
  if (isShort) return html`<div><dt>${key}</dt><dd class="text">${lines(value)}</dd></div>`;
  return html`<div><dt>${key}</dt><dd>${valueHtml(value)}</dd></div>`;
}
