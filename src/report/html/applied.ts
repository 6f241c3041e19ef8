/** What an apply did as a page: how it ended and what is not well, then each change with what came of it. */

import { count } from '../../diagnostics/counts.ts';
import { rowOf } from '../../diagnostics/describe.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import type { ApplyDocument, Step } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Notice, PlanDocument } from '../../model/plan.ts';
import { appliedTitle, FAILED, failureReasons } from '../applied-view.ts';
import { applyDocumentOf, noticesOf, planDocumentOf } from '../json.ts';
import { capital } from '../lines.ts';
import { refusalsIn } from '../plan-view.ts';
import { convergedText } from '../wording.ts';
import type { ShownChange } from './change.ts';
import { changesHtml, shownChanges } from './changes.ts';
import { differencesHtml } from './differences.ts';
import { filterHtml } from './filter.ts';
import { type Html, html } from './markup.ts';
import { noticesHtml, noticeText } from './notices.ts';
import { page } from './page.ts';
import { footer, type Made } from './plan.ts';
import { accountsHtml, box, type Count, links, onlyAccount, refusedHtml, risksHtml, tiles } from './summary.ts';

/** The whole page, with the plan that was carried out and what came of it. */
export function htmlApplied(planned: Plan, applied: Applied, writtenBy: Made | null = null): string {
  const plan = planDocumentOf(planned);
  const made = applyDocumentOf(applied);
  const byHand = noticesOf(applied.notices.filter((notice) => rowOf(notice).fixedByHand));
  const reasonOf = failureReasons(made);
  const shown = shownChanges(
    plan,
    applied.steps.map(({ change, status }, index) => {
      const error = made.changes[index]?.error;
      const why = status === 'failed' ? (reasonOf(change) ?? error?.message ?? null) : null;
      return { ...change, status, why };
    }),
  );
  const title = appliedTitle(made);
  return page(
    title,
    html`<a class="skip" href="#changes">Skip to the changes</a>
<header><h1>${title}</h1>
${tiles(counts(applied.steps))}${onlyAccount(plan)}${runHtml(made)}
</header>
<main>
${refusedHtml(plan, shown, 'Refused')}${problems(shown)}${mattersHtml(byHand)}${differencesHtml(made.differences)}${well(made)}${risksHtml(shown)}${accountsHtml(plan)}${filterHtml(shown)}${changesHtml(shown)}${noticesHtml(otherNotices(made, plan, byHand))}</main>
${footer(plan, writtenBy)}`,
  );
}

/** What the run left that only people can fix: rules that the service switched off match no mail. */
function mattersHtml(byHand: readonly Notice[]): Html | null {
  if (byHand.length === 0) return null;
  return box(
    'warning',
    'To be done by hand',
    html`<ul>${byHand.map((notice) => html`<li>${noticeText(notice)}</li>`)}</ul>`,
  );
}

/** What neither the top nor a change has said. */
function otherNotices({ notices }: ApplyDocument, plan: PlanDocument, byHand: readonly Notice[]): Notice[] {
  const said = new Set([...refusalsIn(plan, []).errors, ...byHand].map((notice) => JSON.stringify(notice)));
  return notices.filter((notice) => notice.code !== FAILED && !said.has(JSON.stringify(notice)));
}

function counts(steps: readonly Step[]): Count[] {
  const number = (status: Step['status'], op?: Step['change']['op']) =>
    steps.filter((step) => step.status === status && (op === undefined || step.change.op === op)).length;
  const all: Count[] = [
    { number: number('done', 'create'), label: 'created', tone: 'create' },
    { number: number('done', 'replace'), label: 'replaced', tone: 'replace' },
    { number: number('done', 'delete'), label: 'deleted', tone: 'delete' },
    { number: number('failed'), label: 'failed', tone: 'delete' },
    { number: number('refused'), label: 'refused', tone: 'delete' },
    { number: number('held'), label: 'held back', tone: 'delete' },
    { number: number('not-tried'), label: 'not tried', tone: 'delete' },
    { number: number('skipped'), label: 'made before', tone: '' },
  ];
  return all.filter((one, index) => index < 3 || one.number > 0);
}

function runHtml({ run }: ApplyDocument): Html | null {
  return run === null ? null : html`<p class="lead">Run <code class="copied">${run}</code>.</p>`;
}

function well(applied: ApplyDocument): Html | null {
  const isWell = applied.outcome === 'converged';
  return isWell ? box('good', 'Converged', html`<p>${capital(convergedText(applied))}.</p>`) : null;
}

/** What was not made: what failed, each with its reason; the others by name. */
function problems(shown: readonly ShownChange[]): Html[] {
  const having = (status: Step['status']) => shown.filter((one) => one.status === status);
  const failed = [...groupBy(having('failed'), ({ why }) => why ?? '')].map(
    ([why, alike]) => html`<li>${links(alike)}: <span class="message">${why}</span></li>`,
  );
  const named = (status: Step['status'], title: (number: string) => string) => {
    const some = having(status);
    return some.length === 0 ? [] : [box('warning', title(count(some.length, 'change')), html`<p>${links(some)}</p>`)];
  };
  return [
    ...(failed.length === 0
      ? []
      : [box('danger', `${count(having('failed').length, 'change')} failed`, html`<ul>${failed}</ul>`)]),
    ...named('held', (number) => `${number} held back, since a create failed, so that nothing is lost`),
    ...named('not-tried', (number) => `${number} not tried`),
  ];
}
