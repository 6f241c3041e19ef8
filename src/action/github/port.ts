/** GitHub as the modes need it: a few operations, each complete (all pages, with retries). */
import { type GitHubProblem, gitHubParts } from '../../diagnostics/action.ts';
import type { Parts } from '../../diagnostics/message.ts';

export interface PullRequest {
  number: number;
  state: 'open' | 'closed';
  /** ISO time; null if it is not merged. */
  mergedAt: string | null;
  baseRef: string;
  headSha: string;
  /** A login; null if the account is gone. */
  author: string | null;
}

/** An approval of a pull request. */
export interface Approval {
  by: string;
  /** The approved commit; null if it no longer exists. */
  commit: string | null;
  /** ISO time, by GitHub's clock. */
  at: string;
}

export interface Comment {
  id: number;
  /** The login of the author, as the API reports it; null if the account is gone. */
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

/** A run of a workflow. */
export interface WorkflowRun {
  /** owner/name */
  repository: string;
  /** Where its commit is from; null if that is gone. */
  headRepository: string | null;
  /** null for a commit of no branch. For a run of a tag it is the name of the tag. */
  headBranch: string | null;
  headSha: string;
  event: string;
  /** The path of its workflow, such as `.github/workflows/inboxctl.yml`. */
  workflow: string;
}

export interface GitHub {
  /** The login of the account that the token belongs to, as comments show it (such as `github-actions[bot]`). */
  viewer: () => Promise<string>;
  pullRequest: (number: number) => Promise<PullRequest>;
  /** The pull requests that a commit belongs to; squash, rebase and merge commits belong to theirs too. */
  pullRequestsOf: (sha: string) => Promise<PullRequest[]>;
  /** The pull requests merged last into a branch, newest first. */
  mergedInto: (branch: string, most: number) => Promise<PullRequest[]>;
  /** The approvals that stand, by people who may push and are not the author. */
  approvals: (pull: Pick<PullRequest, 'number' | 'author'>) => Promise<Approval[]>;
  /** All comments of an issue or pull request, oldest first. */
  comments: (number: number) => Promise<Comment[]>;
  /** The comments of all issues and pull requests that were edited last, with the number of what they are on; one page. */
  newestComments: () => Promise<(Comment & { on: number })[]>;
  createComment: (number: number, body: string) => Promise<Comment>;
  updateComment: (id: number, body: string) => Promise<void>;
  /** The current default branch and its head. */
  defaultHead: () => Promise<{ branch: string; sha: string }>;
  /** The files that differ between two commits, by their paths from the root; null if GitHub does not list all of them. */
  filesBetween: (from: string, to: string) => Promise<string[] | null>;
  /** Whether a commit is the commit `of`, or one before it. */
  isInHistory: (commit: string, of: string) => Promise<boolean>;
  /** The issues (not pull requests) that an account opened, open or closed, newest first. */
  issuesOf: (login: string) => Promise<Issue[]>;
  createIssue: (title: string, body: string) => Promise<Issue>;
  updateIssue: (number: number, change: { title?: string; body?: string; state?: Issue['state'] }) => Promise<void>;
  /** A run of a workflow of this repository; null if there is none with this id. */
  workflowRun: (id: number) => Promise<WorkflowRun | null>;
}

/** An error answer of GitHub, or a missing answer. */
export class GitHubError extends Error {
  /** null if there was no answer. */
  readonly status: number | null;
  /** The permission that the token lacks, such as `pull-requests: write`; null if that is not the problem. */
  readonly permission: string | null;

  constructor(message: string, facts: { status: number | null; permission: string | null }) {
    super(message);
    this.status = facts.status;
    this.permission = facts.permission;
  }

  get problem(): GitHubProblem {
    return { message: this.message, permission: this.permission };
  }

  /** The message of GitHub, and the permission that the token lacks. */
  get explanation(): Parts {
    return gitHubParts(this.problem);
  }

  /** The reason that a job fails with. */
  get reason(): 'unauthorized' | 'unreachable' {
    return this.status === 401 || this.status === 403 ? 'unauthorized' : 'unreachable';
  }
}

/** For `catch`: handles an error of GitHub, with `statuses` only one of those, and throws any other. */
export function onGitHubError<Value>(handle: (error: GitHubError) => Value, ...statuses: readonly number[]) {
  return (error: unknown): Value => {
    if (!(error instanceof GitHubError)) throw error;
    if (statuses.length > 0 && !statuses.includes(error.status ?? 0)) throw error;
    return handle(error);
  };
}
