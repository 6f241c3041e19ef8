/** GitHub's API on loopback for one repository: what the action asks, what it may find there, and what may go wrong. */
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../src/sandbox/loopback.ts';
import { type FaultKind, type FaultOptions, Faults } from './faults.ts';
import type { Permissions } from './permissions.ts';
import {
  type CommentState,
  type IssueState,
  type MergeMethod,
  type PullState,
  Repository,
  type ReviewState,
  type User,
  type WorkflowRunState,
} from './repository.ts';
import { type LoggedRequest, routes } from './routes.ts';

/** The token of a job, and the account that it acts as. */
export const BOT_TOKEN = 'ghs_bot';
export const BOT = 'github-actions[bot]';
/** The token of a person. */
export const ALICE_TOKEN = 'ghp_alice';
export const ALICE = 'alice';

const USERS: Record<string, User> = {
  [BOT_TOKEN]: { login: BOT, kind: 'installation' },
  [ALICE_TOKEN]: { login: ALICE, kind: 'user' },
  ghs_app: { login: 'some-app[bot]', kind: 'installation' },
};

/** Texts by path; null removes the file. */
export type Files = Readonly<Record<string, string | null>>;

export interface FakeGitHubOptions {
  /** example-org/inbox unless given. */
  repository?: string;
  /** main unless given. */
  defaultBranch?: string;
  /** What the default branch begins with. */
  files?: Readonly<Record<string, string>>;
  /** More users, by token. */
  users?: Readonly<Record<string, User>>;
  /** Of the tokens of apps; all of them are write unless given. */
  permissions?: Partial<Permissions>;
  /** The API below /api/v3, as on an Enterprise server. */
  enterprise?: boolean;
}

export interface NewPullRequest {
  title?: string;
  body?: string;
  /** ALICE unless given. */
  author?: string;
  /** What its one commit changes, or what each of its commits does; a file of the number's name unless given. */
  files?: Files;
  commits?: readonly Files[];
  /** The branch; `pull-N` unless given. */
  head?: string;
  /** The default branch unless given. */
  base?: string;
  /** owner/name of the fork that it comes from. */
  fork?: string;
}

export interface FakeGitHub {
  /** As in GITHUB_API_URL, GITHUB_GRAPHQL_URL. */
  apiUrl: string;
  graphqlUrl: string;
  /** owner/name */
  repository: string;
  defaultBranch: string;
  /** All that it knows, to look at or to change past the API. */
  state: Repository;
  requests: readonly LoggedRequest[];
  addPullRequest(pull?: NewPullRequest): PullState;
  /** The commit that GitHub checks out for a pull request: its head merged into its base. */
  testMerge(pull: PullState): string;
  /** Gives the new head. */
  push(branch: string, files: Files, message?: string): string;
  /** Gives the new commits of the base branch, the oldest first. */
  merge(number: number, method?: MergeMethod): string[];
  close(number: number): void;
  addComment(number: number, author: string, body: string): CommentState;
  /** The oldest first. */
  comments(number: number): readonly CommentState[];
  /** Of the head of the pull request, unless another commit is given. */
  review(number: number, author: string, state?: ReviewState['state'], commit?: string | null): ReviewState;
  addIssue(author: string, title: string, body: string): IssueState;
  /** A run of a workflow: of a push to the default branch unless given otherwise. */
  addRun(id: number, run?: Partial<WorkflowRunState>): void;
  /** Without pull requests, the oldest first. */
  issues(): readonly IssueState[];
  /** The sha of a branch; null where there is none. */
  head(branch: string): string | null;
  /** The texts of a branch by path. */
  files(branch: string): Record<string, string>;
  /** Changes what tokens of apps may do from now on. */
  permit(permissions: Partial<Permissions>): void;
  /** Spoils the next requests that fit. */
  fault(kind: FaultKind, options?: FaultOptions): void;
}

/** Starts it; it ends with the test. */
export async function fakeGitHub(options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  const { repository = 'example-org/inbox', defaultBranch = 'main', files = { 'README.md': 'An inbox.\n' } } = options;
  const state = new Repository(repository, defaultBranch, files);
  const users = new Map(Object.entries({ ...USERS, ...options.users }));
  const permissions: Permissions = {
    actions: 'write',
    contents: 'write',
    issues: 'write',
    pull_requests: 'write',
    ...options.permissions,
  };
  const requests: LoggedRequest[] = [];
  const faults = new Faults();
  const base = options.enterprise === true ? '/api/v3' : '';
  const app = routes({ repository: state, users, permissions, faults, requests }, base);
  const { origin, close } = await listenOnLoopback(getRequestListener(app.fetch, { overrideGlobalObjects: false }), 0);
  onTestFinished(close);
  const push: FakeGitHub['push'] = (branch, changed, message = 'A change') => {
    const head = state.git.head(branch);
    const { sha } = state.git.write(head ?? state.git.head(defaultBranch), changed, message);
    if (head === null) state.git.addBranch(branch, sha);
    else state.git.moveBranch(branch, sha, false);
    state.moved(branch);
    return sha;
  };
  return {
    apiUrl: `${origin}${base}`,
    graphqlUrl: `${origin}${options.enterprise === true ? '/api' : ''}/graphql`,
    repository,
    defaultBranch,
    state,
    requests,
    push,
    addPullRequest: (pull) => addPullRequest(state, pull ?? {}),
    testMerge: (pull) => testMerge(state, pull),
    merge: (number, method = 'squash') => state.merge(number, method),
    close: (number) => void state.edit(number, { state: 'closed' }),
    addComment: (number, author, body) => state.addComment(number, author, body),
    comments: (number) => state.comments.filter((comment) => comment.number === number),
    review: (number, author, what = 'APPROVED', commit) => state.addReview(number, author, what, commit),
    addIssue: (author, title, body) => state.addIssue(author, title, body),
    addRun: (id, run = {}) =>
      void state.runs.set(id, {
        repository,
        headRepository: repository,
        headBranch: defaultBranch,
        headSha: state.git.head(defaultBranch) ?? '',
        event: 'push',
        path: '.github/workflows/apply.yml',
        ...run,
      }),
    issues: () => [...state.issues.values()].filter((issue) => !('head' in issue)),
    head: (branch) => state.git.head(branch),
    files: (branch) => {
      const sha = state.git.head(branch);
      if (sha === null) throw new Error(`There is no branch ${branch}`);
      return state.git.files(sha);
    },
    permit: (more) => void Object.assign(permissions, more),
    fault: (kind, more = {}) => faults.add(kind, more),
  };
}

function testMerge({ git }: Repository, { number, base, head }: PullState): string {
  const onto = git.head(base.ref) ?? base.sha;
  const known = new Set(git.history(onto));
  const fork = git.history(head.sha).find((sha) => known.has(sha)) ?? onto;
  const [before, after] = [git.tree(fork), git.tree(head.sha)];
  const files = [...new Set([...before.keys(), ...after.keys()])];
  const changed = files.filter((file) => before.get(file)?.sha !== after.get(file)?.sha);
  const entries = changed.map((file) => {
    return { path: file, mode: after.get(file)?.mode ?? '100644', sha: after.get(file)?.sha ?? null };
  });
  const message = `Merge ${head.sha} into ${onto} (#${number})`;
  return git.addCommit(message, git.addTree(onto, entries), [onto, head.sha]).sha;
}

function addPullRequest(state: Repository, pull: NewPullRequest): PullState {
  const number = state.issues.size + 1;
  const { title = `Change ${number}`, body = '', author = ALICE, base = state.defaultBranch, fork } = pull;
  const { head = `pull-${number}` } = pull;
  const commits = pull.commits ?? [pull.files ?? { [`change-${number}.md`]: `${title}\n` }];
  let sha = state.git.head(head) ?? state.git.head(base);
  for (const files of commits) sha = state.git.write(sha, files, title).sha;
  if (sha === null) throw new Error(`There is no branch ${base}`);
  // The branch of a fork is not one of this repository.
  if (fork === undefined) {
    if (state.git.head(head) === null) state.git.addBranch(head, sha);
    else state.git.moveBranch(head, sha, false);
  }
  return state.addPull(author, title, body, { ref: head, sha, repository: fork ?? state.fullName }, base);
}
