/**
 * Shows a plan on its pull request, in one comment for each target. The comment is created once, then edited in place,
 * and left alone once the pull request is merged. A plan that nobody sees there cannot be merged as reviewed, so it fails the
 * job.
 */
import type { Plan } from '../../diagnostics/results.ts';
import { type Change, editsOf } from '../../model/plan.ts';
import { type Block, paragraph } from '../../report/document.ts';
import { line, link, messageLine } from '../../report/inline.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import { isSameText } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';
import { type GitHubError, onGitHubError } from '../github/errors.ts';
import type { Job, JobFailure } from '../mode.ts';
import { type Review, shortDigest } from './marker.ts';
import { changedAt, type OwnReview, ownReviews } from './own-reviews.ts';
import { commentBody } from './plan-texts.ts';
import { earlierPlan, shownOf, sinceBlocks } from './since.ts';
import { targetOf, titleOf } from './target.ts';

const SAID = {
  created: 'The plan is now a comment on the pull request.',
  edited: 'The comment on the pull request now shows this plan.',
  restored:
    'Somebody else changed the comment on the pull request. It now shows this plan, and no approval given before counts.',
  unchanged: 'The comment on the pull request shows this plan already.',
  none: 'There are no changes, and no comment that would have to say so.',
  closed: 'The pull request is merged or closed: its comment stays as it is.',
  newer: 'The comment on the pull request shows the plan of a newer commit: it stays as it is.',
};

type StickyOutcome = keyof typeof SAID;

/** `isWorthOne`: post the plan even if it has no changes. Returns a failure if GitHub refuses. */
export async function postPlan(
  { context, github, inputs, log, targets }: Job,
  plan: Pick<Plan, 'digest' | 'accounts' | 'changes'>,
  blocks: readonly Block[],
  isWorthOne: boolean,
): Promise<JobFailure | null> {
  const { pullRequest, owner, repo } = context;
  const { reviewKeys: keys } = targets;
  const [key] = keys;
  // Without a key nothing was read, and a comment could not be told from a forged one.
  if (!inputs.comment || pullRequest === null || key === undefined || targets.connections.size === 0) return null;
  // What is held is in the comment, and a merge does not carry it out.
  const changes = editsOf(plan.changes);
  const about = {
    target: targetOf(inputs),
    repository: `${owner}/${repo}`,
    pullRequest: pullRequest.number,
    headSha: pullRequest.headSha,
    inboxes: inboxesOf(plan, changes),
  };
  const shorts = changes.map((change) => shortDigest(change.digest));
  const next = { ...about, digest: plan.digest, changes: shorts, shown: shownOf({ changes }) };
  const bodyWith: Sticky['bodyWith'] = (more) =>
    commentBody({ ...next, ...more }, [...sinceBlocks(more.since, next), ...blocks], context, key);
  const sticky = { github, about: next, bodyWith, keys, isWorthOne: isWorthOne || plan.changes.length > 0 };
  const failed = ({ reason, problem: error }: GitHubError) => {
    return { reason, message: messageLine({ code: 'comment-failed', args: { error } }) };
  };
  const kept = await keepSticky(sticky).catch(onGitHubError(failed));
  if (typeof kept !== 'string') return kept;
  log(SAID[kept]);
  return null;
}

/** The inboxes that changes are for. */
function inboxesOf({ accounts }: Pick<Plan, 'accounts'>, changes: readonly Change[]): Review['inboxes'] {
  const changed = new Set(changes.map(({ account }) => account));
  return accounts.flatMap(({ name, baseUrl, inbox }) => {
    return inbox !== undefined && changed.has(name) ? [{ account: name, baseUrl, inbox }] : [];
  });
}

interface Sticky {
  github: Pick<GitHub, 'approvals' | 'viewer' | 'comments' | 'pullRequest' | 'createComment' | 'updateComment'>;
  about: Pick<Review, 'target' | 'repository' | 'pullRequest' | 'headSha' | 'digest' | 'inboxes'>;
  /** Makes the body, with the marker line and what that keeps of the previous plan. */
  bodyWith: (more: Pick<Review, 'changedAt' | 'since'> & Partial<Pick<Review, 'inboxes'>>) => string;
  keys: readonly string[];
  isWorthOne: boolean;
}

async function keepSticky(sticky: Sticky): Promise<StickyOutcome> {
  const { github, about, keys } = sticky;
  // Whatever key they were signed with: this account wrote them, and their plan is outdated.
  const { here: own } = await ownReviews(github, about, keys);
  const newest = own.at(-1);
  const outcome = await keepNewest(sticky, newest);
  if (outcome === 'created') {
    // Another run may have created one at the same time. Both runs look again, and keep the same one.
    return (await ownReviews(github, about, keys)).here.length > 1 ? keepSticky(sticky) : outcome;
  }
  if (newest !== undefined && outcome !== 'closed') {
    const newer = link(line`a newer comment`, newest.comment.url);
    const said = paragraph(line`This plan is superseded: ${newer} has the one that counts.`);
    const body = printMarkdown({ top: [titleOf(about.target), said], body: [], next: [] });
    for (const { comment } of own.slice(0, -1)) await github.updateComment(comment.id, body);
  }
  return outcome;
}

async function keepNewest(
  { github, about, bodyWith, isWorthOne }: Sticky,
  found: OwnReview | undefined,
): Promise<StickyOutcome> {
  if (found === undefined && !isWorthOne) return 'none';
  // Asks now rather than using the event: once the pull request is merged, the reviewed plan must stay.
  const { state, headSha, author } = await github.pullRequest(about.pullRequest);
  if (state === 'closed') return 'closed';
  if (found === undefined) {
    await github.createComment(about.pullRequest, bodyWith({}));
    return 'created';
  }
  if (found.review.headSha !== about.headSha && found.review.headSha === headSha) return 'newer';
  if (found.signature !== 'ours') {
    // Without a time: who approved before may have seen another text.
    await github.updateComment(found.comment.id, bodyWith({}));
    return found.signature === 'edited' ? 'restored' : 'edited';
  }
  const asked = github.approvals({ number: about.pullRequest, author });
  // Here approvals only affect the text of the comment. The apply reads them again and decides.
  const since = earlierPlan(found, about, await asked.catch(onGitHubError(() => [])));
  const isSame = found.review.digest === about.digest;
  const bodyAt = (changedAt: string | undefined) =>
    bodyWith({
      ...(changedAt !== undefined && isSame ? { changedAt } : {}),
      // Read at another time, they are the same.
      ...(isSame && found.review.inboxes !== null ? { inboxes: found.review.inboxes } : {}),
      ...(since === undefined ? {} : { since }),
    });
  if (isSameText(found.comment.body, bodyAt(found.review.changedAt))) return 'unchanged';
  // If the digests change, no time is written: it is the time of this edit, which GitHub knows.
  await github.updateComment(found.comment.id, bodyAt(changedAt(found)));
  return 'edited';
}
