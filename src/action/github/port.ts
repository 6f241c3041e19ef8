/** GitHub as the modes need it: few operations, each of them whole (all pages, retried where that may help). */
import { type Parts, say, sentence, theirs } from '../../diagnostics/message.ts';

export interface PullRequest {
  number: number;
  title: string;
  state: 'open' | 'closed';
  /** ISO time; null where it is not merged. */
  mergedAt: string | null;
  /** The branch that it goes, or went, into. */
  baseRef: string;
  headSha: string;
  /** A login; null: the account is gone. */
  author: string | null;
}

/** That somebody approved a pull request. */
export interface Approval {
  by: string;
  /** The commit that was looked at; null: git does not have it any more. */
  commit: string | null;
  /** ISO time, by GitHub's clock. */
  at: string;
}

export interface Comment {
  id: number;
  /** The login of who wrote it, as the API says; null: the account is gone. */
  author: string | null;
  body: string;
  url: string;
  /** ISO time of the last edit, by GitHub's clock. */
  updatedAt: string;
}

export interface Issue {
  number: number;
  author: string | null;
  title: string;
  body: string;
  state: 'open' | 'closed';
  url: string;
}

/** A file of a commit: its path from the root of the repository; null: it is removed. */
export interface FileChange {
  path: string;
  text: string | null;
}

export interface GitHub {
  /** The login of the account that the token belongs to, as comments show it (such as `github-actions[bot]`). */
  viewer: () => Promise<string>;
  pullRequest: (number: number) => Promise<PullRequest>;
  /** Those that a commit belongs to (squash, rebase and merge commits too). */
  pullRequestsOf: (sha: string) => Promise<PullRequest[]>;
  /** The last ones merged into a branch, newest merge first. */
  mergedInto: (branch: string, most: number) => Promise<PullRequest[]>;
  /** Those that stand, of people who may push and are not its author. */
  approvals: (pull: Pick<PullRequest, 'number' | 'author'>) => Promise<Approval[]>;
  /** All comments of an issue or pull request, oldest first. */
  comments: (number: number) => Promise<Comment[]>;
  createComment: (number: number, body: string) => Promise<Comment>;
  updateComment: (id: number, body: string) => Promise<void>;
  /** The default branch as it is now, and the commit that it is at. */
  defaultHead: () => Promise<{ branch: string; sha: string }>;
  /** The text of a file of the repository; null where it is not there. `path` from the root. */
  fileAt: (path: string, ref: string) => Promise<string | null>;
  /** What git calls each file of a commit, by its path from the root; null where there are too many for GitHub. */
  treeAt: (commit: string) => Promise<ReadonlyMap<string, string> | null>;
  /** Issues (no pull requests) that this account opened, whatever their state, newest first. */
  issuesOf: (login: string) => Promise<Issue[]>;
  createIssue: (title: string, body: string) => Promise<Issue>;
  updateIssue: (number: number, change: { title?: string; body?: string; state?: Issue['state'] }) => Promise<void>;
  /** Open pull requests from a branch of this repository. */
  openPullRequestsFrom: (branch: string) => Promise<(PullRequest & { body: string; url: string })[]>;
  createPullRequest: (request: {
    title: string;
    body: string;
    head: string;
    base: string;
  }) => Promise<{ number: number; url: string }>;
  updatePullRequest: (
    number: number,
    change: { title?: string; body?: string; state?: PullRequest['state'] },
  ) => Promise<void>;
  /** The branches whose names begin so, and where they are. */
  branches: (prefix: string) => Promise<{ name: string; head: string }[]>;
  /** Whether a commit is as `commit` made it: nobody else's work is in it. */
  isOwn: (sha: string) => Promise<boolean>;
  /**
   * Makes one commit of files on top of `parent` and points the branch at it, which is moved from the commit `over`, or made
   * (null). Nothing is done where `over` has this content on this parent. Throws where the branch is elsewhere by then.
   */
  commit: (change: {
    branch: string;
    over: string | null;
    parent: string;
    message: string;
    files: readonly FileChange[];
  }) => Promise<void>;
  /** Deletes it where it is still at this commit. */
  deleteBranch: (branch: string, head: string) => Promise<void>;
}

/** What GitHub answered, or that it did not. */
export class GitHubError extends Error {
  /** null: there was no answer. */
  readonly status: number | null;
  /** The permission that the token lacks, such as `pull-requests: write`; null where that is not what is wrong. */
  readonly permission: string | null;

  constructor(message: string, facts: { status: number | null; permission: string | null }) {
    super(message);
    this.status = facts.status;
    this.permission = facts.permission;
  }

  /** What GitHub said, and what the token lacks. */
  get told(): Parts {
    if (this.permission === null) return sentence(this.message);
    return say`${sentence(this.message)} The token lacks the permission \`${theirs(this.permission)}\`: give it to the job below \`permissions:\`.`;
  }

  /** What a job fails for because of it. */
  get reason(): 'unauthorized' | 'unreachable' {
    return this.status === 401 || this.status === 403 ? 'unauthorized' : 'unreachable';
  }
}
