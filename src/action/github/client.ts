/** Implements the port with octokit. */
import type { Context } from '../context.ts';
import { botLogin } from './answers.ts';
import { commits } from './commits.ts';
import { connection } from './connection.ts';
import { issues } from './issues.ts';
import type { GitHub } from './port.ts';
import { pullRequests } from './pull-requests.ts';

/** A missing token is an error only once a request is made. `second`: how long a second of waiting takes, in ms. */
export function connectGitHub(
  token: string | null,
  { owner, repo }: Pick<Context, 'owner' | 'repo'>,
  env: Record<string, string | undefined>,
  second = 1000,
): GitHub {
  const to = connection({ token, repository: { owner, repo }, env, second });
  let login: Promise<string> | null = null;

  /** Uses GraphQL, because the token of an app may not call GET /user. */
  const ask = async (): Promise<string> => {
    const { viewer } = await to.ask('contents: read', (octokit) => {
      return octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }');
    });
    return to.isOfApp ? botLogin(viewer.login) : viewer.login;
  };
  const viewer = (): Promise<string> => {
    login ??= ask();
    return login;
  };
  return { viewer, ...pullRequests(to), ...issues(to, viewer), ...commits(to) };
}
