/**
 * What was merged and not made: the changes of a plan that a merged pull request showed and no apply used up. Plan and drift
 * name them, so that nobody takes them for edits of the inbox. An apply decides by the same reviews, but reads the comments
 * of each pull request; here one page of the newest comments is enough, since nothing is carried out.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Change } from '../../model/plan.ts';
import type { MergedBy } from '../../report/plan.ts';
import type { PlannedHere } from '../commands.ts';
import { onGitHubError } from '../github/errors.ts';
import type { Job } from '../mode.ts';
import { collect, type FoundReview } from './collect.ts';
import { decide } from './decide.ts';
import { notCounted } from './failures.ts';
import { searchOf } from './reviews.ts';
import { movedIn, staleIn, withMadeBefore } from './verdict.ts';

export interface Merged {
  by: MergedBy;
  /** Also of changes that a pull request showed in another form: rules or inbox changed since. */
  about: MergedBy;
  notices: Diagnostic[];
}

/** `changes`: those of the plan to look for. Where GitHub does not answer, none is known and a warning says so. */
export async function mergedNotMade(job: Job, plan: PlannedHere, changes: readonly Change[]): Promise<Merged> {
  const search = searchOf(job);
  const none = (...notices: Diagnostic[]): Merged => ({ by: new Map(), about: new Map(), notices });
  if (changes.length === 0 || search.keys.length === 0) return none();
  const of = { ...plan, changes: [...changes] };
  const decisionOf = (found: readonly FoundReview[]) => {
    const known = found.map((one) => ({ ...one, moved: movedIn(one, plan) }));
    const ours = withMadeBefore(known, plan).filter(({ signature }) => signature === 'ours');
    return decide(
      of,
      ours.map(({ review, moved = new Set() }) => ({ ...review, moved })),
    );
  };
  const read = async (): Promise<Merged> => {
    const newest = await job.github.newestComments();
    const { found } = await collect({
      ...search,
      github: { ...job.github, comments: async (number) => newest.filter(({ on }) => on === number) },
      context: { ...job.context, commits: [] },
      // A digest is of one account, and the jobs that compare may have others than those that plan.
      anyAccounts: true,
      needsApproval: false,
      isEnough: (some) => decisionOf(some).unreviewed.length === 0,
    });
    const { by: reviews, unreviewed } = decisionOf(found);
    const by = new Map([...reviews].map(([change, { pullRequest }]) => [change, pullRequest]));
    const others = [...staleIn(withMadeBefore(found, plan), of, unreviewed)].flatMap(([{ review }, some]) => {
      return some.map((change) => [change, review.pullRequest] as const);
    });
    const notices = found.flatMap(({ signature, review }) =>
      signature === 'ours' || review.changes?.length === 0 ? [] : notCounted(signature, [review.pullRequest]),
    );
    return { by, about: new Map([...others, ...by]), notices };
  };
  return read().catch(
    onGitHubError(({ problem: error }) => none({ code: 'merged-not-known', args: { error }, severity: 'warning' })),
  );
}
