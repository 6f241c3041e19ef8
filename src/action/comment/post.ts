/** Puts a plan on its pull request. That this fails does not fail the plan: it is said, and the summary has the plan. */
import { GitHubError } from '../github/port.ts';
import type { Job, Notice } from '../mode.ts';
import { markerLine, shortDigest, type Target } from './marker.ts';
import { commentOf, type PlanTexts } from './plan-texts.ts';
import { keepSticky, type StickyOutcome } from './sticky.ts';

const SAID: Record<StickyOutcome, string> = {
  created: 'The plan is now a comment on the pull request.',
  edited: 'The comment on the pull request now shows this plan.',
  unchanged: 'The comment on the pull request shows this plan already.',
  none: 'There are no changes, and no comment that would have to say so.',
  closed: 'The pull request is merged or closed: its comment stays as it is.',
  newer: 'The comment on the pull request shows the plan of a newer commit: it stays as it is.',
};

/** Takes the plan, and whether it is worth a comment even without changes; gives what there is to say of a failure. */
export async function postPlan(
  { context, github, inputs, log, targets }: Job,
  texts: PlanTexts,
  { target, isWorthOne }: { target: Target; isWorthOne: boolean },
): Promise<Notice[]> {
  const { pullRequest, owner, repo } = context;
  const key = targets.reviewKey;
  // Without any key nothing was read, and nobody could tell a comment from a forged one.
  if (!inputs.comment || pullRequest === null || key === null || targets.connections.size === 0) return [];
  const { digest, changes } = texts.plan;
  const about = {
    target,
    repository: `${owner}/${repo}`,
    pullRequest: pullRequest.number,
    headSha: pullRequest.headSha,
  };
  const marker = markerLine({ ...about, digest, changes: changes.map((change) => shortDigest(change.digest)) }, key);
  const body = commentOf(texts, marker);
  try {
    log(SAID[await keepSticky({ github, about, body, key, isWorthOne: isWorthOne || changes.length > 0 })]);
    return [];
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return [{ code: 'comment-failed', severity: 'warning', message: messageOf(error) }];
  }
}

function messageOf({ permission, told }: GitHubError): string {
  const retry = permission === null ? `${told.replace(/(?<![.!?])$/, '.')} Run the job again to try again.` : told;
  return `The plan could not be put on the pull request, so apply does not take it as reviewed; the job summary shows it. ${retry}`;
}
