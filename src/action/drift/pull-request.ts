/** The one pull request of a target, whose branch holds the files as a pull writes them. */
import type { Target } from '../comment/marker.ts';
import type { FileChange, GitHub } from '../github/port.ts';
import { sameBody } from './issue.ts';
import { closedBody, type Text } from './report.ts';
import { branchOf, isAbout } from './target.ts';

/** Where it goes, and the commit that it is made on. */
export interface Base {
  branch: string;
  sha: string;
}

/** Writes the branch, then the pull request; gives where it is. */
export async function reportInPullRequest(
  github: GitHub,
  target: Target,
  base: Base,
  { title, body, files }: Text & { files: readonly FileChange[] },
): Promise<string> {
  const branch = branchOf(target);
  await github.commit({ branch, parent: base.sha, message: title, files });
  const all = (await github.openPullRequestsFrom(branch)).filter(({ baseRef }) => baseRef === base.branch);
  const login = await github.viewer();
  const own = all.find((one) => one.author === login && isAbout(one.body, target));
  // Somebody opened one from our branch, and GitHub takes no second: its words are theirs.
  const [other] = all;
  if (own === undefined && other !== undefined) return other.url;
  if (own === undefined) return (await github.createPullRequest({ title, body, head: branch, base: base.branch })).url;
  if (own.title !== title || !sameBody(own.body, body)) await github.updatePullRequest(own.number, { title, body });
  return own.url;
}

/** Closes ours and deletes its branch; `why` is Markdown of ours. */
export async function closePullRequests(github: GitHub, target: Target, why: string): Promise<void> {
  const branch = branchOf(target);
  const open = await github.openPullRequestsFrom(branch);
  if (open.length === 0) return;
  const login = await github.viewer();
  const own = open.filter(({ author, body }) => author === login && isAbout(body, target));
  for (const { number } of own) {
    await github.updatePullRequest(number, { body: closedBody(target, why), state: 'closed' });
  }
  // A branch that another pull request is from stays.
  if (own.length === open.length) await github.deleteBranch(branch);
}
