/** What fields hold, as HTML: short values in a line, long texts as blocks of which the end is folded. */

import { grouped } from '../../diagnostics/counts.ts';
import type { ShownAction, ShownRule } from '../../model/plan.ts';
import { actionValues, afterDelay, headline, known, marked, ruleValues, type Value } from '../rule-values.ts';
import { type Html, html, isLongName, lines } from './markup.ts';

/** What of a long text is seen at once. */
const GLANCE_LINES = 40;
const GLANCE_CHARACTERS = 4_000;

/** A value as a block of text, or a word in its place. */
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

/** Where a long text is folded; null where all of it is seen. */
function endOfGlance(text: string): number | null {
  let end = 0;
  for (let line = 0; line < GLANCE_LINES && end !== -1; line += 1) end = text.indexOf('\n', end + 1);
  const most = end === -1 ? text.length : end;
  if (most <= GLANCE_CHARACTERS) return most === text.length ? null : most;
  const word = text.lastIndexOf(' ', GLANCE_CHARACTERS);
  const cut = word > GLANCE_CHARACTERS / 2 ? word : GLANCE_CHARACTERS;
  // Not between the halves of a character.
  return /[\ud800-\udbff]/.test(text.charAt(cut - 1)) ? cut - 1 : cut;
}

/** All that a rule holds. */
export function wholeRule(rule: ShownRule): Html {
  const values = ruleValues(rule);
  const named: [string, Value][] = isLongName(rule.name) ? [['name', rule.name], ...values] : values;
  const actions = known(rule.actions).map((action, index) => html`<li>${actionHtml(action, index)}</li>`);
  return html`<dl class="fields">${named.map(field)}<div><dt>actions</dt><dd><ul class="actions">${actions}</ul></dd></div></dl>`;
}

/** An action with its place and all that it holds. */
export function actionHtml(action: ShownAction, index: number, note = ''): Html {
  const values = actionValues(action);
  const list = values.length === 0 ? null : html`<dl class="fields">${values.map(field)}</dl>`;
  return html`${actionHead(action, index, note)}${list}`;
}

/** Which action it is, and when it comes. */
export function actionHead(action: ShownAction, index: number, note = ''): Html {
  const more = note === '' ? null : html` <span class="note">${note}</span>`;
  return html`<span class="action">${index + 1}. <b>${headline(action)}</b>${afterDelay(action)}${more}</span>`;
}

function field([key, own]: [string, Value]): Html {
  const value = marked(key, own);
  // Most values are short texts: an element less for each tells in a page of thousands of changes.
  const isShort = typeof value === 'string' && value !== '' && endOfGlance(value) === null;
  if (isShort) return html`<div><dt>${key}</dt><dd class="text">${lines(value)}</dd></div>`;
  return html`<div><dt>${key}</dt><dd>${valueHtml(value)}</dd></div>`;
}
