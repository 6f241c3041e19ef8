/** Finds the reviews of a plan: which changes they allow, and which comments get the result of the run. */

import { count } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Change } from '../../model/plan.ts';
import { accountPrefix, quoteValue } from '../../report/lines.ts';
import { shortDigest } from '../comment/marker.ts';
import { isHolding } from '../comment/plan-texts.ts';
import { shownName } from '../comment/since.ts';
import { targetOf } from '../comment/target.ts';
import { type Approval, GitHubError, onGitHubError, type PullRequest } from '../github/port.ts';
import type { Job, JobFailure } from '../mode.ts';
import { collect, type FoundReview } from './collect.ts';
import { decide, decideApproved } from './decide.ts';
import {
  gitHubFailure,
  heldNotice,
  heldReviewed,
  notCounted,
  unapprovedFailure,
  unreviewedFailure,
} from './failures.ts';
import { isLimited } from './outcomes.ts';

export interface Reviews {
  /** The digests that may be carried out; null if no review is required. */
  expected: string[] | null;
  unreviewed: Change[];
  /** Changes that no review shows and this push did not cause. They are left as they are, and do not fail the run. */
  held: Change[];
  /** Changes that a review shows but no approval covers; empty unless an approval is required. */
  unapproved: Change[];
  /** The comments that get the result: those of this run's pull requests, and those whose review counted. */
  toTell: FoundReview[];
  failures: JobFailure[];
  notices: Diagnostic[];
}

const NO_PLAN: Pick<Plan, 'digest' | 'changes'> = { digest: '', changes: [] };

/**
 * The reviews in the pull requests that were merged into the branch of the run. `plan` is null if nothing could be planned.
 * Reviews are looked up even if none is required, because the changes that are carried out use them up. `isBehind`: the
 * branch has newer commits than the run.
 */
export async function reviewsOf(job: Job, plan: Plan | null, isBehind = false): Promise<Reviews> {
  const { inputs, context } = job;
  const { requireReview, requireApproval } = inputs;
  const isRequired =
    requireApproval || (requireReview === 'auto' ? context.event !== 'workflow_dispatch' : requireReview === 'true');
  const isDeciding = isRequired && plan !== null && plan.changes.length > 0;
  const nothing = { unreviewed: [], held: [], unapproved: [], toTell: [], failures: [], notices: [] };
  const none: Reviews = { expected: isRequired ? [] : null, ...nothing };
  const notices: Diagnostic[] = [];
  const decided = (found: readonly FoundReview[]) => {
    const ours = found.filter(({ signature }) => signature === 'ours');
    const reviews = ours.map((from) => ({ ...from.review, from }));
    const shown = decide(plan ?? NO_PLAN, reviews);
    const approved = decideApproved(plan ?? NO_PLAN, reviews, ({ from: { approval } }) =>
      requireApproval ? approval === 'this' : approval !== 'another',
    );
    const unapproved = approved.unreviewed.filter((change) => !shown.unreviewed.includes(change));
    return { shown, unapproved, ...(requireApproval && isDeciding ? approved : shown) };
  };
  const approvals = async (pull: PullRequest): Promise<Approval[] | null> => {
    if (!isDeciding) return null;
    const asked = job.github.approvals(pull);
    if (requireApproval) return asked;
    const unread = ({ problem: error }: GitHubError) => {
      notices.push({ code: 'approvals-not-read', args: { pullRequest: pull.number, error }, severity: 'warning' });
      return null;
    };
    return asked.catch(onGitHubError(unread));
  };
  try {
    const isEnough = (all: readonly FoundReview[]) => decided(all).unreviewed.length === 0;
    const { found: all, commitsLeft } = await collect({ ...searchOf(job), isBehind, approvals, isEnough });
    const found = withMadeBefore(all, plan);
    const { expected, unreviewed, unapproved, used, shown } = decided(found);
    const counted = new Set(used.map(({ from }) => from));
    const isTold = (one: FoundReview) => one.isOfRun || counted.has(one);
    if (!isDeciding) return { ...none, toTell: found.filter(isTold) };
    const holds = plan !== null && isHolding(inputs, plan);
    const isDrift = (change: Change) => holds && change.origin === 'base' && shown.unreviewed.includes(change);
    const held = unreviewed.filter(isDrift);
    const missing = unreviewed.filter((change) => !isDrift(change));
    const stale = staleIn(found, plan ?? NO_PLAN, held);
    const toTell = found.filter((one) => isTold(one) || stale.has(one));
    logReviews(job, [...counted], missing);
    return {
      expected,
      unreviewed: missing,
      held,
      unapproved: requireApproval ? unapproved : [],
      toTell,
      failures: [
        ...unreviewedFailure(
          shown.unreviewed.filter((change) => !held.includes(change)),
          found,
          job.targets.reviewKeys[0],
        ),
        ...(requireApproval ? unapprovedFailure(unapproved) : []),
      ],
      notices: [
        ...notices,
        ...(held.length === 0 ? [] : [heldNotice(held)]),
        ...[...stale].map(([{ pullRequest }, changes]) => heldReviewed(pullRequest, changes)),
        ...found.flatMap(({ signature, pullRequest }) =>
          signature === 'ours' ? [] : [notCounted(signature, [pullRequest])],
        ),
        ...tooMany(commitsLeft),
        ...(requireApproval ? [] : unapprovedWarning(unapproved)),
      ],
    };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isDeciding) return { ...none, failures: [gitHubFailure(error, say`the reviews`)] };
    return { ...none, notices: [{ code: 'comments-not-read', args: { error: error.problem }, severity: 'warning' }] };
  }
}

/**
 * Uses up what a review shows of changes that an older review was used up for, and that are not needed now: two pull
 * requests had the same change. Without this, the newer review would bring the change back once somebody undoes it.
 * `found`: newest first.
 */
function withMadeBefore(found: readonly FoundReview[], plan: Plan | null): FoundReview[] {
  // Nothing is known of changes that are not in the plan because an account was not read, or because of `only`.
  if (plan === null || !plan.complete || isLimited(plan)) return [...found];
  const needed = new Set(plan.changes.map(({ digest }) => shortDigest(digest)));
  return found.map((one, index) => {
    const { changes, unneeded = [] } = one.review;
    const older = found.slice(index + 1).filter(({ signature }) => signature === 'ours');
    const made = new Set(older.flatMap(({ review }) => review.done ?? []));
    const isGone = (digest: string) => made.has(digest) && !needed.has(digest);
    const gone = changes?.filter(isGone) ?? [];
    if (changes === null || gone.length === 0) return one;
    const left = changes.filter((digest) => !isGone(digest));
    return { ...one, review: { ...one.review, changes: left, unneeded: [...unneeded, ...gone] } };
  });
}

/**
 * The reviews that show another change of a rule that is held: their run was superseded or dropped, and the files or the
 * inbox changed since. Nobody else would say that what they show is not carried out.
 */
function staleIn(
  found: readonly FoundReview[],
  { changes }: Pick<Plan, 'changes'>,
  held: readonly Change[],
): Map<FoundReview, Change[]> {
  const needed = new Set(changes.map(({ digest }) => shortDigest(digest)));
  const stale = found.flatMap((one): [FoundReview, Change[]][] => {
    const { changes: counting, shown = {} } = one.review;
    if (one.signature !== 'ours' || counting === null) return [];
    const names = new Set(counting.flatMap((digest) => (needed.has(digest) ? [] : (shown[digest] ?? []))));
    const ofThese = held.filter((change) => names.has(shownName(change)));
    return ofThese.length === 0 ? [] : [[one, ofThese]];
  });
  return new Map(stale);
}

function searchOf({ github, context, inputs, targets }: Job) {
  const branch = context.ref.replace(/^refs\/heads\//, '');
  return { github, context, branch, target: targetOf(inputs), keys: targets.reviewKeys };
}

/** Names may contain anything; the log escapes them. */
function logReviews({ log }: Job, used: readonly FoundReview[], unreviewed: readonly Change[]): void {
  const numbers = [...new Set(used.map(({ pullRequest }) => `#${pullRequest}`))];
  if (numbers.length > 0) log(`Reviewed in ${numbers.join(', ')}.`);
  if (unreviewed.length === 0) return;
  const names = unreviewed.map(({ account, op, name }) => `  ${accountPrefix(account)}${op} ${quoteValue(name)}`);
  log([`Not reviewed, and so not carried out: ${count(unreviewed.length, 'change')}`, ...names].join('\n'));
}

function tooMany(commitsLeft: number): Diagnostic[] {
  return commitsLeft === 0 ? [] : [{ code: 'many-commits', args: { left: commitsLeft }, severity: 'warning' }];
}

function unapprovedWarning(changes: readonly Change[]): Diagnostic[] {
  return changes.length === 0 ? [] : [{ code: 'unapproved', args: { changes }, severity: 'warning' }];
}
