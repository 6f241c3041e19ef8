import type { GitHubConnection } from './connection.ts';
import { type GitHub, GitHubError } from './port.ts';

/** The operation on runs of workflows. */
export function workflowRuns({ ask, repository }: GitHubConnection) {
  return {
    async workflowRun(id) {
      try {
        const query = { ...repository, run_id: id };
        const { data } = await ask('actions: read', ({ rest }) => rest.actions.getWorkflowRun(query));
        return {
          repository: data.repository.full_name,
          // The types say that it is always there, but a fork may have been deleted.
          headRepository: data.head_repository?.full_name ?? null,
          headBranch: data.head_branch,
          event: data.event,
          url: data.html_url,
        };
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return null;
        throw error;
      }
    },
  } satisfies Partial<GitHub>;
}
