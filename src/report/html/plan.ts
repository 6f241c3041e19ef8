/** The plan as a page for a browser: one file, which a reviewer opens from wherever it was put. */

import { grouped } from '../../diagnostics/counts.ts';
import type { PlanDocument } from '../../model/plan.ts';
import { isRefusedWhole, stopping } from '../markdown/attention.ts';
import { OF_FILES } from '../wording.ts';
import { changesHtml, shownChanges } from './changes.ts';
import { filterHtml } from './filter.ts';
import { type Html, html } from './markup.ts';
import { noticesHtml } from './notices.ts';
import { page } from './page.ts';
import { accountsHtml, attention, capital, onlyAccount, tiles } from './summary.ts';

/** Takes a plan; gives the file. */
export function htmlPlan(plan: PlanDocument): string {
  const shown = shownChanges(plan.changes.map((change) => ({ change })));
  const title = titleOf(plan);
  return page(
    title,
    html`<a class="skip" href="#changes">Skip to the changes</a>
<header><h1>${title}</h1>
${lead(plan)}${onlyAccount(plan)}
</header>
<main>
${attention(plan, shown)}${accountsHtml(plan)}${filterHtml(shown)}${changesHtml(shown)}${noticesHtml(otherNotices(plan))}</main>
${footer(plan)}`,
  );
}

/** What names the plan, for whoever compares or applies it. */
export function footer({ digest, keyId }: PlanDocument): Html {
  const key = keyId === null ? null : html` · key <code>${keyId}</code>`;
  return html`<footer><p>inboxctl · digest of the plan <code class="copied">${digest}</code>${key}</p></footer>`;
}

function titleOf(plan: PlanDocument): string {
  const { summary, changes, accounts } = plan;
  const failed = accounts.filter(({ error }) => error !== undefined).length;
  if (accounts.length > 0 && failed === accounts.length) return 'No plan, because of an error';
  if (changes.length === 0) return failed === 0 ? 'No changes' : 'No changes where a plan could be made';
  const counts = `${grouped(summary.create)} to create, ${grouped(summary.replace)} to replace, ${grouped(summary.delete)} to delete`;
  return `${isRefusedWhole(plan) ? 'Refused plan' : 'Plan'}: ${counts}`;
}

function lead({ summary, changes }: PlanDocument): Html {
  if (changes.length === 0) return html`<p class="lead">${capital(OF_FILES.nothing(summary))}.</p>\n`;
  return tiles([
    { number: summary.create, label: 'to create', tone: 'create' },
    { number: summary.replace, label: 'to replace', tone: 'replace' },
    { number: summary.delete, label: 'to delete', tone: 'delete' },
    { number: summary.unchanged, label: 'unchanged', tone: '' },
    ...(summary.kept === 0 ? [] : [{ number: summary.kept, label: 'left alone', tone: '' }]),
  ]);
}

/** What the top has not said. */
function otherNotices(plan: PlanDocument): PlanDocument['notices'] {
  const said = new Set(stopping(plan));
  const failed = new Set(plan.accounts.filter(({ error }) => error !== undefined).map(({ name }) => name));
  return plan.notices.filter(
    (notice) => !said.has(notice) && !(notice.severity === 'error' && failed.has(notice.account ?? '')),
  );
}
