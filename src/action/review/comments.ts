/** Says in the comments of a run what became of what they show, and uses up the reviews whose changes were made. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { say } from '../../diagnostics/message.ts';
import { type Review, usedUpLine } from '../comment/marker.ts';
import { changedAt } from '../comment/own-reviews.ts';
import { GitHubError } from '../github/port.ts';
import type { Job } from '../mode.ts';
import type { FoundReview } from './collect.ts';
import type { ReviewedChanges } from './decide.ts';
import { pullName } from './names.ts';
import type { Outcomes } from './outcomes.ts';
import { type PostedResult, withResult } from './result.ts';
import { statusOf } from './status.ts';

/** What a line that somebody else may have written says of its changes. */
const NOTHING_SURE: ReviewedChanges = { digest: '', changes: null };

const STILL_COUNTS = ', so the review there still counts for what was made';

/** Gives a warning for each comment that could not be written, which does not fail the apply. */
export async function tellComments(
  { github, context, inputs, targets }: Pick<Job, 'github' | 'context' | 'inputs' | 'targets'>,
  found: readonly FoundReview[],
  outcomes: Outcomes,
  reason: PostedResult['reason'],
): Promise<Diagnostic[]> {
  const warnings: Diagnostic[] = [];
  for (const own of found) {
    const { pullRequest, comment, review, signature } = own;
    const status = statusOf(signature === 'ours' ? review : NOTHING_SURE, outcomes);
    const { reviewKey } = targets;
    const bodyWith = (what: Review): string => {
      if (signature !== 'ours' || reviewKey === null) return comment.body;
      return comment.body.replace(/^[^\r\n]*/, () => usedUpLine(what, status, reviewKey));
    };
    const isUsed = bodyWith(review) !== comment.body;
    // An edit of ours changes nothing of what was approved.
    const marked = isUsed || inputs.comment ? bodyWith({ ...review, changedAt: changedAt(own) }) : comment.body;
    const body = inputs.comment
      ? withResult(marked, { status, part: outcomes.part, signature, reason, run: context })
      : marked;
    try {
      if (body !== comment.body) await github.updateComment(comment.id, body);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      warnings.push({
        code: 'comment-not-written',
        args: {
          said: say`What became of the plan could not be written into the comment of ${pullName(pullRequest)}${isUsed ? STILL_COUNTS : ''}. ${error.told}`,
        },
        severity: 'warning',
      });
    }
  }
  return warnings;
}
