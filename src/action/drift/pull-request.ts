/** Keeps one pull request for each target. Its branch has the files as a pull writes them. */
import { theirs } from '../../diagnostics/message.ts';
import { type Inline, inRow, line, look } from '../../report/document.ts';
import type { Target } from '../comment/marker.ts';
import { isSameText } from '../github/answers.ts';
import type { FileChange, GitHub } from '../github/port.ts';
import { closedBody, type TitledText } from './report.ts';
import { branchOf, isAbout, isBranchOf } from './target.ts';

/** The branch to merge into, and the commit to build on. */
export interface BaseBranch {
  branch: string;
  sha: string;
}

interface Branch {
  name: string;
  head: string;
  /** Whether the branch may be moved or deleted, because it has no commits of anybody else. */
  isOwn: boolean;
}

/** Writes the branch, then the pull request. Returns its URL, and a text about branches that were left alone. */
export async function reportInPullRequest(
  github: GitHub,
  target: Target,
  base: BaseBranch,
  files: readonly FileChange[],
  textWith: (left: Inline) => TitledText,
): Promise<{ url: string; left: Inline }> {
  const branches = await branchesOf(github, target);
  const left = leftAlone(branches.filter(({ isOwn }) => !isOwn));
  const there = branches.find(({ isOwn }) => isOwn);
  const branch = there?.name ?? freeName(target, branches);
  const { title, body } = textWith(left);
  await github.commit({ branch, over: there?.head ?? null, parent: base.sha, message: title, files });
  const all = (await github.openPullRequestsFrom(branch)).filter(({ baseRef }) => baseRef === base.branch);
  const login = await github.viewer();
  const own = all.find((one) => one.author === login && isAbout(one.body, target));
  // Somebody else opened one from our branch, and GitHub allows no second one. Its text is left alone.
  const [other] = all;
  if (own === undefined && other !== undefined) return { url: other.url, left };
  if (own === undefined) {
    const { url } = await github.createPullRequest({ title, body, head: branch, base: base.branch });
    return { url, left };
  }
  if (own.title !== title || !isSameText(own.body, body)) await github.updatePullRequest(own.number, { title, body });
  return { url: own.url, left };
}

/** Closes our pull requests and deletes their branches. */
export async function closePullRequests(github: GitHub, target: Target, why: Inline): Promise<void> {
  for (const { name, head, isOwn } of await branchesOf(github, target)) {
    const open = await github.openPullRequestsFrom(name);
    if (open.length === 0) continue;
    const login = await github.viewer();
    const own = open.filter(({ author, body }) => author === login && isAbout(body, target));
    const body = closedBody(target, why, ...(isOwn ? [] : [STAYS]));
    for (const { number } of own) await github.updatePullRequest(number, { body, state: 'closed' });
    // A branch also stays if somebody else's pull request uses it.
    if (isOwn && own.length === open.length) await github.deleteBranch(name, head);
  }
}

/** The existing branches of a target, sorted by name. */
async function branchesOf(github: GitHub, target: Target): Promise<Branch[]> {
  const found = (await github.branches(branchOf(target))).filter(({ name }) => isBranchOf(name, target));
  return Promise.all(found.map(async (branch) => ({ ...branch, isOwn: await github.isOwn(branch.head) })));
}

function freeName(target: Target, taken: readonly Branch[]): string {
  for (let number = 1; ; number += 1) {
    const name = branchOf(target, number);
    if (taken.every((one) => one.name !== name)) return name;
  }
}

const STAYS = line`Its branch stays: it has commits that were not made by this action.`;

function leftAlone(branches: readonly Branch[]): Inline {
  if (branches.length === 0) return [];
  const names = inRow(branches.map(({ name }) => look('code', [theirs(name)])));
  return line`Branches with commits that were not made by this action are left as they are: ${names}. Delete the ones that nobody needs.`;
}
