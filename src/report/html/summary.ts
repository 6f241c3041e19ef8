/** What a reviewer is to see first, however long the page: counts, what is deleted, what is risky, what is refused. */

import { count, grouped } from '../../diagnostics/counts.ts';
import type { PlanDocument, PlannedAccount } from '../../model/plan.ts';
import { capital, isNamed } from '../lines.ts';
import {
  deletesInWords,
  deletesOf,
  failedAccounts,
  isRefusedWhole,
  refusalsIn,
  renamesIn,
  risksIn,
} from '../plan-view.ts';
import { OF_FILES } from '../wording.ts';
import type { ShownChange } from './change.ts';
import { type Html, html, name } from './markup.ts';
import { noticeText } from './notices.ts';

/** A number that the page begins with. */
export interface Count {
  number: number;
  label: string;
  /** How it is coloured where it is not 0. */
  tone: string;
}

export function tiles(counts: readonly Count[]): Html {
  const items = counts.map(
    ({ number, label, tone }) =>
      html`<li class="tile ${number === 0 ? 'zero' : tone}"><b>${grouped(number)}</b> ${label}</li>`,
  );
  return html`<ul class="tiles">${items}</ul>`;
}

/** Names in one list. */
export const MOST_NAMED = 12;

/** Takes what is shown; gives a box for each thing that needs attention, what is refused first. */
export function attention(plan: PlanDocument, shown: readonly ShownChange[]): Html[] {
  const deletes = deletesOf(shown);
  const title = `Deletes ${deletesInWords(deletes.length)}`;
  const renames = renamesIn(plan).slice(0, MOST_NAMED);
  const items = renames.map((notice) => html`<li><b>Renamed?</b> ${noticeText(notice)}</li>`);
  const hints = items.length === 0 ? null : html`<ul>${items}</ul>`;
  return [
    ...refusedHtml(plan, shown, 'Apply would refuse this'),
    ...(deletes.length === 0 ? [] : [box('danger', title, html`<p>${links(deletes)}</p>${hints}`)]),
    ...risksHtml(shown),
  ];
}

/** What may do harm, a line for each risk. */
export function risksHtml(shown: readonly ShownChange[]): Html[] {
  const risks = risksIn(shown).map(({ risk, changes }) => html`<li><b>${capital(risk)}:</b> ${links(changes)}</li>`);
  return risks.length === 0 ? [] : [box('warning', 'Risks', html`<ul>${risks}</ul>`)];
}

export function box(tone: 'danger' | 'warning' | 'good', title: string, inside: Html): Html {
  return html`<section class="box ${tone}"><h2>${title}</h2>\n${inside}</section>\n`;
}

/** Changes by name, each of which leads to it; where there are more, a button leaves only these on the page. */
export function links(shown: readonly ShownChange[]): Html {
  const some = shown.slice(0, MOST_NAMED).map((one, index) => html`${index === 0 ? '' : ', '}${link(one)}`);
  if (shown.length <= MOST_NAMED) return html`${some}`;
  const places = shown.map(({ anchor }) => anchor.replace('change-', '')).join(' ');
  // It says something without the script, too, which lets it be pressed.
  return html`${some} <button type="button" class="more" data-only="${places}" disabled>and ${grouped(shown.length - MOST_NAMED)} more</button>`;
}

function link({ anchor, account, name: own }: ShownChange): Html {
  return html`<a href="#${anchor}">${isNamed(account) ? html`${name(account)}: ` : null}${name(own)}</a>`;
}

/** What is refused and why; `whole`: the title where that is more than single changes. */
export function refusedHtml(plan: PlanDocument, shown: readonly ShownChange[], whole: string): Html[] {
  const { errors, reasons, count: number } = refusalsIn(plan, shown);
  const items = [
    ...errors.map((notice) => html`<li>${noticeText(notice)}</li>`),
    ...reasons.map(({ why, changes }) => html`<li>${links(changes)}: ${why}</li>`),
  ];
  if (items.length === 0) return [];
  const what = isRefusedWhole(plan) ? whole : `${count(number, 'change')} refused`;
  return [box('danger', what, html`<ul>${items}</ul>`)];
}

/** A sentence about the account where there is but one that has a plan. */
export function onlyAccount({ accounts }: PlanDocument): Html | null {
  const [first] = accounts;
  if (first === undefined || accounts.length > 1 || first.error !== undefined) return null;
  return html`<p class="lead">${OF_FILES.heading(first)} at <code>${first.baseUrl}</code>.</p>`;
}

/** Several accounts, and those without a plan, in a table. */
export function accountsHtml(plan: PlanDocument): Html | null {
  const { accounts } = plan;
  if (accounts.length === 0 || onlyAccount(plan) !== null) return null;
  const errors = new Map(failedAccounts(plan).map(({ name: own, message }) => [own, message]));
  const rows = accounts.map((account) => accountRow(account, errors.get(account.name)));
  const heads = ['Account', 'Live', 'Declared', 'Create', 'Replace', 'Delete', 'Unchanged', 'Left alone'].map(
    (head) => html`<th scope="col">${head}</th>`,
  );
  return html`<section><h2 id="accounts">Accounts</h2>
<div class="wide" role="region" aria-labelledby="accounts" tabindex="0"><table class="accounts"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div></section>
`;
}

function accountRow(account: PlannedAccount, error: string | undefined): Html {
  const { name: own, baseUrl, live, declared, summary } = account;
  const head = html`<th scope="row">${name(own)} <code>${baseUrl}</code></th>`;
  if (error !== undefined) return html`<tr>${head}<td colspan="7" class="failed">No plan: ${error}</td></tr>`;
  const numbers = [live, declared, summary.create, summary.replace, summary.delete, summary.unchanged, summary.kept];
  return html`<tr>${head}${numbers.map((value) => html`<td>${grouped(value)}</td>`)}</tr>`;
}
