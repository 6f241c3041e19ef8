/**
 * Finds the reviews of a plan, and decides by them. In order: search the merged pull requests, decide which changes may be
 * carried out (`verdict.ts`), and say why others may not.
 */
import { type CommandScope, scopeOf } from '../../diagnostics/commands.ts';
import { count } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { say } from '../../diagnostics/message.ts';
import type { Change } from '../../model/plan.ts';
import { accountPrefix, quoteValue } from '../../report/lines.ts';
import type { PlannedHere } from '../commands.ts';
import { inboxesOf, targetOf } from '../comment/target.ts';
import { isByHand } from '../context.ts';
import { GitHubError } from '../github/errors.ts';
import type { Job, JobFailure } from '../mode.ts';
import { type Collected, collect, type FoundReview } from './collect.ts';
import type { DecidedPlan } from './decide.ts';
import {
  gitHubFailure,
  heldNotice,
  movedFailure,
  notCounted,
  unapprovedFailure,
  unreviewedFailure,
} from './failures.ts';
import { movedIn, staleIn, type Verdict, verdictOf, withMadeBefore } from './verdict.ts';

export interface Reviews {
  verdict: Verdict;
  /** The comments that get the result: those of this run's pull requests, and those whose review counted. */
  toTell: readonly FoundReview[];
  failures: readonly JobFailure[];
  notices: readonly Diagnostic[];
}

const NO_PLAN: DecidedPlan = { digest: '', changes: [], accounts: [] };

/** Looks reviews up even if none is required, because the changes that are carried out use them up. */
export async function reviewsOf(job: Job, plan: PlannedHere | null, isBehind = false): Promise<Reviews> {
  const { review } = job.inputs;
  const isRequired = review !== 'none' && !isByHand(job.context);
  const decided = isRequired && plan !== null && plan.changes.length > 0 ? plan : null;
  const none = withoutVerdict(isRequired ? [] : null);
  try {
    const verdictBy = (some: readonly FoundReview[]) => verdictOf(plan ?? NO_PLAN, some, review === 'approved');
    const { elsewhere, spoiled, commitsLeft, ...collected } = await collect({
      ...searchOf(job),
      isBehind,
      needsApproval: decided !== null && review === 'approved',
      isEnough: (some) => isEnough(verdictBy(withMoved(some, plan))),
    });
    const found = withMadeBefore(withMoved(collected.found, plan), plan);
    const verdict = verdictBy(found);
    const counted = found.filter((one) => one.isOfRun || verdict.counted.includes(one));
    // What is made by hand takes the place of what a review shows of the rule in another form.
    const others = plan === null ? new Map() : staleIn(found, plan, plan.changes);
    const moved = isRequired ? movedFailure(found) : [];
    if (decided === null) {
      return { ...none, toTell: found.filter((one) => counted.includes(one) || others.has(one)), failures: moved };
    }
    const stale = staleIn(found, decided, verdict.held);
    logVerdict(job, verdict);
    const isMoved = ({ account }: Change) => found.some((one) => one.isOfRun && one.moved?.has(account));
    const unshown = verdict.unreviewed.filter((change) => !verdict.unapproved.includes(change) && !isMoved(change));
    const key = job.targets.reviewKeys[0];
    const inboxes = inboxesOf(targetOf(job.inputs));
    const scope = (changes: readonly Change[]) => scopeOf(decided, changes, inboxes);
    const staleNow = staleIn(found, decided, unshown);
    const { accounts } = decided;
    const searched = { found, elsewhere, spoiled, stale: staleNow, key, accounts, scope };
    return {
      verdict,
      toTell: found.filter((one) => counted.includes(one) || stale.has(one)),
      failures: [...moved, ...unreviewedFailure(unshown, searched), ...unapprovedFailure(verdict.unapproved)],
      notices: verdictNotices(verdict, { found, commitsLeft }, stale, scope(verdict.held)),
    };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (decided !== null) return { ...none, failures: [gitHubFailure(error, say`the reviews`)] };
    return { ...none, notices: [{ code: 'comments-not-read', args: { error: error.problem }, severity: 'warning' }] };
  }
}

/** Of each review that still counts, the accounts whose inbox is another one now. It says nothing of the one that is there. */
function withMoved(found: readonly FoundReview[], plan: PlannedHere | null): FoundReview[] {
  return found.map((one) => ({ ...one, moved: movedIn(one, plan) }));
}

/** For a run whose changes no review decides about: nothing may be carried out, or all of the plan. */
function withoutVerdict(expected: Verdict['expected']): Reviews {
  const verdict = { expected, unreviewed: [], held: [], unapproved: [], counted: [], inboxes: [] };
  return { verdict, toTell: [], failures: [], notices: [] };
}

/** What all that asks about reviews looks for. */
export function searchOf({ github, context, inputs, targets }: Job) {
  const branch = context.pullRequest?.baseRef ?? context.ref.replace(/^refs\/heads\//, '');
  const anyAccounts = isByHand(context);
  return { github, context, branch, target: targetOf(inputs), anyAccounts, keys: targets.reviewKeys };
}

/** What is held may be in an earlier pull request, whose run never came. */
function isEnough({ unreviewed, held }: Verdict): boolean {
  return unreviewed.length + held.length === 0;
}

/** Names may contain anything; the log escapes them. */
function logVerdict({ log }: Job, { counted, unreviewed }: Verdict): void {
  const numbers = [...new Set(counted.map(({ review }) => `#${review.pullRequest}`))];
  if (numbers.length > 0) log(`Reviewed in ${numbers.join(', ')}.`);
  if (unreviewed.length === 0) return;
  const names = unreviewed.map(({ account, op, name }) => `  ${accountPrefix(account)}${op} ${quoteValue(name)}`);
  log([`Not reviewed, and so not carried out: ${count(unreviewed.length, 'change')}`, ...names].join('\n'));
}

function verdictNotices(
  { held }: Verdict,
  { found, commitsLeft }: Pick<Collected, 'found' | 'commitsLeft'>,
  stale: ReadonlyMap<FoundReview, Change[]>,
  ofHeld: CommandScope,
): Diagnostic[] {
  const notices: Diagnostic[] = [];
  if (held.length > 0) notices.push(heldNotice(held, ofHeld));
  for (const [{ review }, changes] of stale) {
    notices.push({ code: 'held-reviewed', args: { pullRequest: review.pullRequest, changes }, severity: 'warning' });
  }
  for (const { signature, review } of found) {
    const isSpent = review.changes?.length === 0;
    if (signature !== 'ours' && !isSpent) notices.push(notCounted(signature, [review.pullRequest]));
  }
  if (commitsLeft > 0) notices.push({ code: 'many-commits', args: { left: commitsLeft }, severity: 'warning' });
  return notices;
}
