/** The plan as a page for a browser: one file, which a reviewer opens from wherever it was put. */

import { count } from '../../diagnostics/counts.ts';
import type { PlanDocument } from '../../model/plan.ts';
import { affectedIn } from '../impact-view.ts';
import { capital } from '../lines.ts';
import { byDanger, otherNotices, titleOf } from '../plan-view.ts';
import { nothingText } from '../wording.ts';
import { changesHtml, shownChanges } from './changes.ts';
import { filterHtml } from './filter.ts';
import { type Html, html } from './markup.ts';
import { noticesHtml } from './notices.ts';
import { page } from './page.ts';
import { accountsHtml, attention, MOST_NAMED, onlyAccount, tiles } from './summary.ts';

/** When and by what a page was made: it is kept, and read much later. */
export interface Made {
  /** As of Date.toISOString. */
  at: string;
  /** Of inboxctl. */
  version: string;
  /** The commit that a build is about; null where that is not known. */
  commit: string | null;
}

/** The whole page. */
export function htmlPlan(plan: PlanDocument, made: Made | null = null): string {
  const shown = shownChanges(plan, byDanger(plan.changes));
  const title = titleOf(plan);
  return page(
    title,
    html`<a class="skip" href="#changes">Skip to the changes</a>
<header><h1>${title}</h1>
${lead(plan)}${onlyAccount(plan)}
</header>
<main>
${attention(plan, shown)}${accountsHtml(plan)}${filterHtml(shown)}${changesHtml(shown)}${noticesHtml(otherNotices(plan, { errors: Number.POSITIVE_INFINITY, renames: MOST_NAMED }))}</main>
${footer(plan, made)}`,
  );
}

/** What names the page and the plan, for whoever compares or applies it. */
export function footer({ digest, keyId }: PlanDocument, made: Made | null): Html {
  const key = keyId === null ? null : html` · key <code>${keyId}</code>`;
  return html`<footer><p>inboxctl${made === null ? null : madeHtml(made)} · digest of the plan <code class="copied">${digest}</code>${key}</p></footer>`;
}

function madeHtml({ at, version, commit }: Made): Html {
  const when = at.replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC');
  const which = commit === null ? null : html` · commit <code class="copied">${commit}</code>`;
  return html` ${version} · <time datetime="${at}">${when}</time>${which}`;
}

function lead(plan: PlanDocument): Html {
  const { summary, changes, samples } = plan;
  if (changes.length === 0) return html`<p class="lead">${capital(nothingText(plan))}.</p>\n`;
  return tiles([
    { number: summary.create, label: 'to create', tone: 'create' },
    { number: summary.replace, label: 'to replace', tone: 'replace' },
    { number: summary.delete, label: 'to delete', tone: 'delete' },
    { number: summary.unchanged, label: 'unchanged', tone: '' },
    ...(summary.kept === 0 ? [] : [{ number: summary.kept, label: 'left alone', tone: '' }]),
    ...(samples === undefined
      ? []
      : [{ number: affectedIn(changes), label: `of ${count(samples, 'sample mail')} affected`, tone: '' }]),
  ]);
}
