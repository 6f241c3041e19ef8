import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Io } from '../io.ts';

const repository = z.object({ full_name: z.string() });

/** Of each event the repositories that changes come from and go to. */
const pullRequest = z
  .object({ pull_request: z.object({ head: z.object({ repo: repository }), base: z.object({ repo: repository }) }) })
  .transform(({ pull_request: { head, base } }) => ({ from: head.repo, to: base.repo }));
const workflowRun = z
  .object({ workflow_run: z.object({ head_repository: repository, repository }) })
  .transform(({ workflow_run: { head_repository: from, repository: to } }) => ({ from, to }));

/** A comment on a pull request does not say which repository that comes from. */
const issueComment = z.object({ issue: z.object({ pull_request: z.never().optional() }) });

/**
 * Whether this runs on GitHub Actions for a pull request from another repository, or after a workflow for one: its files may
 * name any command. An event that does not say where it comes from counts as one.
 */
export function isForeign({ GITHUB_EVENT_NAME: event = '', GITHUB_EVENT_PATH: file = '' }: Io['env']): boolean {
  const isOfPullRequest = event.startsWith('pull_request');
  if (!isOfPullRequest && event !== 'workflow_run' && event !== 'issue_comment') return false;
  try {
    const told: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (event === 'issue_comment') return !issueComment.safeParse(told).success;
    const { from, to } = (isOfPullRequest ? pullRequest : workflowRun).parse(told);
    return from.full_name !== to.full_name;
  } catch {
    return true;
  }
}
