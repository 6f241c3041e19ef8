/** What there is to say about a job of the action, its reviews and its comments. */
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import { DEFAULT_ACCOUNT } from '../model/project.ts';
import { type ChangedRule, type CommandScope, toKeep } from './commands.ts';
import { count } from './counts.ts';
import {
  joinedLines,
  list,
  ours,
  type Parts,
  quoted,
  refusal,
  say,
  sentence,
  type Theirs,
  type Topic,
  theirs,
} from './message.ts';

export type NamedChange = Pick<Change, 'account' | 'op' | 'name'>;

const MOST_CHANGES = 5;
const MOST_NAMED = 20;
const MOST_RUNS = 10;

/** What an approval covers: said wherever one is missing. */
export const COVERS =
  'An approval covers the plan in the comment if it is of the commit of that plan, and not older than its last change.';

const STILL_COUNTS = ', so the review there still counts for what was made';

/** Why a change that a comment shows is still open; the apply's own codes are in `changes.ts`. */
export const OPEN = {
  unreviewed: 'no review that still counts shows it',
  unapproved: 'no approval covers it',
  refused: 'refused: see the run',
  held: 'held back, since a create of this run was not made',
  'not-tried': 'it was not tried',
  'not-known': 'what became of it is not known: see the run',
  'stored-otherwise': 'made, but the service stored it differently',
} as const;

/** What a run says that carried nothing out, or reported nothing. */
export const NOTHING_DONE = { apply: 'Nothing was carried out', drift: 'Nothing was reported' } as const;

const NOT_TRUSTED = {
  unknown: 'is not one of this repository',
  'of-another-repository': 'is of another repository, such as a fork',
  'of-another-branch': 'is not of the default branch',
  'of-another-event': 'was started by an event that applies nothing',
} as const;

type JobText = 'The job summary' | 'The files of the plan' | 'The report of the apply' | 'What became of the plan';

/** An error of GitHub: its message, and the permission that the token lacks, if that is the problem. */
export type GitHubProblem = { message: string; permission: string | null };

export const actionNotices = {
  'job-event-unsafe': ({ event }: { event: string }) => ({
    message: say`This action does not run on ${theirs(event)}: such a workflow has the repository's secrets while it works on what others wrote.`,
    remedy: say`Use pull_request.`,
  }),
  'job-host': ({ account, host }: { account: string; host: string }) => ({
    message: say`The key of the account ${theirs(account)} would go to ${theirs(host)}. Only the files of the default branch may choose a host, and this run is not on it.`,
    remedy: say`Give the address in the input base-url, or list its host in allowed-hosts.`,
  }),
  'mode-event': ({ mode, event, events }: { mode: string; event: string; events: readonly string[] }) => ({
    message: say`The mode ${ours(mode)} runs on ${list(events, ours, events.length)} only, not on ${event === '' ? 'an unknown event' : theirs(event)}.`,
    ...(event === 'pull_request' ? { remedy: say`Use the mode plan for pull requests.` } : {}),
  }),
  /** `branch`: null if the event does not name the default branch. */
  'mode-branch': ({ mode, branch, ref }: { mode: string; branch: string | null; ref: string }) => ({
    message:
      branch === null
        ? say`The mode ${ours(mode)} runs on the default branch only, and the event does not say which branch that is.`
        : say`The mode ${ours(mode)} runs on the default branch ${theirs(branch)} only, not on ${ref === '' ? 'an unknown ref' : theirs(ref)}.`,
  }),
  'run-file-which': ({ folder, snapshots }: { folder: string; snapshots: number }) => ({
    message: say`The folder ${theirs(folder)} has ${count(snapshots, 'snapshot')} (.jsonl), and a rollback takes back one.`,
    remedy: say`Give the file in the input run-file.`,
  }),
  /** The run that the input `run-id` names cannot have made a snapshot that is trusted here. */
  'rollback-run': ({ run, is }: { run: number; is: keyof typeof NOT_TRUSTED }) => ({
    ...refusal`the run ${theirs(String(run))} ${NOT_TRUSTED[is]}.`,
    remedy: say`Give the number of the run that applied: it is in the address of its page.`,
  }),
  /** `made`: the workflow that made the snapshot; `of`: that of the run. */
  'snapshot-of-another-workflow': (args: { file: string; run: number; made: string; of: string }) => ({
    ...refusal`the snapshot ${theirs(args.file)} was made by the workflow ${theirs(args.made)}, and the run ${theirs(String(args.run))} is of ${theirs(args.of)}.`,
    remedy: say`Give the snapshot and the number of the same run.`,
  }),
  /** `url`: the page of the run that made the snapshot; null if the snapshot does not say. */
  'snapshot-of-another-run': ({ file, run, url }: { file: string; run: number; url: string | null }) => ({
    ...refusal`the snapshot ${theirs(file)} is not of the run ${theirs(String(run))}: ${url === null ? 'it does not say which run made it' : say`it is of ${theirs(url)}`}.`,
    remedy: say`Give the snapshot and the number of the same run.`,
  }),
  /** `digest`: of the plan, or of the way back, as it is now; null if there is nothing to do. */
  'expect-again': ({ what }: { what: 'apply' | 'rollback' }) =>
    refusal`A digest counts in the first attempt of a run alone, and this run was started again: nothing was ${what === 'apply' ? 'carried out' : 'undone'}. Look at the plan below, which is of now. To carry it out, start a new run of this workflow with its digest.`,
  'expected-changed': ({ what, digest }: { what: 'apply' | 'rollback'; digest: string | null }) =>
    digest === null
      ? {
          message: say`Nothing was ${what === 'apply' ? 'carried out' : 'undone'}: there is nothing to do here, and the digest given is that of another plan.`,
        }
      : {
          message: say`Nothing was ${what === 'apply' ? 'carried out: the plan' : 'undone: the way back'} does not have the digest given. Its digest is now ${theirs(digest)}.`,
          remedy: say`The summary shows it. If it is what you want, run this workflow again with that digest, and with \`account\` and \`only\` as they are here.`,
        },
  'expect-by-push': () => ({
    message: say`The input expect is for a run by hand (workflow_dispatch).`,
    remedy: say`Give it the workflow's own input, which a push leaves empty: \`expect: \${{ inputs.expect }}\`.`,
  }),
  /** After a rollback of an apply. `commit`: null of a run by hand. `pullRequests`: whose plans showed what it made. */
  'rollback-revert': ({ commit, pullRequests }: { commit: string | null; pullRequests: readonly number[] }) => ({
    message: say`The files still declare what was undone: revert ${whatDeclared(commit, pullRequests)}.`,
    remedy: say`Use the button Revert of ${pullRequests.length === 0 ? 'its pull request' : pullNames(pullRequests)}. If its plan overwrites what somebody changed in the web page, run \`inboxctl pull\` on its branch to keep that. Until the revert is merged, other merges do not bring the change back: its review is used up, and a merge leaves alone what its pull request did not cause. What failed in that run was not undone: the next merge may make it. An apply by hand shows it as a change, and \`review: none\` would bring it back.`,
  }),
  'no-key': ({ from }: { from: 'a fork' | 'Dependabot' }) => ({
    message: say`There is no plan: this pull request is from ${from}, whose runs get no secrets, so no API key to read the inbox with.`,
    remedy: say`To plan its changes, copy only its rule files to a branch of this repository, and read them first. Do not push its commits: that would run its workflows with your secrets.`,
  }),
  /** `why`: the reasons for the actual outcome, in sentences. */
  'test-failed': ({ test, unmet }: { test: string; unmet: readonly UnmetExpectation[] }) => ({
    message: say`The test ${quoted(test)} failed.${unmet.flatMap(unmetParts)}`,
  }),
  drift: ({ changes }: { changes: number }) => ({
    message: say`The inbox is not as its files say: ${count(changes, 'change')} would bring it back.`,
  }),
  /** `head`: the commit that the default branch is at now. */
  superseded: (args: { mode: 'apply' | 'drift'; commit: string; branch: string; head: string }) => ({
    message: say`${NOTHING_DONE[args.mode]}: this run is of commit ${shortCommit(args.commit)}, and ${theirs(args.branch)} is at ${shortCommit(args.head)} now.`,
    remedy:
      args.mode === 'apply'
        ? say`The run of that commit applies what is merged. If there is none, run this workflow by hand.`
        : say`Run this workflow anew, not this run again: a new run compares with the newest commit.`,
  }),
  held: ({ changes, scope }: { changes: readonly ChangedRule[]; scope: CommandScope }) => ({
    message: say`${count(changes.length, 'difference')} ${changes.length === 1 ? 'was' : 'were'} left alone, since this push did not cause ${changes.length === 1 ? 'it' : 'them'}: ${changeNames(changes)}. The inbox differed before.`,
    remedy: joinedLines([
      toKeep(say`what is there`, changes, scope),
      say`To undo what was changed there, ${runByHand(changes)}`,
    ]),
  }),
  'held-reviewed': ({ pullRequest, changes }: { pullRequest: number; changes: readonly NamedChange[] }) => ({
    message: say`The plan in ${pullNames([pullRequest])} shows another change of this, which was not made: ${changeNames(changes)}. The files, a variable or the inbox changed since.`,
    remedy: say`If the files are right, ${runByHand(changes)}`,
  }),
  'comments-not-read': ({ error }: { error: GitHubProblem }) => ({
    message: say`The comments to tell of this run could not be read. ${gitHubParts(error)}`,
  }),
  'merged-not-known': ({ error }: { error: GitHubProblem }) => ({
    message: say`Which differences were merged and not made is not known: the comments of merged pull requests could not be read. ${gitHubParts(error)}`,
  }),
  'plan-not-posted': ({ review }: { review: 'approved' | 'shown' }) => ({
    message: say`With \`comment: false\` nobody is shown this plan, and \`review: ${theirs(review)}\` carries out only what a comment showed: after the merge these changes stay open.`,
    remedy: say`Leave out \`comment\`, or give the jobs that plan and apply \`review: none\`.`,
  }),
  'not-shown-in-queue': (args: { changes: readonly NamedChange[]; pullRequest: number | null }) => ({
    message: say`${count(args.changes.length, 'change')} of this merge queue ${args.changes.length === 1 ? 'is' : 'are'} in no plan ${args.pullRequest === null ? 'of a pull request, since the event names none' : say`that the comment of ${pullNames([args.pullRequest])} shows`}: ${changeNames(args.changes)}.`,
    remedy: say`Update the branch of the pull request, or plan it again if it has nothing to update. Look at its comment, and queue it again.`,
  }),
  'review-edited': ({ pullRequests }: { pullRequests: readonly number[] }) => ({
    message: say`The plan in ${pullNames(pullRequests)} does not count: the text or the first line of its comment was changed by somebody else.`,
    remedy: say`Before the merge, run the job plan again: it writes the comment anew. After it, open another pull request, or run the workflow that applies by hand.`,
  }),
  'review-of-another-key': ({ pullRequests }: { pullRequests: readonly number[] }) => ({
    message: say`The plan in ${pullNames(pullRequests)} does not count: it is signed with another key.`,
    remedy: say`Where the jobs of plan and apply have different API keys, give both the same secret in the input signing-key. If that was rotated, give it the earlier key as a second line.`,
  }),
  'many-commits': ({ left }: { left: number }) => ({
    message: say`The push has ${count(left, 'more commit')} than inboxctl looks up; reviews of their pull requests may be missing.`,
  }),
  'comment-failed': ({ error }: { error: GitHubProblem }) => ({
    message: say`The plan could not be put on the pull request, so apply does not take it as reviewed; the job summary shows it. ${gitHubParts(error)}`,
    ...(error.permission === null ? { remedy: say`Run the job again to try again.` } : {}),
  }),
  /** `isUsed`: changes of the review were made, so the comment should have been marked. */
  'comment-not-written': (args: { pullRequest: number; isUsed: boolean; error: GitHubProblem }) => ({
    message: say`What became of the plan could not be written into the comment of ${pullName(args.pullRequest)}${args.isUsed ? STILL_COUNTS : ''}. ${gitHubParts(args.error)}`,
  }),
  'not-told': ({ what, why }: { what: JobText; why: string }) => ({
    message: say`${what} could not be written: ${theirs(why)}`,
  }),
} satisfies Topic;

type UnmetExpectation = { rule: string; expected: string; actual: string; why: readonly Parts[] };

function unmetParts({ rule, expected, actual, why }: UnmetExpectation): Parts {
  const reasons = why.flatMap((reason) => say` ${reason}`);
  return say` ${theirs(rule)}: expected ${theirs(expected)}, got ${theirs(actual)}.${reasons}`;
}

/** The words of an error of GitHub, and what to do about a missing permission. */
export function gitHubParts({ message, permission }: GitHubProblem): Parts {
  if (permission === null) return sentence(message);
  return say`${sentence(message)} The token lacks the permission \`${theirs(permission)}\`: give it to the job below \`permissions:\`.`;
}

/** How to carry out these changes and no others: the end of a sentence. */
export function runByHand(changes: readonly NamedChange[]): Parts {
  // Alike ones together: all rules of several accounts may be more than these.
  const byAccount = groupBy(changes, ({ account }) => account);
  const alike = groupBy([...byAccount], ([, some]) => onlyOf(some.map(({ name }) => name)) ?? '');
  const runs = [...alike].map(([only, accounts]) => {
    const names = accounts.map(([name]) => name).filter((name) => name !== DEFAULT_ACCOUNT);
    const account = names.length === 0 ? [] : say`\`account\` ${theirs(names.join(', '))} and `;
    return say`${account}\`only\` ${only === '' ? 'the rules that you mean' : theirs(only)}`;
  });
  const each = runs.length === 1 ? '' : ' once each';
  return say`run the workflow that applies by hand${each}, with ${list(runs, (run) => run, MOST_RUNS)}: it shows the plan and its digest, and carries out exactly that once it is given the digest.`;
}

/** Names as the input `only` takes them in one line; null for more than anybody types. */
function onlyOf(names: readonly string[]): string | null {
  const all = [...new Set(names)].sort();
  const [first = ''] = all;
  if (all.length > MOST_NAMED) return null;
  return all.length === 1 && !first.startsWith('"') ? first : all.map((name) => JSON.stringify(name)).join(', ');
}

/** The number as text of others: a comment shows it as code, so GitHub does not turn it into a reference. */
function pullName(number: number): Theirs {
  return theirs(`#${number}`);
}

export function pullNames(numbers: readonly number[]): Parts {
  return list(numbers, pullName, numbers.length);
}

function whatDeclared(commit: string | null, pullRequests: readonly number[]): Parts {
  if (commit !== null) return say`the commit ${shortCommit(commit)} that it was applied from`;
  return pullRequests.length > 0 ? pullNames(pullRequests) : say`what declared it`;
}

function shortCommit(sha: string): Theirs {
  return theirs(sha.slice(0, 12));
}

/** The prefix of a message about an account; empty if the account has no name. */
export function accountParts(account: string): Parts {
  return account === DEFAULT_ACCOUNT ? [] : say`${theirs(account)}: `;
}

export function changeName({ account, op, name }: NamedChange): Parts {
  return say`${accountParts(account)}${op} ${quoted(name)}`;
}

export function changeNames(changes: readonly NamedChange[]): Parts {
  return list(changes, changeName, MOST_CHANGES);
}
