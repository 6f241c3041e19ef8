/** The controls that leave only some changes on the page. They are hidden until the script of the page shows them. */

import { shortRisk } from '../../diagnostics/changes.ts';
import { count, grouped } from '../../diagnostics/counts.ts';
import type { Change, Risk } from '../../model/plan.ts';
import { type Shown, statusText } from './change.ts';
import { type Html, html } from './markup.ts';

/** Takes what is shown; gives a form with what there is a choice of. */
export function filterHtml(shown: readonly Shown[]): Html | null {
  if (shown.length < 2) return null;
  return html`<form class="filter" id="filter" role="search" aria-label="Filter the changes" hidden>
<label class="grow">Text <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="in names, prompts, fields, files"></label>
${accounts(shown)}${operations(shown)}${risks(shown)}${statuses(shown)}<div class="end"><output name="count" aria-live="polite">${count(shown.length, 'change')}</output>
<button type="reset">Clear</button> <button type="button" name="open">Open all</button> <button type="button" name="close">Close all</button></div>
</form>
`;
}

interface Choice {
  value: string;
  label: string;
  number: number;
}

function accounts(shown: readonly Shown[]): Html | null {
  return select(
    'account',
    'Account',
    'all',
    choices(
      shown,
      ({ account }) => [account],
      (account) => account,
    ),
  );
}

function operations(shown: readonly Shown[]): Html | null {
  const found = choices(
    shown,
    ({ op }) => [op],
    (op) => op,
  );
  if (found.length < 2) return null;
  const boxes = found.map(
    ({ value, label, number }) =>
      html`<label><input type="checkbox" name="op" value="${value}" checked> ${label} <small>${grouped(number)}</small></label> `,
  );
  return html`<fieldset><legend>Operation</legend>${boxes}</fieldset>\n`;
}

function risks(shown: readonly Shown[]): Html | null {
  const found = choices(
    shown,
    ({ risks, refused }) => [...risks, ...(refused === undefined ? [] : ['refused'])],
    (risk) => (risk === 'refused' ? risk : shortRisk(risk as Risk)),
  );
  const number = shown.filter(({ risks, refused }) => risks.length > 0 || refused !== undefined).length;
  const any = { value: 'any', label: 'any', number };
  return found.length === 0 ? null : select('risk', 'Risk', 'not filtered', [any, ...found]);
}

function statuses(shown: readonly Shown[]): Html | null {
  const found = new Map<string, Choice>();
  for (const { status } of shown) {
    if (status === null) continue;
    const label = status === 'done' ? 'done' : statusText(status, 'create');
    found.set(status, { value: status, label, number: (found.get(status)?.number ?? 0) + 1 });
  }
  return select('status', 'What came of it', 'all', [...found.values()]);
}

function select(name: string, label: string, all: string, choices: readonly Choice[]): Html | null {
  if (choices.length < 2) return null;
  const options = choices.map(
    (choice) => html`<option value="${choice.value}">${choice.label} (${grouped(choice.number)})</option>`,
  );
  return html`<label>${label} <select name="${name}"><option value="">${all}</option>${options}</select></label>\n`;
}

function choices(
  shown: readonly Change[],
  valuesOf: (change: Change) => readonly string[],
  labelOf: (value: string) => string,
): Choice[] {
  const numbers = new Map<string, number>();
  for (const change of shown) {
    for (const value of valuesOf(change)) numbers.set(value, (numbers.get(value) ?? 0) + 1);
  }
  return [...numbers].map(([value, number]) => ({ value, label: labelOf(value), number }));
}
