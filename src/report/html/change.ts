/** One change: what is done to which rule, in a line that opens to what that is. */

import { refusalText, shortRisk } from '../../diagnostics/changes.ts';
import type { ChangeStatus } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import { MADE, NOT_MADE } from '../applied-view.ts';
import { capital } from '../lines.ts';
import { SIGNS } from '../plan-view.ts';
import { sentenceOf } from '../sentence/rule.ts';
import { OF_FILES } from '../wording.ts';
import { impactBadge, impactHtml, impactMarks } from './impact.ts';
import { type Html, html, name, partsHtml } from './markup.ts';
import { ruleDifference } from './rule-difference.ts';
import { wholeRule } from './values.ts';

/** A change as a page shows it. */
export interface ShownChange extends Change {
  /** Within the page, to link to. */
  anchor: string;
  isOpen: boolean;
  /** What came of it; null in a plan. */
  status: ChangeStatus | null;
  /** Why it was not made, where something is known. */
  why: string | null;
  /** On how many sample mails it was tried; undefined: there are none. */
  samples: number | undefined;
}

/** What came of a change, in a word or two. */
export function statusText(status: ChangeStatus, op: Change['op']): string {
  if (status === 'done') return MADE[op];
  return status === 'skipped' ? 'made before' : NOT_MADE[status];
}

/** An article whose attributes are what the filter goes by. */
export function changeHtml(change: ShownChange): Html {
  const { op, account, risks, refused, anchor, isOpen, status, why } = change;
  const marks = [...risks, ...(refused === undefined ? [] : ['refused'])].join(' ');
  const state = status === null ? null : html` data-status="${status}"`;
  const open = isOpen ? html` open` : null;
  const reason = why === null ? null : html`<p class="why">${why}</p>`;
  const mails = impactMarks(change);
  const live = change.id === null ? null : html`id <code class="copied">${change.id}</code> · `;
  return html`<article class="change" id="${anchor}" data-op="${op}" data-account="${account}" data-risks="${marks}"${state}${mails}><details${open}><summary><span class="op ${op}">${SIGNS[op]} ${op}</span> <h3>${name(change.name)}</h3>${badges(change)}</summary><div class="body"><p class="sentence">${partsHtml(sentenceOf(change))}</p>${reason}${facts(change)}${impactHtml(change)}${fields(change)}<p class="identity">${live}digest <code class="copied">${change.digest}</code></p></div></details></article>
`;
}

function badges(change: ShownChange): Html {
  const { op, risks, refused, status } = change;
  const state = status === null ? null : html` <span class="badge ${status}">${statusText(status, op)}</span>`;
  const stopped = refused === undefined || status !== null ? null : html` <span class="badge refused">refused</span>`;
  return html`${state}${stopped}${risks.map((risk) => html` <span class="badge risk">${shortRisk(risk)}</span>`)}${impactBadge(change)}`;
}

function facts(change: Change): Html {
  const { source, renamedFrom, refused, op } = change;
  const said = [
    ...(source === null ? [] : [html`Declared at <code class="copied">${source.file}:${source.line}</code>.`]),
    ...(op === 'delete' ? [html`${capital(OF_FILES.origin(change))}.`] : []),
    ...(renamedFrom === undefined ? [] : [html`Renamed from <b>${name(renamedFrom)}</b>.`]),
    ...(refused === undefined ? [] : [html`Refused: ${refusalText(refused)}.`]),
  ];
  return html`<p class="facts">${said.map((fact) => html`${fact} `)}</p>`;
}

function fields({ before, after }: Change): Html | null {
  if (before === null) return after === null ? null : wholeRule(after);
  if (after === null) return wholeRule(before);
  return ruleDifference(before, after) ?? html`<p>It is as declared, but parked by an apply that did not finish.</p>`;
}
