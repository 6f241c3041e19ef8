/** The operations on commits. */
import type { GitHubConnection } from './connection.ts';
import { type GitHub, onGitHubError } from './port.ts';

const READ = 'contents: read';
/** GitHub lists no more files of a comparison. */
const MOST_FILES = 300;

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
    async filesBetween(from, to) {
      const { data } = await compare(from, to);
      const { files = [], status } = data;
      // From another history it does not say what differs.
      if (status !== 'ahead' || files.length >= MOST_FILES) return null;
      return files.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]);
    },
    async isInHistory(commit, of) {
      const answer = await compare(commit, of).catch(onGitHubError(() => null, 404));
      return answer !== null && ['ahead', 'identical'].includes(answer.data.status);
    },
  } satisfies Partial<GitHub>;
}
