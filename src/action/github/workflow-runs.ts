import type { GitHubConnection } from './connection.ts';
import { type GitHub, onGitHubError } from './port.ts';

/** The operation on runs of workflows. */
export function workflowRuns({ ask, repository }: GitHubConnection) {
  return {
    async workflowRun(id) {
      const query = { ...repository, run_id: id };
      const asked = ask('actions: read', ({ rest }) => rest.actions.getWorkflowRun(query));
      const answer = await asked.catch(onGitHubError(() => null, 404));
      if (answer === null) return null;
      const { data } = answer;
      return {
        repository: data.repository.full_name,
        // The types say that it is always there, but a fork may have been deleted.
        headRepository: data.head_repository?.full_name ?? null,
        headBranch: data.head_branch,
        headSha: data.head_sha,
        event: data.event,
        // A path may be followed by `@` and a ref.
        workflow: data.path.replace(/@.*/, ''),
      };
    },
  } satisfies Partial<GitHub>;
}
