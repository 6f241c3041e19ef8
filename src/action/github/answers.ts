/** Converts answers of the REST API. Authors are logins, null if the account is gone; times are ISO, by GitHub's clock. */

/** `mergedAt`: null if it is not merged. */
export type PullRequest = ReturnType<typeof pullRequestOf>;

/** `updatedAt`: when it was last edited. */
export type Comment = ReturnType<typeof commentOf>;

export type Issue = ReturnType<typeof issueOf>;

/** An approval of a pull request. `commit`: the approved one; null if it no longer exists. */
export type Approval = { by: string; commit: string | null; at: string };

type Author = { login: string; type: string } | null | undefined;

const BOT = '[bot]';

/** The login as REST writes it: an app without the suffix `[bot]` could be taken for a person of the same name. */
export function authorOf(account: Author): string | null {
  if (account === null || account === undefined) return null;
  return account.type === 'Bot' ? botLogin(account.login) : account.login;
}

export function isOfApp(login: string): boolean {
  return login.endsWith(BOT);
}

export function botLogin(login: string): string {
  return isOfApp(login) ? login : `${login}${BOT}`;
}

export function pullRequestOf(pull: {
  number: number;
  state: string;
  merged_at: string | null;
  base: { ref: string };
  head: { sha: string };
  user?: Author;
}) {
  return {
    number: pull.number,
    state: stateOf(pull.state),
    mergedAt: pull.merged_at,
    baseRef: pull.base.ref,
    headSha: pull.head.sha,
    author: authorOf(pull.user),
  };
}

export function commentOf(comment: { id: number; user?: Author; body?: string; html_url: string; updated_at: string }) {
  return {
    id: comment.id,
    author: authorOf(comment.user),
    body: comment.body ?? '',
    url: comment.html_url,
    updatedAt: comment.updated_at,
  };
}

export function issueOf(issue: {
  number: number;
  user: Author;
  title: string;
  body?: string | null | undefined;
  state: string;
  html_url: string;
}) {
  return {
    number: issue.number,
    author: authorOf(issue.user),
    title: issue.title,
    body: issue.body ?? '',
    state: stateOf(issue.state),
    url: issue.html_url,
  };
}

function stateOf(state: string): 'open' | 'closed' {
  return state === 'open' ? 'open' : 'closed';
}

/** Reports whether two texts are the same to GitHub, which may change line ends and drop white space at both ends. */
export function isSameText(one: string, other: string): boolean {
  const bare = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return bare(one) === bare(other);
}
