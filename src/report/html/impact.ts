/** What a change does to sample mails: how many are affected, what would run for them, and folded which. */
import { count, grouped } from '../../diagnostics/counts.ts';
import type { Change } from '../../model/plan.ts';
import { effectsOf, effectText, impactText, wouldRun } from '../impact-view.ts';
import { capital } from '../lines.ts';
import { type Html, html, name, partsHtml } from './markup.ts';

/** Names in one list. */
const MOST_NAMED = 50;

/** The attribute that the filter reads. */
export function impactMarks(change: Change): Html | null {
  const kinds = effectsOf(change).map(({ kind }) => kind);
  return kinds.length === 0 ? null : html` data-mails="${kinds.join(' ')}"`;
}

/** For the line that a change begins with. */
export function impactBadge({ impact = [], refused }: Change): Html | null {
  if (impact.length === 0 || refused !== undefined) return null;
  return html` <span class="badge">${count(impact.length, 'sample mail')} affected</span>`;
}

/** A paragraph and a folded list; null where no sample is affected. */
export function impactHtml(change: Change & { samples: number | undefined }): Html | null {
  const counts = impactText(change, change.samples);
  if (counts === null) return null;
  const run = wouldRun(change);
  const would = run.length === 0 ? null : html` ${partsHtml(run)}.`;
  const lists = effectsOf(change).map((effect) => {
    const left = effect.mails.length - MOST_NAMED;
    const items = effect.mails.slice(0, MOST_NAMED).map((mail) => html`<li>${name(mail)}</li>`);
    return html`<p>${capital(effectText(effect))}:</p><ul>${items}${left > 0 ? html`<li>${grouped(left)} more</li>` : null}</ul>`;
  });
  return html`<div class="impact"><p><b>${capital(counts)}.</b>${would}</p><details><summary>Sample mails</summary>${lists}</details></div>`;
}
