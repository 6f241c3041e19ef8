/** The one issue of a target: opened, edited, closed and reopened. By marker and by author: whoever may write can copy a marker. */
import type { Target } from '../comment/marker.ts';
import { isSameText } from '../github/answers.ts';
import type { GitHub, Issue } from '../github/port.ts';
import { closedBody, type TitledText } from './report.ts';
import { isAbout } from './target.ts';

/** Keeps the newest of ours; gives where it is. `textOf` takes what an open one says; null: it stays as it is, or is not made. */
export async function reportInIssue(
  github: GitHub,
  target: Target,
  textOf: (open: string | null) => TitledText | null,
): Promise<string | null> {
  const [newest] = await issuesOf(github, target);
  const text = textOf(newest?.state === 'open' ? newest.body : null);
  if (text === null) return newest?.state === 'open' ? newest.url : null;
  const { title, body } = text;
  if (newest === undefined) return (await github.createIssue(title, body)).url;
  const isSame = newest.title === title && isSameText(newest.body, body);
  if (!isSame || newest.state === 'closed') await github.updateIssue(newest.number, { title, body, state: 'open' });
  return newest.url;
}

/** Closes what is open; `why` is Markdown of ours. */
export async function closeIssues(github: GitHub, target: Target, why: string): Promise<void> {
  for (const { number, state } of await issuesOf(github, target)) {
    if (state === 'open') await github.updateIssue(number, { body: closedBody(target, why), state: 'closed' });
  }
}

async function issuesOf(github: GitHub, target: Target): Promise<Issue[]> {
  const login = await github.viewer();
  const own = await github.issuesOf(login);
  return own.filter(({ author, body }) => author === login && isAbout(body, target));
}
