import { type Approval, authorOf, isOfApp, type PullRequest, pullRequestOf } from './answers.ts';
import type { GitHubConnection } from './connection.ts';
import { onGitHubError } from './errors.ts';

const READ = 'pull-requests: read';
const PAGE = { per_page: 100 };

/** The operations on pull requests. */
export function pullRequests(connection: GitHubConnection) {
  const { ask, repository } = connection;

  return {
    async pullRequest(number: number) {
      const { data } = await ask(READ, ({ rest }) => rest.pulls.get({ ...repository, pull_number: number }));
      return pullRequestOf(data);
    },
    /** The pull requests that a commit belongs to; squash, rebase and merge commits belong to theirs too. */
    async pullRequestsOf(sha: string) {
      const query = { ...repository, commit_sha: sha, ...PAGE };
      const asked = ask(READ, (octokit) =>
        octokit.paginate(octokit.rest.repos.listPullRequestsAssociatedWithCommit, query),
      );
      // 422: GitHub does not have this commit (any more), so it belongs to no pull request.
      return (await asked.catch(onGitHubError(() => [], 422))).map(pullRequestOf);
    },
    approvals: (pull: Pick<PullRequest, 'number' | 'author'>) => approvals(connection, pull),
    mergedInto: (branch: string, most: number) => mergedInto(connection, branch, most),
  };
}

/**
 * The pull requests merged last into a branch, newest first. GitHub sorts by the last update alone, which is never
 * earlier: pages are read until `most` pull requests were merged after the last update of anything still unread.
 */
async function mergedInto({ ask, repository }: GitHubConnection, branch: string, most: number): Promise<PullRequest[]> {
  const query = { ...repository, state: 'closed', base: branch, sort: 'updated', direction: 'desc', ...PAGE } as const;
  return ask(READ, async (octokit) => {
    let merged: PullRequest[] = [];
    for await (const { data } of octokit.paginate.iterator(octokit.rest.pulls.list, query)) {
      merged.push(...data.map(pullRequestOf).filter(({ mergedAt }) => mergedAt !== null));
      merged = merged.sort(byMerge).slice(0, most);
      const updated = data.at(-1)?.updated_at ?? '';
      if (merged.length === most && (merged.at(-1)?.mergedAt ?? '') >= updated) break;
    }
    return merged;
  });
}

function byMerge(one: PullRequest, other: PullRequest): number {
  const [a, b] = [one.mergedAt ?? '', other.mergedAt ?? ''];
  return a < b ? 1 : a > b ? -1 : other.number - one.number;
}

/** States of reviews that do not replace the earlier verdict of their author. */
const WORDS_ONLY: ReadonlySet<string> = new Set(['COMMENTED', 'PENDING']);

const MAY_PUSH: ReadonlySet<string> = new Set(['admin', 'write']);

/** The approvals that stand. Not of the author, of apps (such as the branch's own workflows), or of people who may not push: anybody can approve. */
async function approvals(
  { ask, repository }: GitHubConnection,
  { number, author }: Pick<PullRequest, 'number' | 'author'>,
): Promise<Approval[]> {
  const query = { ...repository, pull_number: number, ...PAGE };
  const reviews = await ask(READ, (octokit) => octokit.paginate(octokit.rest.pulls.listReviews, query));
  const last = new Map<string, Approval | null>();
  for (const { user, state, commit_id: commit, submitted_at: at } of reviews) {
    const by = authorOf(user);
    if (by === null || by === author || isOfApp(by) || WORDS_ONLY.has(state)) continue;
    last.set(by, state === 'APPROVED' && at !== undefined ? { by, commit, at } : null);
  }
  const mayPush = async (username: string): Promise<boolean> => {
    const query = { ...repository, username };
    const asked = ask('metadata: read', ({ rest }) => rest.repos.getCollaboratorPermissionLevel(query));
    const answer = await asked.catch(onGitHubError(() => null, 404));
    return answer !== null && MAY_PUSH.has(answer.data.permission);
  };
  const standing: Approval[] = [];
  for (const approval of last.values()) {
    if (approval !== null && (await mayPush(approval.by))) standing.push(approval);
  }
  return standing;
}
