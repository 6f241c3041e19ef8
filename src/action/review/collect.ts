/**
 * Collects the reviews of a target: our comments on merged pull requests. The pull requests of the pushed commits come
 * first. If a needed change is missing, earlier merges are searched too: GitHub drops waiting runs, and the next run
 * has to make their changes. If the branch has moved on, what was merged since comes before all: it may have used up
 * what the pull requests of the run show.
 */
import { isDeepStrictEqual } from 'node:util';
import { onceFor } from '../../model/once-for.ts';
import type { Target } from '../comment/marker.ts';
import { approvalsOf, type OwnReview, type OwnReviews, ownReviews } from '../comment/own-reviews.ts';
import type { Context } from '../context.ts';
import type { Approval, PullRequest } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';

export interface FoundReview extends OwnReview {
  /** Whether a commit of this run belongs to the pull request. */
  isOfRun: boolean;
  /** Whether it is about other accounts too, of which this run says nothing. */
  isWider: boolean;
  /** Those of the plan in the comment; none if approvals are not read. */
  approvals: readonly Approval[];
  /** Accounts whose key opens another inbox now than the one that it shows. Left out: not looked at. */
  moved?: ReadonlySet<string>;
}

export interface Collected {
  /** In search order, newest first. */
  found: FoundReview[];
  /** Reviews of the same accounts at another address: they count for nothing. */
  elsewhere: OwnReview[];
  /** Pull requests of this run whose only comments are spoiled. */
  spoiled: number[];
  /** How many commits of this run were not looked up. */
  commitsLeft: number;
}

export interface Search {
  github: GitHub;
  context: Pick<Context, 'commits' | 'owner' | 'repo'>;
  branch: string;
  isBehind?: boolean;
  target: Target;
  anyAccounts?: boolean;
  /** The keys that comments may be signed with. Without any, no comment can be verified. */
  keys: readonly string[];
  needsApproval: boolean;
  /** Whether the reviews found so far cover everything that is needed. */
  isEnough: (found: readonly FoundReview[]) => boolean;
}

const MOST_COMMITS = 100;
const MOST_MERGED = 30;

export async function collect(search: Search): Promise<Collected> {
  const { github, context, branch, isBehind = false, isEnough } = search;
  const asked = context.commits.slice(0, MOST_COMMITS);
  const seen = new Set<number>();
  const found: FoundReview[] = [];
  const elsewhere: OwnReview[] = [];
  const spoiled: number[] = [];
  const look = async (pull: PullRequest, isOfRun: boolean) => {
    if (pull.mergedAt === null || pull.baseRef !== branch || seen.has(pull.number)) return;
    seen.add(pull.number);
    const own = await reviewsIn(search, pull, isOfRun);
    found.push(...own.here);
    elsewhere.push(...own.elsewhere);
    if (isOfRun && own.isSpoiled) spoiled.push(pull.number);
  };
  const pullsOf = onceFor((commit: string) => github.pullRequestsOf(commit));
  if (isBehind) {
    const ofRun = new Set<number>();
    for (const commit of asked) for (const { number } of await pullsOf(commit)) ofRun.add(number);
    for (const pullRequest of await github.mergedInto(branch, MOST_MERGED)) {
      if (ofRun.has(pullRequest.number)) break;
      await look(pullRequest, false);
    }
  }
  for (const commit of asked) {
    for (const pullRequest of await pullsOf(commit)) await look(pullRequest, true);
  }
  if (!isEnough(found)) {
    for (const pullRequest of await github.mergedInto(branch, MOST_MERGED)) {
      await look(pullRequest, false);
      if (isEnough(found)) break;
    }
  }
  return { found, elsewhere, spoiled, commitsLeft: context.commits.length - asked.length };
}

async function reviewsIn(
  search: Search,
  pull: PullRequest,
  isOfRun: boolean,
): Promise<OwnReviews & { here: FoundReview[] }> {
  const { github, context, target, anyAccounts = false, keys } = search;
  if (keys.length === 0) return { here: [], elsewhere: [], isSpoiled: false };
  const about = { target, anyAccounts, repository: `${context.owner}/${context.repo}`, pullRequest: pull.number };
  const { here: reviews, ...others } = await ownReviews(github, about, keys);
  // If two runs planned at once, an older comment may be left over: only the newest counts.
  const ours = reviews.filter(({ signature }) => signature === 'ours');
  const newest = new Map(ours.map((one) => [JSON.stringify(one.review.target), one]));
  const counting = reviews.filter((one) => !ours.includes(one) || [...newest.values()].includes(one));
  const approvals = ours.length > 0 && search.needsApproval ? await github.approvals(pull) : [];
  return {
    here: counting.map((one) => ({
      ...one,
      isOfRun,
      isWider: !isDeepStrictEqual(one.review.target, target),
      approvals: approvalsOf(one, approvals),
    })),
    ...others,
  };
}
