import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Io } from '../io.ts';

const repository = z.object({ full_name: z.string() });

/** Events that name two repositories: where the changes come from, and where they go. */
const pullRequest = z
  .object({ pull_request: z.object({ head: z.object({ repo: repository }), base: z.object({ repo: repository }) }) })
  .transform(({ pull_request: { head, base } }) => ({ from: head.repo, to: base.repo }));
const workflowRun = z
  .object({ workflow_run: z.object({ head_repository: repository, repository }) })
  .transform(({ workflow_run: { head_repository: from, repository: to } }) => ({ from, to }));

/** A comment on an issue. For one on a pull request, the event does not say which repository the changes come from. */
const issueComment = z.object({ issue: z.object({ pull_request: z.never().optional() }) });

/**
 * Whether this runs on GitHub Actions for a pull request from another repository, whose files may name any command. A workflow
 * that runs after one for such a pull request counts too, and so does an event that does not say where its changes come from.
 */
export function isForeign({ GITHUB_EVENT_NAME: event = '', GITHUB_EVENT_PATH: file = '' }: Io['env']): boolean {
  const isOfPullRequest = event.startsWith('pull_request');
  if (!isOfPullRequest && event !== 'workflow_run' && event !== 'issue_comment') return false;
  try {
    const payload: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (event === 'issue_comment') return !issueComment.safeParse(payload).success;
    const { from, to } = (isOfPullRequest ? pullRequest : workflowRun).parse(payload);
    return from.full_name !== to.full_name;
  } catch {
    return true;
  }
}
