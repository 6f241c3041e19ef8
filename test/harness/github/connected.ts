/** The action's own client on the fake, for which a second of waiting is a millisecond unless told otherwise. */
import { connectGitHub, type GitHub } from '../../../src/action/github/client.ts';
import { BOT_TOKEN, type FakeGitHub } from './fake-github.ts';

export function connected(
  github: Pick<FakeGitHub, 'apiUrl' | 'repository'>,
  token: string | null = BOT_TOKEN,
  second = 1,
): GitHub {
  const [owner = '', repo = ''] = github.repository.split('/');
  return connectGitHub(token, { owner, repo }, { GITHUB_API_URL: github.apiUrl }, second);
}
