/** What is kept of drift: the title and body of an issue or a pull request. The same drift gives the same text. */
import type { Change, PlanDocument } from '../../model/plan.ts';
import type { PullDocument } from '../../model/pull.ts';
import { inCode, nameInCode, prose } from '../../report/markdown/escape.ts';
import { markdownPlan } from '../../report/markdown/plan.ts';
import type { Target } from '../comment/marker.ts';
import { driftMarker, shownTarget } from './target.ts';
import { waysFrom, waysFromAdoption } from './ways.ts';
import { differenceWords, listed, secretWords } from './words.ts';

/** In bytes; GitHub takes 65,536 characters. */
const LONGEST = 60_000;

/** Of what a plan or a pull has to say. */
const MOST_NOTICES = 20;

export interface Text {
  title: string;
  body: string;
}

/** Takes a plan with changes; `unadopted` says why no pull request adopts them where one was wanted. */
export function issueText(target: Target, plan: PlanDocument, unadopted: readonly string[]): Text {
  const why =
    unadopted.length === 0
      ? []
      : ['No pull request can adopt this:', '', ...unadopted.map((one) => `- ${prose(one)}`), ''];
  const head = [...opening(target, plan), ...why];
  return {
    title: `inboxctl: the inbox is not as its files say${shownTarget(target)}`,
    body: withPlan(head, plan, waysFrom(target, unadopted.length === 0)),
  };
}

/** Takes a plan with changes, and what a pull wrote into the files because of them. */
export function pullRequestText(
  target: Target,
  plan: PlanDocument,
  pulled: Pick<PullDocument, 'variables' | 'notices'>,
): Text {
  const head = [...opening(target, plan), ...variableLines(pulled), ...leftLines(pulled)];
  return {
    title: `inboxctl: adopt what was changed in the inbox${shownTarget(target)}`,
    body: withPlan(head, plan, waysFromAdoption()),
  };
}

/** The body of what is closed; `why` is Markdown of ours. */
export function closedBody(target: Target, why: string): string {
  return `${driftMarker(target)}\n${why}`;
}

/** What to say of a plan with changes, without its marker: the beginning of all reports. */
export function driftLines(plan: PlanDocument): string[] {
  return [...differenceWords(plan.changes), ...secretWords(plan.changes), ...refusalLines(plan)];
}

function opening(target: Target, plan: PlanDocument): string[] {
  return [driftMarker(target), '**The inbox is not as its files say.**', '', ...driftLines(plan), ''];
}

/** An apply would not undo these; that is for people to know before they try. */
function refusalLines({ changes, notices }: PlanDocument): string[] {
  const isRefused = ({ refused }: Change) => refused !== undefined;
  const names = changes.filter(isRefused).map(({ name }) => nameInCode(name));
  const errors = notices.filter(({ severity }) => severity === 'error').map(({ message }) => prose(message));
  const reasons = [...new Set(errors)].slice(0, MOST_NOTICES);
  const ofChanges = names.length === 0 ? [] : [`- An apply would refuse ${listed(names)}: see the plan.`];
  return [...ofChanges, ...reasons.map((reason) => `- In the way of an apply: ${reason}`)];
}

function variableLines({ variables }: Pick<PullDocument, 'variables'>): string[] {
  if (variables.length === 0) return [];
  return [
    '**Before you merge, set these variables** as secrets for the workflows. Their values are in no file: copy them from the web page of the service.',
    '',
    ...variables.map(({ name, rules }) => `- ${inCode(name)}, of ${listed(rules.map(nameInCode))}`),
    '',
  ];
}

function leftLines({ notices }: Pick<PullDocument, 'notices'>): string[] {
  const left = notices.filter(({ severity }) => severity !== 'info');
  if (left.length === 0) return [];
  const shown = left.slice(0, MOST_NOTICES).map(({ message }) => `- ${prose(message)}`);
  const more = left.length > shown.length ? [`- and ${left.length - shown.length} more: see the log of the job`] : [];
  return ['**What it leaves to you:**', '', ...shown, ...more, ''];
}

/** Between what comes first and what comes last, the plan has the room that is left. */
function withPlan(head: readonly string[], plan: PlanDocument, tail: string): string {
  const before = head.join('\n');
  const maxBytes = LONGEST - Buffer.byteLength(before) - Buffer.byteLength(tail) - 2;
  const whole = 'the summary of the job';
  return `${before}\n${markdownPlan(plan, { maxBytes, whole }).trimEnd()}\n\n${tail}`;
}
