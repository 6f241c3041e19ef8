/** Whether a run is of the newest commit of the default branch, as far as the project reads it. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Parts, say } from '../diagnostics/message.ts';
import { type GitHubError, onGitHubError } from './github/port.ts';
import type { Job, JobFailure } from './mode.ts';
import { gitHubFailure } from './review/failures.ts';

/** `isBehind`: there are newer commits, which change nothing that the project reads. */
export type Newest =
  | { kind: 'yes'; isBehind: boolean }
  | { kind: 'no'; notice: Diagnostic }
  | { kind: 'unknown'; failure: JobFailure };

/**
 * Asks GitHub rather than the event: the event of a re-run is as old as the first run. `code`: what to say if it is not.
 * `nothing`: what became of the run if GitHub does not answer.
 */
export async function newestOf(
  { github, context, targets }: Pick<Job, 'github' | 'context' | 'targets'>,
  code: 'superseded' | 'drift-superseded',
  nothing: Parts,
): Promise<Newest> {
  /** Reports whether what was merged since changes nothing that the project reads. In doubt it does. */
  const isSameProject = async (head: string): Promise<boolean> => {
    const files = await github.filesBetween(context.sha, head).catch(onGitHubError(() => null));
    return files?.some(targets.isRead) === false;
  };
  const failed = (error: GitHubError) => gitHubFailure(error, say`the head of the default branch`, nothing);
  const head = await github.defaultHead().catch(onGitHubError(failed));
  if ('reason' in head) return { kind: 'unknown', failure: head };
  const { branch, sha } = head;
  const isOfBranch = context.ref === `refs/heads/${branch}`;
  if (isOfBranch && sha === context.sha) return { kind: 'yes', isBehind: false };
  if (isOfBranch && (await isSameProject(sha))) return { kind: 'yes', isBehind: true };
  const args = { commit: context.sha, branch, head: sha };
  return { kind: 'no', notice: { code, args, severity: 'warning' } };
}
