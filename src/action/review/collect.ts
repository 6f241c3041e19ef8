/**
 * The reviews of this target: comments of ours on merged pull requests. First those of the pushed commits; then, while a
 * needed change is not among them, those merged before, since GitHub drops waiting runs and the next run has their changes.
 */
import type { Target } from '../comment/marker.ts';
import { approvalOf, type OwnReview, ownReviews } from '../comment/own-reviews.ts';
import type { Context } from '../context.ts';
import type { Approval, GitHub, PullRequest } from '../github/port.ts';

export interface FoundReview extends OwnReview {
  pullRequest: number;
  /** Whether a commit of this run belongs to the pull request. */
  isOfRun: boolean;
  /** Whether somebody approved the plan as the comment shows it, only another one, or none; `unknown`: it was not read. */
  approval: 'this' | 'another' | 'none' | 'unknown';
}

export interface Collected {
  /** In the order in which they were asked for: the newest first. */
  found: FoundReview[];
  /** Commits of this run that were not asked about. */
  commitsLeft: number;
}

export interface Search {
  github: GitHub;
  context: Pick<Context, 'commits' | 'owner' | 'repo'>;
  branch: string;
  target: Target;
  /** What comments are signed with; null: nothing can be told of them. */
  key: string | null;
  /** Gives null where they are not read. */
  approvals: (pull: PullRequest) => Promise<Approval[] | null>;
  /** Whether what was found is all that is needed. */
  isEnough: (found: readonly FoundReview[]) => boolean;
}

/** Commits of a push that are asked about. */
const MOST_COMMITS = 100;
/** Pull requests merged before that are looked at. */
const MOST_MERGED = 30;

export async function collect(search: Search): Promise<Collected> {
  const { github, context, branch, target, key, isEnough } = search;
  const repository = `${context.owner}/${context.repo}`;
  const asked = context.commits.slice(0, MOST_COMMITS);
  const seen = new Set<number>();
  const found: FoundReview[] = [];
  const look = async (pull: PullRequest, isOfRun: boolean) => {
    const { number, mergedAt, baseRef } = pull;
    if (mergedAt === null || baseRef !== branch || seen.has(number)) return;
    seen.add(number);
    const reviews = key === null ? [] : await ownReviews(github, { target, repository, pullRequest: number }, key);
    // Where two runs planned at once, an older comment may be left: the newest has the plan that counts.
    const newest = reviews.findLast(({ signature }) => signature === 'ours');
    const counting = reviews.filter((review) => review.signature !== 'ours' || review === newest);
    const approvals = newest === undefined ? null : await search.approvals(pull);
    const approval = (one: OwnReview): FoundReview['approval'] => {
      if (approvals === null) return 'unknown';
      if (approvals.length === 0) return 'none';
      return approvalOf(one, approvals) === undefined ? 'another' : 'this';
    };
    found.push(...counting.map((one) => ({ pullRequest: number, ...one, isOfRun, approval: approval(one) })));
  };
  for (const commit of asked) {
    for (const pullRequest of await github.pullRequestsOf(commit)) await look(pullRequest, true);
  }
  if (!isEnough(found)) {
    for (const pullRequest of await github.mergedInto(branch, MOST_MERGED)) {
      await look(pullRequest, false);
      if (isEnough(found)) break;
    }
  }
  return { found, commitsLeft: context.commits.length - asked.length };
}
