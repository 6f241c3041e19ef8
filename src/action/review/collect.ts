/**
 * The reviews of this target: comments of ours on merged pull requests. First those of the pushed commits; then, while a
 * needed change is not among them, those merged before, since GitHub drops waiting runs and the next run has their changes.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Review, readMarker, type Target } from '../comment/marker.ts';
import type { Context } from '../context.ts';
import type { Comment, GitHub, PullRequest } from '../github/port.ts';

/** A comment about this target by the account of the token. */
export interface FoundReview {
  pullRequest: number;
  comment: Comment;
  review: Review;
  /** Only what is `ours` counts as a review. */
  signature: 'ours' | 'other-key' | 'edited';
  /** Whether a commit of this run belongs to the pull request. */
  isOfRun: boolean;
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
  /** Whether what was found is all that is needed. */
  isEnough: (found: readonly FoundReview[]) => boolean;
}

/** Commits of a push that are asked about. */
const MOST_COMMITS = 100;
/** Pull requests merged before that are looked at. */
const MOST_MERGED = 30;

export async function collect(search: Search): Promise<Collected> {
  const { github, context, branch, isEnough } = search;
  const asked = context.commits.slice(0, MOST_COMMITS);
  const seen = new Set<number>();
  const found: FoundReview[] = [];
  const look = async ({ number, mergedAt, baseRef }: PullRequest, isOfRun: boolean) => {
    if (mergedAt === null || baseRef !== branch || seen.has(number)) return;
    seen.add(number);
    found.push(...(await commentsOf(search, number, isOfRun)));
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

async function commentsOf(
  { github, context: { owner, repo }, target, key }: Search,
  pullRequest: number,
  isOfRun: boolean,
): Promise<FoundReview[]> {
  if (key === null) return [];
  const viewer = await github.viewer();
  const found: FoundReview[] = [];
  for (const comment of await github.comments(pullRequest)) {
    // Anybody may copy a line; only what this account wrote, about this very pull request, is looked at.
    if (comment.author !== viewer) continue;
    const read = readMarker(comment.body, key);
    if (read === null || !isDeepStrictEqual(read.review.target, target)) continue;
    if (read.review.pullRequest !== pullRequest || !isSame(read.review.repository, `${owner}/${repo}`)) continue;
    found.push({ pullRequest, comment, ...read, isOfRun });
  }
  return found;
}

/** GitHub's names are the same in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
