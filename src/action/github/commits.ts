/** The operations on commits, and on runs of workflows. */
import type { GitHubConnection } from './connection.ts';
import { onGitHubError } from './errors.ts';

const READ = 'contents: read';
/** GitHub lists no more files of a comparison. */
const MOST_FILES = 300;

export type WorkflowRun = NonNullable<Awaited<ReturnType<ReturnType<typeof commits>['workflowRun']>>>;

export function commits({ ask, repository }: GitHubConnection) {
  const compare = (from: string, to: string) => {
    const query = { ...repository, basehead: `${from}...${to}`, per_page: 1 };
    return ask(READ, ({ rest }) => rest.repos.compareCommitsWithBasehead(query));
  };

  return {
    async defaultHead() {
      const { data } = await ask(READ, ({ rest }) => rest.repos.get({ ...repository }));
      const branch = data.default_branch;
      const query = { ...repository, ref: `heads/${branch}` };
      const head = await ask(READ, ({ rest }) => rest.git.getRef(query));
      return { branch, sha: head.data.object.sha };
    },
    /** The files that differ between two commits, by their paths from the root; null if GitHub does not list all of them. */
    async filesBetween(from: string, to: string) {
      const { data } = await compare(from, to);
      const { files = [], status } = data;
      // From another history it does not say what differs.
      if (status !== 'ahead' || files.length >= MOST_FILES) return null;
      return files.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]);
    },
    /** Whether a commit is the commit `of`, or one before it. */
    async isInHistory(commit: string, of: string) {
      const answer = await compare(commit, of).catch(onGitHubError(() => null, 404));
      return answer !== null && ['ahead', 'identical'].includes(answer.data.status);
    },
    /** A run of a workflow of this repository; null if there is none with this id. */
    async workflowRun(id: number) {
      const query = { ...repository, run_id: id };
      const asked = ask('actions: read', ({ rest }) => rest.actions.getWorkflowRun(query));
      const answer = await asked.catch(onGitHubError(() => null, 404));
      if (answer === null) return null;
      const { data } = answer;
      return {
        repository: data.repository.full_name,
        // The types say that it is always there, but a fork may have been deleted.
        headRepository: data.head_repository?.full_name ?? null,
        // Of a commit of no branch it is null; of a tag it is the name of the tag.
        headBranch: data.head_branch,
        headSha: data.head_sha,
        event: data.event,
        // A path may be followed by `@` and a ref.
        workflow: data.path.replace(/@.*/, ''),
      };
    },
  };
}
