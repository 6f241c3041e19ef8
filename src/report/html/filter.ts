/** The controls that leave only some changes on the page. They are hidden until the script of the page shows them. */

import { shortRisk } from '../../diagnostics/changes.ts';
import { count, grouped } from '../../diagnostics/counts.ts';
import { groupBy } from '../../model/group-by.ts';
import { effectsOf, SHORT_EFFECTS } from '../impact-view.ts';
import { type ShownChange, statusText } from './change.ts';
import { type Html, html } from './markup.ts';

/** A form that offers only what there is a choice of. */
export function filterHtml(shown: readonly ShownChange[]): Html | null {
  if (shown.length < 2) return null;
  return html`<form class="filter" id="filter" role="search" aria-label="Filter the changes" hidden>
<label class="grow">Text <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="in names, prompts, fields, files"></label>
${accounts(shown)}${operations(shown)}${risks(shown)}${mails(shown)}${statuses(shown)}<div class="end"><output name="count" aria-live="polite">${count(shown.length, 'change')}</output>
<button type="reset">Clear</button> <button type="button" name="open">Open all</button> <button type="button" name="close">Close all</button></div>
</form>
`;
}

interface Choice {
  value: string;
  label: string;
  number: number;
}

function accounts(shown: readonly ShownChange[]): Html | null {
  return select('account', 'Account', 'all', choices(shown.map(({ account }) => account)));
}

function operations(shown: readonly ShownChange[]): Html | null {
  const found = choices(shown.map(({ op }) => op));
  if (found.length < 2) return null;
  const boxes = found.map(
    ({ value, label, number }) =>
      html`<label><input type="checkbox" name="op" value="${value}" checked> ${label} <small>${grouped(number)}</small></label> `,
  );
  return html`<fieldset><legend>Operation</legend>${boxes}</fieldset>\n`;
}

function risks(shown: readonly ShownChange[]): Html | null {
  const marks = shown.map(({ risks, refused }) => [...risks, ...(refused === undefined ? [] : (['refused'] as const))]);
  const found = choices(marks.flat(), (mark) => (mark === 'refused' ? mark : shortRisk(mark)));
  const any = { value: 'any', label: 'any', number: marks.filter((own) => own.length > 0).length };
  return found.length === 0 ? null : select('risk', 'Risk', 'not filtered', [any, ...found]);
}

function mails(shown: readonly ShownChange[]): Html | null {
  const kinds = shown.map((change) => effectsOf(change).map(({ kind }) => kind));
  const found = choices(kinds.flat(), (kind) => SHORT_EFFECTS[kind]);
  const any = { value: 'any', label: 'any affected', number: kinds.filter((own) => own.length > 0).length };
  return found.length === 0 ? null : select('mails', 'Sample mails', 'not filtered', [any, ...found]);
}

function statuses(shown: readonly ShownChange[]): Html | null {
  const found = choices(
    shown.flatMap(({ status }) => status ?? []),
    (status) => (status === 'done' ? status : statusText(status, 'create')),
  );
  return select('status', 'What came of it', 'all', found);
}

function select(name: string, label: string, all: string, choices: readonly Choice[]): Html | null {
  if (choices.length < 2) return null;
  const options = choices.map(
    (choice) => html`<option value="${choice.value}">${choice.label} (${grouped(choice.number)})</option>`,
  );
  return html`<label>${label} <select name="${name}"><option value="">${all}</option>${options}</select></label>\n`;
}

/** What there is, each with how often it is there. */
function choices<Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): Choice[] {
  const groups = groupBy(values, (value) => value);
  return [...groups].map(([value, alike]) => ({ value, label: labelOf(value), number: alike.length }));
}
