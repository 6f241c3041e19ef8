/** Whether a run is of the newest commit of the default branch, as far as the project reads it. */
import { NOTHING_DONE } from '../diagnostics/action.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { say } from '../diagnostics/message.ts';
import { type GitHubError, onGitHubError } from './github/errors.ts';
import type { Job, JobFailure } from './mode.ts';
import { gitHubFailure } from './review/failures.ts';

/** `isBehind`: there are newer commits, which change nothing that the project reads. */
export type Newest =
  | { kind: 'yes'; isBehind: boolean }
  | { kind: 'no'; notice: Diagnostic }
  | { kind: 'unknown'; failure: JobFailure };

/** Asks GitHub rather than the event: the event of a re-run is as old as the first run. */
export async function newestOf(
  { github, context, targets }: Pick<Job, 'github' | 'context' | 'targets'>,
  mode: 'apply' | 'drift',
): Promise<Newest> {
  /** Reports whether what was merged since changes nothing that the project reads. In doubt it does. */
  const isSameProject = async (head: string): Promise<boolean> => {
    const files = await github.filesBetween(context.sha, head).catch(onGitHubError(() => null));
    return files?.some(targets.isRead) === false;
  };
  const failed = (error: GitHubError) => gitHubFailure(error, say`the head of the default branch`, NOTHING_DONE[mode]);
  const head = await github.defaultHead().catch(onGitHubError(failed));
  if ('reason' in head) return { kind: 'unknown', failure: head };
  const { branch, sha } = head;
  const isOfBranch = context.ref === `refs/heads/${branch}`;
  if (isOfBranch && sha === context.sha) return { kind: 'yes', isBehind: false };
  if (isOfBranch && (await isSameProject(sha))) return { kind: 'yes', isBehind: true };
  const args = { mode, commit: context.sha, branch, head: sha };
  return { kind: 'no', notice: { code: 'superseded', args, severity: 'warning' } };
}
