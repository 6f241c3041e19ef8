/** What the REST API answers, in our words. */
import type { Comment, Issue, PullRequest } from './port.ts';

type Author = { login: string; type: string } | null | undefined;

const BOT = '[bot]';

/**
 * The login as REST writes it: `some-app[bot]` for an app, which is also how a person's login never ends. Where an answer
 * leaves the end out, as GraphQL does, the type tells: an app must not be taken for a person of the same name.
 */
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
  title: string;
  state: string;
  merged_at: string | null;
  base: { ref: string };
  head: { sha: string };
  user?: Author;
}): PullRequest {
  return {
    number: pull.number,
    title: pull.title,
    state: stateOf(pull.state),
    mergedAt: pull.merged_at,
    baseRef: pull.base.ref,
    headSha: pull.head.sha,
    author: authorOf(pull.user),
  };
}

export function commentOf(comment: {
  id: number;
  user?: Author;
  body?: string;
  html_url: string;
  updated_at: string;
}): Comment {
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
}): Issue {
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

/** Texts that are one to GitHub: it may end lines its own way, and drop white space at the ends. */
export function isSameText(one: string, other: string): boolean {
  const bare = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return bare(one) === bare(other);
}
