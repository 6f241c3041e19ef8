/** All changes, an account at a time. */

import { groupBy } from '../../model/group-by.ts';
import type { Change, PlanDocument } from '../../model/plan.ts';
import { samplesOf } from '../impact-view.ts';
import { isNamed } from '../lines.ts';
import { changeHtml, type ShownChange } from './change.ts';
import { type Html, html, name } from './markup.ts';

/** Of more than these each is opened by whoever wants to read it. */
const MOST_OPEN = 20;

/** Takes the plan that they are of, and the changes with what is known of them besides. */
export function shownChanges(
  plan: Pick<PlanDocument, 'accounts' | 'samples'>,
  all: readonly (Change & Partial<ShownChange>)[],
): ShownChange[] {
  const isOpen = all.length <= MOST_OPEN;
  return all.map((one, index) => {
    const samples = samplesOf(plan, one.account);
    return { anchor: `change-${index + 1}`, isOpen, status: null, why: null, samples, ...one };
  });
}

export function changesHtml(shown: readonly ShownChange[]): Html | null {
  if (shown.length === 0) return null;
  const groups = [...groupBy(shown, ({ account }) => account)].map(([account, own]) => group(account, own));
  const many = shown.some(({ isOpen }) => isOpen) ? '' : 'many';
  return html`<section class="${many}" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">Changes</h2>
<p class="nothing" hidden>No change fits the filter.</p>
${groups}</section>
`;
}

function group(account: Change['account'], own: readonly ShownChange[]): Html {
  const head = isNamed(account) ? html`<p class="account">${name(account)}</p>\n` : null;
  return html`<div class="account-changes">${head}${own.map(changeHtml)}</div>\n`;
}
