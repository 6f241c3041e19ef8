/** Why an apply fails the job: every reason at once, the one to act on first before the others. */

import { bugLines } from '../../cli/bug.ts';
import { EXIT } from '../../cli/exit-code.ts';
import { refusalOf } from '../../diagnostics/changes.ts';
import { count, listed } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { AppliedChange, ApplyDocument } from '../../model/applied.ts';
import type { Change, Notice } from '../../model/plan.ts';
import { accountPrefix, quoted } from '../../report/lines.ts';
import { shortDigest } from '../comment/marker.ts';
import type { FailureReason } from '../definition.ts';
import { toldBelow } from '../failure.ts';
import type { GitHubError } from '../github/port.ts';
import type { JobFailure } from '../mode.ts';
import type { FoundReview } from './collect.ts';
import type { ApplyEnd } from './outcomes.ts';

/** As the exit codes are: wrong input first, then what went wrong, then what was not allowed. */
const FIRST: readonly FailureReason[] = [
  'invalid',
  'unauthorized',
  'apply-failed',
  'unreachable',
  'plan-changed',
  'refused',
];

/** Changes that a message names; the others are in the log. */
const MOST = 5;

/** All reasons as one; null where there are none. */
export function firstOf(failures: readonly JobFailure[]): JobFailure | null {
  const sorted = [...failures].sort((a, b) => FIRST.indexOf(a.reason) - FIRST.indexOf(b.reason));
  const [first] = sorted;
  if (first === undefined) return null;
  return { reason: first.reason, message: [...new Set(sorted.map(({ message }) => message))].join('\n') };
}

/** Why a plan in `where` does not count. */
export const NOT_COUNTED: Record<Exclude<FoundReview['signature'], 'ours'>, (where: string) => string> = {
  edited: (where) => `The plan in ${where} does not count: the first line of its comment was edited.`,
  'other-key': (where) =>
    `The plan in ${where} does not count: it is signed with another key. Where the jobs of plan and apply have different API keys, give both the same secret in the input signing-key.`,
};

/** Why changes that no review shows are not made, going by the comments that were found, and what to do. */
export function unreviewedFailure(unreviewed: readonly Change[], found: readonly FoundReview[]): JobFailure[] {
  if (unreviewed.length === 0) return [];
  const [was, them] = unreviewed.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const notCounting = (['other-key', 'edited'] as const).flatMap((signature) => {
    const all = found.filter((one) => one.signature === signature).map(({ pullRequest }) => `#${pullRequest}`);
    return all.length === 0 ? [] : NOT_COUNTED[signature]([...new Set(all)].join(', '));
  });
  const usedUp = found.flatMap(({ signature, review, pullRequest }) => {
    if (signature !== 'ours') return [];
    const told = (digests: readonly string[] | undefined, what: string) => {
      const changes = unreviewed.filter(({ digest }) => digests?.includes(shortDigest(digest)));
      if (changes.length === 0) return [];
      return [`The plan in #${pullRequest} shows ${names(changes)}, but that ${what}: a review counts once.`];
    };
    const { done, unneeded } = review;
    return [
      ...told(done, 'was carried out before'),
      ...told(unneeded, `was no longer needed when #${pullRequest} was applied`),
    ];
  });
  const lines = [
    `${count(unreviewed.length, 'change')} ${was} not carried out, since no plan of a merged pull request shows ${them}: ${names(unreviewed)}.`,
    ...notCounting,
    ...usedUp.slice(0, MOST),
    `Merge a pull request whose plan shows ${them}, or run this workflow by hand (workflow_dispatch) with require-review: false.`,
  ];
  return [{ reason: 'plan-changed', message: lines.join('\n') }];
}

/** Why changes are not made that a plan shows which nobody approved as it is, and what to do. */
export function unapprovedFailure(unapproved: readonly Change[]): JobFailure[] {
  if (unapproved.length === 0) return [];
  const [was, them] = unapproved.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const message = `${count(unapproved.length, 'change')} ${was} not carried out, since no approval covers ${them}: ${names(unapproved)}. ${COVERS} Approve the pull request, which works after the merge too, and run this job again.`;
  return [{ reason: 'refused', message }];
}

/** What is said of changes that are made although only another plan was approved. */
export function unapprovedText(unapproved: readonly Change[]): string {
  return `Nobody approved this as its plan shows it: ${names(unapproved)}. ${COVERS} With require-approval: true this is refused.`;
}

const COVERS =
  'An approval covers the plan in the comment if it is of the commit of that plan, and not older than its last change.';

/** Why an apply fails the job. `unreviewed`: the changes that were known to be unreviewed before it. */
export function applyFailures(
  { code, document }: ApplyEnd,
  unreviewed: readonly Change[],
  notices: readonly Notice[],
): JobFailure[] {
  if (code === EXIT.done) return [];
  const said = notices.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (document === null) return [{ reason: reasonOf(code), message: toldBelow('Nothing was carried out.', said) }];
  const failures = [...broken(document), ...refusals(document, unreviewed, said)];
  if (code === EXIT.wrongInput)
    failures.push({ reason: 'invalid', message: toldBelow('The settings are wrong.', said) });
  if (failures.length > 0 || (code === EXIT.refused && unreviewed.length > 0)) return failures;
  return [{ reason: reasonOf(code), message: toldBelow('The apply did not end well.', said) }];
}

/** An apply that threw is a mistake of ours, and carries its stack. */
export function bugFailure(bug: unknown): JobFailure {
  const message = `inboxctl has a bug, which ended the apply. Some changes may have been made: run this job again, or look at a plan.`;
  return { reason: 'apply-failed', message: [message, ...bugLines(bug)].join('\n') };
}

/** What must be known before anything is carried out could not be read: `what`, in the plural or the singular. */
export function gitHubFailure(error: GitHubError, what: string): JobFailure {
  return {
    reason: error.reason,
    message: `Nothing was carried out, since ${what} could not be read. ${escapeControl(error.told)}`,
  };
}

function reasonOf(code: ApplyEnd['code']): FailureReason {
  if (code === EXIT.wrongInput) return 'invalid';
  return code === EXIT.refused ? 'refused' : 'apply-failed';
}

function broken({ outcome, changes, differences }: ApplyDocument): JobFailure[] {
  const failed = changes.filter(({ status }) => status === 'failed');
  const rights = failed.filter(({ error }) => error?.status === 401 || error?.status === 403);
  const others = failed.filter((change) => !rights.includes(change));
  const untried = changes.filter(({ status }) => status === 'not-tried');
  const failures: JobFailure[] = [];
  const add = (reason: FailureReason, title: string, lines: readonly string[]) =>
    failures.push({ reason, message: toldBelow(title, lines) });
  if (rights.length > 0) add('unauthorized', 'The service refused the key.', rights.map(why));
  if (outcome === 'interrupted')
    add('apply-failed', `The run was interrupted: ${count(untried.length, 'change')} not tried.`, []);
  if (others.length > 0) add('apply-failed', `${count(others.length, 'change')} failed.`, others.map(why));
  else if (untried.length > 0 && rights.length === 0 && outcome !== 'interrupted') {
    add('apply-failed', `${count(untried.length, 'change')} not tried.`, []);
  }
  if (differences.length > 0) {
    const rules = [...new Set(differences.map(({ account, rule }) => `${accountPrefix(account)}${quoted(rule)}`))];
    add('apply-failed', 'The service stored rules otherwise than declared.', rules);
  }
  return failures;
}

function refusals({ changes }: ApplyDocument, unreviewed: readonly Change[], said: readonly string[]): JobFailure[] {
  const refused = changes.filter(({ status }) => status === 'refused');
  const known = new Set(unreviewed.map(({ digest }) => digest));
  const isChanged = ({ error }: AppliedChange) => refusalOf(error?.code ?? '').unlike !== undefined;
  const changed = refused.filter((change) => isChanged(change) && !known.has(change.digest));
  // A name is not free where the change that frees it is one of those that nobody reviewed.
  const follows = refused.some(isChanged) || unreviewed.length > 0;
  const others = refused.filter((change) => !isChanged(change) && !(follows && change.error?.code === 'name-not-free'));
  const [first] = others;
  return [
    ...(changed.length === 0
      ? []
      : [
          {
            reason: 'plan-changed' as const,
            message: `The inbox changed while this ran, so this was not carried out: ${names(changed)}. Run the job again.`,
          },
        ]),
    ...(first === undefined
      ? []
      : [
          {
            reason: 'refused' as const,
            message: toldBelow(`Refused: ${names(others)}.`, first.error === undefined ? said : others.map(why)),
          },
        ]),
  ];
}

function why(change: AppliedChange): string {
  return `${named(change)}: ${change.error?.message ?? 'the plan was refused'}`;
}

function names(changes: readonly Pick<AppliedChange, 'account' | 'op' | 'name'>[]): string {
  return listed(changes.map(named), MOST);
}

function named({ account, op, name }: Pick<AppliedChange, 'account' | 'op' | 'name'>): string {
  return `${accountPrefix(account)}${op} ${quoted(name)}`;
}
