/** Writes the result of a run into its comments, and uses up the reviews whose changes were made. */

import { count, grouped } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { cut, ours, plain } from '../../diagnostics/message.ts';
import { groupBy } from '../../model/group-by.ts';
import {
  accountName,
  type Block,
  type Inline,
  inRow,
  line,
  link,
  look,
  messageLine,
  paragraph,
  ruleName,
} from '../../report/document.ts';
import { isNamed } from '../../report/lines.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import { type Review, type UsedUp, usedUpLine } from '../comment/marker.ts';
import { changedAt } from '../comment/own-reviews.ts';
import type { Context } from '../context.ts';
import type { FailureReason } from '../definition.ts';
import { type GitHubError, onGitHubError } from '../github/port.ts';
import type { Job } from '../mode.ts';
import type { FoundReview } from './collect.ts';
import type { ReviewedChanges } from './decide.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';
import { type ReviewStatus, statusOf } from './status.ts';

/** Stands in for a review that somebody else may have written: it claims nothing about its changes. */
const NOTHING_SURE: ReviewedChanges = { digest: '', changes: null };

const UNUSED: UsedUp = { left: null, made: [] };

/** Returns a warning for each comment that could not be written. The apply does not fail because of it. */
export async function tellComments(
  job: Pick<Job, 'github' | 'context' | 'inputs' | 'targets'>,
  found: readonly FoundReview[],
  outcomes: Outcomes,
  reason: PostedResult['reason'],
): Promise<Diagnostic[]> {
  const { context, inputs, targets } = job;
  const warnings: Diagnostic[] = [];
  for (const own of found) {
    const { comment, review, signature } = own;
    const status = statusOf(signature === 'ours' ? review : NOTHING_SURE, outcomes);
    const bodyWith = (what: Review, used: UsedUp): string => markedWith(own, what, used, targets.reviewKeys);
    const isUsed = bodyWith(review, status) !== bodyWith(review, UNUSED);
    // Our edit does not change what was approved, so the time of the last change is kept.
    const marked = isUsed || inputs.comment ? bodyWith({ ...review, changedAt: changedAt(own) }, status) : comment.body;
    const body = inputs.comment
      ? withResult(marked, { status, part: outcomes.part, signature, reason, run: context })
      : marked;
    warnings.push(...(await edited(job, own, body, isUsed)));
  }
  return warnings;
}

/** The body of a comment with the marker of a review after a run; as it is if somebody else may have written it. */
function markedWith(
  { comment, signature }: FoundReview,
  review: Review,
  used: UsedUp,
  [reviewKey]: readonly string[],
): string {
  if (signature !== 'ours' || reviewKey === undefined) return comment.body;
  return comment.body.replace(/^[^\r\n]*/, () => usedUpLine(review, used, reviewKey));
}

/** Says in the comments of a run that a newer one carries out what they show. What was made before stays said. */
export async function tellSuperseded(
  job: Pick<Job, 'github' | 'context' | 'inputs' | 'targets'>,
  found: readonly FoundReview[],
  superseded: Diagnostic,
): Promise<Diagnostic[]> {
  if (!job.inputs.comment) return [];
  const warnings: Diagnostic[] = [];
  for (const own of found.filter(({ signature }) => signature === 'ours')) {
    const status = statusOf(own.review, { plan: null, outcomes: [], isWhole: false });
    if (status.total.made + status.total.unneeded > 0) continue;
    // Our edit does not change what was approved, so the time of the last change is kept.
    const review = { ...own.review, changedAt: changedAt(own) };
    const body = withResult(markedWith(own, review, UNUSED, job.targets.reviewKeys), {
      status,
      superseded,
      signature: 'ours',
      reason: null,
      run: job.context,
    });
    warnings.push(...(await edited(job, own, body, false)));
  }
  return warnings;
}

/** Writes a comment that changed. Returns a warning if GitHub refuses. `isUsed`: changes of the review were made. */
async function edited(
  { github }: Pick<Job, 'github'>,
  { comment, pullRequest }: FoundReview,
  body: string,
  isUsed: boolean,
): Promise<Diagnostic[]> {
  if (body === comment.body) return [];
  const failed = ({ problem: error }: GitHubError): Diagnostic[] => {
    return [{ code: 'comment-not-written', args: { pullRequest, isUsed, error }, severity: 'warning' }];
  };
  return github.updateComment(comment.id, body).then(() => [], onGitHubError(failed));
}

const BEGIN = '<!-- inboxctl:result -->';
const END = '<!-- inboxctl:result:end -->';

/** For the whole comment, in bytes of UTF-8. GitHub accepts 65,536 characters. */
const LIMIT = 65_000;
/** For the result, in bytes: the plan leaves at least this much room. */
const LONGEST = 5_000;
/** For a reason, in characters: messages of the service may be long. */
const LONGEST_REASON = 200;

export interface PostedResult {
  status: ReviewStatus;
  part?: Outcomes['part'];
  signature: FoundReview['signature'];
  /** Why this run carried nothing out, although the plan counts. */
  superseded?: Diagnostic;
  /** Why the run failed; null if it did not. */
  reason: FailureReason | null;
  run: Pick<Context, 'runUrl' | 'sha'>;
}

const HEADS: Record<ReviewStatus['state'], Inline> = {
  applied: line`Applied`,
  'partly-applied': line`Partly applied`,
  'not-applied': line`Not applied`,
};

const NOT_COUNTED = {
  edited: line`This comment does not count as a review: its first line is not as inboxctl wrote it. It takes a new pull request, or a run by hand with \`require-review: false\`.`,
  'other-key': line`This comment does not count as a review: it is signed with another key than the one of the job that applies. Jobs with different API keys need one \`signing-key\`.`,
};

const REASONS: Partial<Record<FailureReason, string>> = {
  invalid: 'The rules or the settings are wrong.',
  unauthorized: 'The service or GitHub refused a key.',
  unreachable: 'The service or GitHub could not be reached, or the run was ended.',
  refused: 'A guard or the policy of the project refused it.',
};

/**
 * Returns the body of a comment with a result, which replaces an earlier one. The plan is kept, or dropped as a whole
 * if there is no room for it.
 */
export function withResult(body: string, result: PostedResult): string {
  const end = body.indexOf('\n');
  const [marker, rest] = end === -1 ? [body, ''] : [body.slice(0, end), body.slice(end + 1)];
  const head = `${marker}\n${blockOf(result)}\n\n`;
  const whole = head + withoutResult(rest);
  return Buffer.byteLength(whole) <= LIMIT ? whole : head + NO_ROOM;
}

/** For a comment that somebody else made longer. */
const NO_ROOM = '_The plan does not fit here any more: the history of this comment has it._\n';

function withoutResult(rest: string): string {
  const lines = rest.split('\n');
  const is = (line: string | undefined, text: string) => line?.replace(/\r$/, '') === text;
  const end = is(lines[0], BEGIN) ? lines.findIndex((line) => is(line, END)) : -1;
  return lines
    .slice(end + 1)
    .join('\n')
    .replace(/^(\r?\n)+/, '');
}

function blockOf(result: PostedResult): string {
  const report = { top: resultBlocks(result), body: [], next: [] };
  return [BEGIN, printMarkdown(report, { maxBytes: LONGEST }), END].join('\n');
}

function resultBlocks({
  status,
  part = null,
  superseded,
  signature,
  reason,
  run: { runUrl, sha },
}: PostedResult): Block[] {
  const commit = `${runUrl.replace(/\/actions\/runs\/.*$/, '')}/commit/${sha}`;
  const from = line`${link(line`This run`, runUrl)}, commit ${link(ours(sha.slice(0, 12)), commit)}.`;
  const { state } = status;
  if (superseded !== undefined)
    return [paragraph(line`${look('strong', line`Superseded`)}: ${messageLine(superseded)} ${from}`)];
  if (state !== 'applied' && signature !== 'ours') {
    return [paragraph(line`${look('strong', HEADS['not-applied'])}: ${NOT_COUNTED[signature]} ${from}`)];
  }
  const head = part === null || state === 'not-applied' ? HEADS[state] : part.head;
  return [
    paragraph(line`${look('strong', head)}: ${ours(countsIn(status))}. ${from}`),
    ...(part === null ? [] : [paragraph(part.unread)]),
    ...openBlocks(status, reason),
  ];
}

function countsIn({ state, total, open }: ReviewStatus): string {
  const parts = [
    ...(total.made > 0 ? [`${count(total.made, 'change')} made`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} not made`] : []),
    ...(total.unneeded > 0 ? [`${grouped(total.unneeded)} not needed any more`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return state === 'applied' ? 'the inbox is as declared' : 'nothing of this plan was carried out by this run';
}

function openBlocks(
  { state, open, gone, isGoneDone, isLimited, others: all, held }: ReviewStatus,
  reason: FailureReason | null,
): Block[] {
  const others = all - held;
  const why = state === 'applied' || reason === null ? undefined : REASONS[reason];
  const isUnclear = state !== 'applied' && !isGoneDone && gone !== 0;
  const which = gone === null ? 'The changes that this comment shows' : `${count(gone, 'change')} shown here`;
  const whyGone = `rules or inbox changed since, or could not be read${isLimited ? ', or the input only left them out' : ''}`;
  const unclear = `${which} ${gone === 1 ? 'is' : 'are'} not in the plan of this run: ${whyGone}.`;
  const besides = `${count(others, 'other change')} of the run ${others === 1 ? 'is' : 'are'} open.`;
  return [
    ...(why === undefined ? [] : [paragraph(ours(why))]),
    { kind: 'items', lead: [], items: alike(open).map(openItem) },
    ...(isUnclear ? [paragraph(ours(unclear))] : []),
    ...(others === 0 ? [] : [paragraph(ours(besides))]),
    ...(held === 0
      ? []
      : [
          paragraph(
            ours(`${count(held, 'difference')} ${held === 1 ? 'is' : 'are'} not from this change, and left alone.`),
          ),
        ]),
  ];
}

/** Groups changes that differ in nothing but the account. */
function alike(open: readonly ChangeOutcome[]) {
  return [...groupBy(open, ({ op, name, open: why }) => JSON.stringify([op, name, plain(why ?? [])])).values()];
}

function openItem([{ account, op, name, open }, ...others]: readonly [ChangeOutcome, ...ChangeOutcome[]]): Inline {
  const reason = (open ?? []).map((part) =>
    typeof part === 'string' ? part : { ...part, show: (text: string) => cut(part.show(text), LONGEST_REASON) },
  );
  const accounts = [account, ...others.map((one) => one.account)].filter(isNamed).map(accountName);
  const whose = accounts.length === 0 ? [] : line`${inRow(accounts)}: `;
  return line`${whose}${op} ${ruleName({ name })}: ${reason}`;
}
