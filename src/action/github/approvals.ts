/** The approvals of a pull request that stand. */
import { authorOf, isOfApp } from './answers.ts';
import type { GitHubConnection } from './connection.ts';
import { type Approval, GitHubError, type PullRequest } from './port.ts';

/** Reviews that leave what their author said before as it is. */
const WORDS_ONLY: ReadonlySet<string> = new Set(['COMMENTED', 'PENDING']);

const MAY_PUSH: ReadonlySet<string> = new Set(['admin', 'write']);

/**
 * The last word of each reviewer counts. Not that of the author, of an app, such as a workflow of the branch itself, or of
 * somebody who may not push: in a public repository everybody can approve.
 */
export async function approvals(
  { ask, repository }: GitHubConnection,
  { number, author }: Pick<PullRequest, 'number' | 'author'>,
): Promise<Approval[]> {
  const query = { ...repository, pull_number: number, per_page: 100 };
  const reviews = await ask('pull-requests: read', (octokit) =>
    octokit.paginate(octokit.rest.pulls.listReviews, query),
  );
  const last = new Map<string, Approval | null>();
  for (const { user, state, commit_id: commit, submitted_at: at } of reviews) {
    const by = authorOf(user);
    if (by === null || by === author || isOfApp(by) || WORDS_ONLY.has(state)) continue;
    last.set(by, state === 'APPROVED' && at !== undefined ? { by, commit, at } : null);
  }
  const mayPush = async (username: string): Promise<boolean> => {
    try {
      const asked = { ...repository, username };
      const { data } = await ask('metadata: read', ({ rest }) => rest.repos.getCollaboratorPermissionLevel(asked));
      return MAY_PUSH.has(data.permission);
    } catch (error) {
      if (error instanceof GitHubError && error.status === 404) return false;
      throw error;
    }
  };
  const standing: Approval[] = [];
  for (const approval of last.values()) {
    if (approval !== null && (await mayPush(approval.by))) standing.push(approval);
  }
  return standing;
}
