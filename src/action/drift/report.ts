/** What is kept of drift: the title and body of an issue or a pull request. The same drift gives the same text. */
import { listed } from '../../diagnostics/counts.ts';
import type { Parts } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Change } from '../../model/plan.ts';
import { inCode, nameInCode } from '../../report/markdown/escape.ts';
import { planReport } from '../../report/plan.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { PulledFiles } from '../commands.ts';
import type { Target } from '../comment/marker.ts';
import { inParts } from '../words.ts';
import { type Reported, reportedLine } from './reported.ts';
import { driftMarker, shownTarget } from './target.ts';
import { waysFrom, waysFromAdoption } from './ways.ts';
import { comparedWords, differenceWords, MOST_NAMES, secretWords } from './words.ts';

/** In bytes; GitHub takes 65,536 characters. */
const LONGEST = 60_000;

/** In bytes; of what is said before the plan. */
const LONGEST_HEAD = 40_000;
const LONGEST_WORDS = 20_000;

/** Its warnings are about what does not happen once the pull request is merged. */
const FOLDED = ['<details>', '<summary>What an apply would do without this pull request</summary>', ''];

const KEPT = 'Reported before, of accounts that are unknown now:';

export interface TitledText {
  title: string;
  body: string;
}

/**
 * `unadopted` says why no pull request adopts the changes of the plan where one was wanted; `kept` was reported before of
 * accounts that the plan does not know.
 */
export function issueText(
  target: Target,
  plan: Plan,
  unadopted: readonly Parts[],
  kept: readonly Reported[] = [],
): TitledText {
  const why =
    unadopted.length === 0
      ? []
      : ['No pull request can adopt this:', '', ...unadopted.map((one) => `- ${inlineMarkdown(one)}`), ''];
  const head = fitting([...opening(target, plan, kept), ...why], LONGEST_HEAD);
  return {
    title: `inboxctl: the inbox is not as its files say${shownTarget(target)}`,
    body: withPlan(head, plan, ['', waysFrom(target, unadopted.length === 0)]),
  };
}

/** `plan` has changes, and `pulled` is what a pull wrote into the files because of them. */
export function pullRequestText(
  target: Target,
  plan: Plan,
  pulled: Pick<PulledFiles, 'variables' | 'notices'>,
): TitledText {
  const head = fitting([...opening(target, plan), ...variableLines(pulled), ...leftLines(pulled)], LONGEST_HEAD);
  return {
    title: `inboxctl: adopt what was changed in the inbox${shownTarget(target)}`,
    body: withPlan([...head, ...FOLDED], plan, ['', '</details>', '', waysFromAdoption()]),
  };
}

/** The body of what is closed; `why` is Markdown of ours. */
export function closedBody(target: Target, why: string): string {
  return `${driftMarker(target)}\n${why}`;
}

/** What to say of a plan with changes, without its marker: the beginning of all reports. */
export function driftLines(plan: Plan): string[] {
  return fitting(
    [...comparedWords(plan), ...differenceWords(plan.changes), ...secretWords(plan.changes), ...refusalLines(plan)],
    LONGEST_WORDS,
  );
}

function opening(target: Target, plan: Plan, kept: readonly Reported[] = []): string[] {
  const before = kept.length === 0 ? [] : ['', KEPT, '', ...fitting(differenceWords(kept), LONGEST_WORDS)];
  const marks = [driftMarker(target), ...reportedLine([...plan.changes, ...kept])];
  return [...marks, '**The inbox is not as its files say.**', '', ...driftLines(plan), ...before, ''];
}

/** An apply would not undo these; that is for people to know before they try. */
function refusalLines({ changes, notices }: Plan): string[] {
  const isRefused = ({ refused }: Change) => refused !== undefined;
  const names = changes.filter(isRefused).map(({ name }) => nameInCode(name));
  const errors = notices.filter(({ severity }) => severity === 'error').map((one) => inlineMarkdown(inParts(one)));
  const reasons = [...new Set(errors)];
  const ofChanges = names.length === 0 ? [] : [`- An apply would refuse ${listed(names, MOST_NAMES)}: see the plan.`];
  return [...ofChanges, ...reasons.map((reason) => `- In the way of an apply: ${reason}`)];
}

function variableLines({ variables }: Pick<PulledFiles, 'variables'>): string[] {
  if (variables.length === 0) return [];
  return [
    '**Before you merge, set these variables** as secrets for the workflows. Their values are in no file: copy them from the web page of the service.',
    '',
    ...variables.map(({ name, rules }) => `- ${inCode(name)}, of ${listed(rules.map(nameInCode), MOST_NAMES)}`),
    '',
  ];
}

function leftLines({ notices }: Pick<PulledFiles, 'notices'>): string[] {
  const left = notices.filter(({ severity }) => severity !== 'info');
  if (left.length === 0) return [];
  return ['**What it leaves to you:**', '', ...left.map((one) => `- ${inlineMarkdown(inParts(one))}`), ''];
}

/** As many lines as there is room for; what is left out is in the log. */
function fitting(lines: readonly string[], maxBytes: number): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? [...lines] : [...lines.slice(0, end), '- and more: see the log of the job', ''];
}

/** Between what comes first and what comes last, the plan has the room that is left. */
function withPlan(head: readonly string[], plan: Plan, tail: readonly string[]): string {
  const [before, after] = [head.join('\n'), tail.join('\n')];
  const maxBytes = LONGEST - Buffer.byteLength(before) - Buffer.byteLength(after) - 2;
  return `${before}\n${printMarkdown(planReport(plan), { maxBytes, whole: 'the summary of the job' }).trimEnd()}\n${after}`;
}
