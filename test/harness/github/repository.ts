/** The state of a repository on GitHub and what may happen to it; knows nothing of HTTP. */
import { Git } from './git.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

export interface User {
  login: string;
  /** An app's token acts as its bot; it has permissions, and no GET /user. */
  kind: 'user' | 'installation';
}

export interface CommentState {
  id: number;
  /** Of the issue or pull request. */
  number: number;
  /** null: the account is gone. */
  author: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export interface IssueState {
  number: number;
  author: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  createdAt: string;
  updatedAt: string;
}

export interface PullState extends IssueState {
  mergedAt: string | null;
  mergeSha: string | null;
  base: { ref: string; sha: string };
  /** `repository`: owner/name; another one than this for a fork. */
  head: { ref: string; sha: string; repository: string };
}

export interface ReviewState {
  id: number;
  /** Of the pull request. */
  number: number;
  author: string | null;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  /** null: git does not have it any more. */
  commit: string | null;
  submittedAt: string;
}

export interface WorkflowRunState {
  /** owner/name */
  repository: string;
  /** owner/name; null where it is gone. */
  headRepository: string | null;
  /** The name of a tag, for a run of a tag. */
  headBranch: string;
  headSha: string;
  /** Of its workflow. */
  path: string;
  event: string;
}

export type MergeMethod = 'squash' | 'rebase' | 'merge';

/** In characters, of comments, issues and pull requests. */
const LONGEST_BODY = 65_536;

export class Repository {
  readonly fullName: string;
  /** Can be changed, as in the settings of a repository. */
  defaultBranch: string;
  readonly git = new Git();
  readonly issues = new Map<number, IssueState | PullState>();
  readonly comments: CommentState[] = [];
  readonly reviews: ReviewState[] = [];
  /** Runs of workflows, by id. */
  readonly runs = new Map<number, WorkflowRunState>();
  /** What people may do here, by login; everybody else may write. */
  readonly rights = new Map<string, 'admin' | 'write' | 'read' | 'none'>();
  /** Which pull requests brought, or would bring, a commit. */
  readonly #pullsOf = new Map<string, Set<number>>();
  #seconds = Date.parse('2026-11-01T00:00:00Z') / 1000;
  #ids = 1000;

  constructor(fullName: string, defaultBranch: string, files: Readonly<Record<string, string>>) {
    this.fullName = fullName;
    this.defaultBranch = defaultBranch;
    this.git.addBranch(defaultBranch, this.git.write(null, files, 'First').sha);
  }

  /** A second later at each call, so that orders by time are certain. */
  time(): string {
    this.#seconds += 1;
    return `${new Date(this.#seconds * 1000).toISOString().slice(0, 19)}Z`;
  }

  get pulls(): PullState[] {
    return [...this.issues.values()].filter((issue) => 'head' in issue);
  }

  issue(number: number): IssueState | PullState {
    const found = this.issues.get(number);
    if (found === undefined) throw notFound();
    return found;
  }

  pull(number: number): PullState {
    const found = this.issue(number);
    if (!('head' in found)) throw notFound();
    return found;
  }

  addIssue(author: string, title: string, body: string): IssueState {
    if (title === '') throw invalid({ resource: 'Issue', code: 'missing_field', field: 'title' });
    if (isTooLong(body)) throw tooLong('Issue');
    return this.#numbered({ author, title, body });
  }

  addPull(author: string, title: string, body: string, head: PullState['head'], base: string): PullState {
    const baseSha = this.git.head(base);
    if (baseSha === null) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
    if (isTooLong(body)) throw tooLong('Issue');
    const pull = Object.assign(this.#numbered({ author, title, body }), {
      mergedAt: null,
      mergeSha: null,
      base: { ref: base, sha: baseSha },
      head,
    });
    this.#associate(pull, this.#commitsOf(pull));
    return pull;
  }

  edit(number: number, change: { title?: unknown; body?: unknown; state?: unknown }): IssueState | PullState {
    const issue = this.issue(number);
    if (typeof change.body === 'string' && isTooLong(change.body)) throw tooLong('Issue');
    if (typeof change.title === 'string') issue.title = change.title;
    if (typeof change.body === 'string') issue.body = change.body;
    if (change.state === 'open' || change.state === 'closed') issue.state = change.state;
    issue.updatedAt = this.time();
    return issue;
  }

  addComment(number: number, author: string, body: string): CommentState {
    const issue = this.issue(number);
    if (body.trim() === '') throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
    if (isTooLong(body)) throw tooLong('IssueComment');
    this.#ids += 1;
    const time = this.time();
    const comment = { id: this.#ids, number, author, body, createdAt: time, updatedAt: time };
    this.comments.push(comment);
    issue.updatedAt = time;
    return comment;
  }

  addReview(number: number, author: string, state: ReviewState['state'], commit?: string | null): ReviewState {
    const pull = this.pull(number);
    if (author === pull.author && state === 'APPROVED') throw invalid('Can not approve your own pull request');
    this.#ids += 1;
    const head = commit === undefined ? pull.head.sha : commit;
    const review = { id: this.#ids, number, author, state, commit: head, submittedAt: this.time() };
    this.reviews.push(review);
    return review;
  }

  editComment(id: number, body: string): CommentState {
    const comment = this.comments.find((one) => one.id === id);
    if (comment === undefined) throw notFound();
    if (isTooLong(body)) throw tooLong('IssueComment');
    comment.body = body;
    comment.updatedAt = this.time();
    this.issue(comment.number).updatedAt = comment.updatedAt;
    return comment;
  }

  /** What a push does besides: open pull requests from the branch have a new head. */
  moved(branch: string): void {
    const sha = this.git.head(branch);
    if (sha === null) throw notFound();
    for (const pull of this.pulls) {
      if (pull.state !== 'open' || pull.head.repository !== this.fullName || pull.head.ref !== branch) continue;
      pull.head.sha = sha;
      this.#associate(pull, this.#commitsOf(pull));
      pull.updatedAt = this.time();
    }
  }

  /** Gives the new commits of the base branch, the oldest first; a merge brings the commits of the pull request, too. */
  merge(number: number, method: MergeMethod): string[] {
    const pull = this.pull(number);
    const base = this.git.head(pull.base.ref);
    if (pull.state !== 'open' || base === null) throw new Refusal(422, 'Pull Request is not mergeable');
    const own = this.#commitsOf(pull).reverse();
    const shas = this.#mergeCommits(pull, method, base, own);
    const last = shas.at(-1) ?? base;
    this.git.moveBranch(pull.base.ref, last, true);
    const time = this.time();
    Object.assign(pull, { state: 'closed', mergedAt: time, updatedAt: time, mergeSha: last });
    this.#associate(pull, shas);
    this.moved(pull.base.ref);
    return shas;
  }

  pullsOf(sha: string): PullState[] {
    const commit = this.git.resolve(sha);
    if (commit === null) throw new Refusal(422, `No commit found for SHA: ${sha}`);
    return [...(this.#pullsOf.get(commit.sha) ?? [])].map((number) => this.pull(number));
  }

  #mergeCommits(pull: PullState, method: MergeMethod, base: string, own: readonly string[]): string[] {
    const title = `${pull.title} (#${pull.number})`;
    const changes = own.map((sha) => [this.git.commit(sha).message, this.#changeOf(sha)] as const);
    if (method === 'squash') {
      return [this.git.write(base, Object.assign({}, ...changes.map(([, change]) => change)), title).sha];
    }
    if (method === 'rebase') {
      let at = base;
      return changes.map(([message, change]) => {
        at = this.git.write(at, change, message).sha;
        return at;
      });
    }
    const merged = this.git.write(base, Object.assign({}, ...changes.map(([, change]) => change)), title);
    const message = `Merge pull request #${pull.number}`;
    return [...own, this.git.addCommit(message, merged.tree, [base, pull.head.sha]).sha];
  }

  /** What a commit changed of its first parent. */
  #changeOf(sha: string): Record<string, string | null> {
    const after = this.git.files(sha);
    const [parent] = this.git.commit(sha).parents;
    const before = parent === undefined ? {} : this.git.files(parent);
    const gone = Object.keys(before).filter((path) => !(path in after));
    const changed = Object.entries(after).filter(([path, text]) => before[path] !== text);
    return Object.fromEntries([...changed, ...gone.map((path) => [path, null] as const)]);
  }

  /** The commits that only the pull request has, the newest first. */
  #commitsOf({ head, base }: PullState): string[] {
    const there = new Set(this.git.history(this.git.head(base.ref) ?? base.sha));
    return this.git.history(head.sha).filter((sha) => !there.has(sha));
  }

  #associate({ number }: PullState, shas: readonly string[]): void {
    for (const sha of shas) this.#pullsOf.set(sha, (this.#pullsOf.get(sha) ?? new Set()).add(number));
  }

  #numbered(what: { author: string; title: string; body: string }): IssueState {
    const time = this.time();
    const number = this.issues.size + 1;
    const issue: IssueState = { number, ...what, state: 'open', createdAt: time, updatedAt: time };
    this.issues.set(number, issue);
    return issue;
  }
}

function tooLong(resource: string): Refusal {
  const message = `body is too long (maximum is ${LONGEST_BODY} characters)`;
  return invalid({ resource, code: 'custom', field: 'body', message });
}

function isTooLong(body: string): boolean {
  return body.length > LONGEST_BODY && [...body].length > LONGEST_BODY;
}
