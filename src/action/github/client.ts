/** GitHub as the modes need it: a few operations, each complete (all pages, with retries). All throw GitHubErrors. */
import type { Context } from '../context.ts';
import { botLogin } from './answers.ts';
import { commits } from './commits.ts';
import { connection } from './connection.ts';
import { issues } from './issues.ts';
import { pullRequests } from './pull-requests.ts';

export type GitHub = ReturnType<typeof connectGitHub>;

/** A missing token is an error only once a request is made. `second`: how long a second of waiting takes, in ms. */
export function connectGitHub(
  token: string | null,
  { owner, repo }: Pick<Context, 'owner' | 'repo'>,
  env: Record<string, string | undefined>,
  second = 1000,
) {
  const to = connection(token, { owner, repo }, env, second);
  let login: Promise<string> | null = null;

  /** Uses GraphQL, because the token of an app may not call GET /user. */
  const ask = async (): Promise<string> => {
    const { viewer } = await to.ask('contents: read', (octokit) => {
      return octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }');
    });
    return to.isOfApp ? botLogin(viewer.login) : viewer.login;
  };
  /** The login of the account that the token belongs to, as comments show it (such as `github-actions[bot]`). */
  const viewer = (): Promise<string> => {
    login ??= ask();
    return login;
  };
  return { viewer, ...pullRequests(to), ...issues(to, viewer), ...commits(to) };
}
