/** Controls that filter the changes of a page. They are hidden until the page's script shows them. */

import { count, grouped } from '../../diagnostics/counts.ts';
import type { Facet, Section } from '../document.ts';
import { type Html, html } from './markup.ts';

/** Returns a form that only offers filters with at least two choices. */
export function filterHtml(sections: readonly Section[]): Html | null {
  if (sections.length < 2) return null;
  const total = numberOf(sections);
  return html`<form class="filter" id="filter" role="search" aria-label="Filter the changes" hidden>
<label class="grow">Text <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="in names, prompts, fields, files"></label>
${select('account', 'Account', 'all', choices(sections, 'account'))}${operations(sections)}${select('risk', 'Risk', 'not filtered', withAny(sections, 'risk', 'any'))}${select('mails', 'Sample mails', 'not filtered', withAny(sections, 'mails', 'any affected'))}${select('status', 'What came of it', 'all', choices(sections, 'status'))}<div class="end"><output name="count" aria-live="polite">${count(total, 'change')}</output>
<button type="reset">Clear</button> <button type="button" name="open">Open all</button> <button type="button" name="close">Close all</button></div>
</form>
`;
}

interface Choice {
  value: string;
  label: string;
  number: number;
}

function operations(sections: readonly Section[]): Html | null {
  const ops = (['create', 'replace', 'delete'] as const).map((op) => ({
    op,
    number: numberOf(sections.filter((one) => one.op === op)),
  }));
  const found = ops.filter(({ number }) => number > 0);
  if (found.length < 2) return null;
  const boxes = found.map(
    ({ op, number }) =>
      html`<label><input type="checkbox" name="op" value="${op}" checked> ${op} <small>${grouped(number)}</small></label> `,
  );
  return html`<fieldset><legend>Operation</legend>${boxes}</fieldset>\n`;
}

function withAny(sections: readonly Section[], of: Facet['of'], label: 'any' | 'any affected'): Choice[] {
  const found = choices(sections, of);
  const number = numberOf(sections.filter(({ facets }) => facets.some((facet) => facet.of === of)));
  return found.length === 0 ? [] : [{ value: 'any', label, number }, ...found];
}

/** Returns the values that occur, each with its number of changes. */
function choices(sections: readonly Section[], of: Facet['of']): Choice[] {
  const found = new Map<string, Choice>();
  for (const { number, facets } of sections) {
    for (const facet of facets.filter((one) => one.of === of)) {
      const choice = found.get(facet.value) ?? { value: facet.value, label: facet.label, number: 0 };
      // Equal changes of several accounts are shared out evenly among them.
      choice.number += of === 'account' ? number / facets.filter((one) => one.of === of).length : number;
      found.set(facet.value, choice);
    }
  }
  return [...found.values()];
}

function numberOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { number }) => sum + number, 0);
}

function select(name: string, label: string, all: string, choices: readonly Choice[]): Html | null {
  if (choices.length < 2) return null;
  const options = choices.map(
    (choice) => html`<option value="${choice.value}">${choice.label} (${grouped(Math.ceil(choice.number))})</option>`,
  );
  return html`<label>${label} <select name="${name}"><option value="">${all}</option>${options}</select></label>\n`;
}
