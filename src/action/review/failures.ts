/** Why an apply fails the job. All reasons are reported together, the one to act on first at the top. */
import { bugLines } from '../../cli/bug.ts';
import { EXIT } from '../../cli/exit-code.ts';
import {
  accountParts,
  COVERS,
  changeName,
  changeNames,
  NOTHING_DONE,
  pullNames,
  runByHand,
} from '../../diagnostics/action.ts';
import { refusalOf } from '../../diagnostics/changes.ts';
import { type CommandScope, toKeep } from '../../diagnostics/commands.ts';
import { count } from '../../diagnostics/counts.ts';
import { bareMessage } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { joinedLines, list, type Parts, plain, quoted, say, theirs } from '../../diagnostics/message.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { Step } from '../../model/applied.ts';
import { type Change, deletesUndeclared, type PlannedAccount } from '../../model/plan.ts';
import { keyIdOf } from '../../planning/account-redactor.ts';
import { hasSecrets } from '../../planning/review.ts';
import { messageLine } from '../../report/inline.ts';
import { shortDigest } from '../comment/marker.ts';
import type { OwnReview } from '../comment/own-reviews.ts';
import type { FailureReason } from '../definition.ts';
import type { GitHubError } from '../github/errors.ts';
import type { JobFailure } from '../mode.ts';
import { toldBelow, toldWhole } from '../words.ts';
import type { Collected, FoundReview } from './collect.ts';
import type { ApplyEnd } from './outcomes.ts';

/** In the order of the exit codes: wrong input, then errors, then refusals. */
const FIRST: readonly FailureReason[] = [
  'invalid',
  'unauthorized',
  'apply-failed',
  'unreachable',
  'plan-changed',
  'refused',
];

const MOST = 5;

/** Merges all failures into one; null if there are none. */
export function firstOf(failures: readonly (JobFailure | null)[]): JobFailure | null {
  const all = failures.filter((one) => one !== null);
  const sorted = all.sort((a, b) => FIRST.indexOf(a.reason) - FIRST.indexOf(b.reason));
  const [first] = sorted;
  if (first === undefined) return null;
  const different = new Map(sorted.map(({ message }) => [plain(message), message]));
  return { reason: first.reason, message: joinedLines([...different.values()]) };
}

/** Says which of these comments do not count as reviews, and why. `spoiled`: pull requests with others that do not. */
export function uncounted(
  own: readonly Pick<OwnReview, 'signature' | 'review'>[],
  spoiled: readonly number[],
): Diagnostic[] {
  return (['other-key', 'edited'] as const).flatMap((signature) => {
    const read = own.filter((one) => one.signature === signature).map(({ review }) => review.pullRequest);
    const all = new Set([...read, ...(signature === 'edited' ? spoiled : [])]);
    return all.size === 0 ? [] : notCounted(signature, [...all]);
  });
}

/** The warning that the plans in some pull requests do not count as reviewed. */
export function notCounted(signature: 'other-key' | 'edited', pullRequests: number[]): Diagnostic {
  const code = signature === 'edited' ? 'review-edited' : 'review-of-another-key';
  return { code, args: { pullRequests }, severity: 'warning' };
}

interface Searched extends Pick<Collected, 'found' | 'elsewhere' | 'spoiled'> {
  /** Reviews that show another change of these rules. */
  stale: ReadonlyMap<FoundReview, Change[]>;
  key: string | undefined;
  /** Those of the plan. */
  accounts: readonly Pick<PlannedAccount, 'name' | 'baseUrl'>[];
  /** Of commands about changes of the plan. */
  scope: (changes: readonly Change[]) => CommandScope;
}

/** Why changes without a review are not made, according to the comments found, and what to do. */
export function unreviewedFailure(unreviewed: readonly Change[], searched: Searched): JobFailure[] {
  const { found, spoiled, key, stale, scope } = searched;
  if (unreviewed.length === 0) return [];
  const [was, them] = wasIt(unreviewed);
  const ofRun = found.filter(({ isOfRun }) => isOfRun);
  // A run of a merge speaks of what was merged; reviews of earlier merges may be old and say nothing of this.
  const asked = ofRun.length > 0 ? ofRun : found;
  const now = key === undefined ? null : keyIdOf(key);
  const earlier = asked.filter(({ signature, review }) => signature === 'ours' && review.keyId !== now);
  const wholes = found.flatMap(({ signature, review }) =>
    signature === 'ours' && review.changes === null ? review.pullRequest : [],
  );
  const usedUp = found.flatMap(({ signature, review: { pullRequest, done, unneeded } }) => {
    if (signature !== 'ours') return [];
    const told = (digests: readonly string[] | undefined, what: Parts) => {
      const changes = unreviewed.filter(({ digest }) => digests?.includes(shortDigest(digest)));
      if (changes.length === 0) return [];
      return [
        say`The plan in ${pullNames([pullRequest])} shows ${changeNames(changes)}, but that ${what}: a review counts once.`,
      ];
    };
    return [
      ...told(done, say`was carried out before`),
      ...told(unneeded, say`was no longer needed when ${pullNames([pullRequest])} was applied`),
    ];
  });
  const lines = [
    say`${count(unreviewed.length, 'change')} ${was} not carried out, since no plan of a merged pull request shows ${them}: ${changeNames(unreviewed)}.`,
    ...[...stale].map(([{ review }, changes]) =>
      bareMessage({ code: 'held-reviewed', args: { pullRequest: review.pullRequest, changes } }),
    ),
    // The last line says what to do after a merge.
    ...uncounted(asked, spoiled).map((one) => (one.code === 'review-edited' ? bareMessage(one) : messageLine(one))),
    ...reviewedElsewhere(unreviewed, searched),
  ];
  if (earlier.length > 0 && unreviewed.some(hasSecrets))
    lines.push(
      say`The plan in ${pullNames(earlier.map(({ review }) => review.pullRequest))} was made with an earlier signing key: it does not cover changes with secrets.`,
    );
  if (wholes.length > 0)
    lines.push(
      say`The plan in ${pullNames(wholes)} has too many changes for a list: it counts only as a whole, and part of it is different now.`,
    );
  const undeclared = unreviewed.filter(deletesUndeclared);
  const keep = toKeep(
    undeclared.length < unreviewed.length ? ['what no file declared'] : [them],
    undeclared,
    scope(undeclared),
  );
  lines.push(
    ...usedUp.slice(0, MOST),
    keep,
    say`Merge a pull request whose plan shows ${them}, or ${runByHand(unreviewed)}`,
  );
  return [{ reason: 'plan-changed', message: joinedLines(lines) }];
}

/** Names the address that a plan was made for, if that is another one. */
function reviewedElsewhere(unreviewed: readonly Change[], { found, elsewhere, accounts }: Searched): Parts[] {
  const here = accounts.filter(({ name }) => unreviewed.some(({ account }) => account === name));
  const now = [...new Set(here.map(({ baseUrl }) => baseUrl))];
  return [...found, ...elsewhere].flatMap(({ review: { pullRequest, inboxes, changes } }) => {
    const addresses = [...new Set(inboxes?.map(({ baseUrl }) => baseUrl))].sort();
    if (changes?.length === 0 || addresses.length === 0 || addresses.some((one) => now.includes(one))) return [];
    return [
      say`The plan in ${pullNames([pullRequest])} is for ${list(addresses)}, and this run is at ${list(now)}: a plan counts for its address alone. Plan again with the address of this run.`,
    ];
  });
}

/** The accounts whose key opens another inbox than the one that the pull requests of the run showed. */
export function movedFailure(found: readonly FoundReview[]): JobFailure[] {
  const seen = found
    .filter(({ isOfRun }) => isOfRun)
    .flatMap(({ moved, review }) => review.inboxes?.filter(({ account }) => moved?.has(account)) ?? []);
  const accounts = new Map(seen.map((one) => [one.account, one]));
  return [...accounts.values()].map(({ account, baseUrl, inbox }) => {
    const why = messageLine({ code: 'another-inbox', args: { baseUrl, hadRules: inbox.oldestAt !== null } });
    return { reason: 'refused', message: say`${accountParts(account)}${why}` };
  });
}

/** Why changes that no approval covers are not made, and what to do. */
export function unapprovedFailure(unapproved: readonly Change[]): JobFailure[] {
  if (unapproved.length === 0) return [];
  const [was, them] = wasIt(unapproved);
  const message = say`${count(unapproved.length, 'change')} ${was} not carried out, since no approval covers ${them}: ${changeNames(unapproved)}. ${COVERS} Approve the pull request, which works after the merge too, and run this job again.`;
  return [{ reason: 'refused', message }];
}

/** Names the changes that come from the base, and what to do. */
export function heldNotice(changes: readonly Change[], scope: CommandScope): Diagnostic {
  return { code: 'held', args: { changes, scope }, severity: 'info' };
}

function wasIt({ length }: readonly unknown[]): readonly ['was', 'it'] | readonly ['were', 'them'] {
  return length === 1 ? ['was', 'it'] : ['were', 'them'];
}

/** Why an apply fails the job. `unreviewed`: the changes already known to be unreviewed before it ran. */
export function applyFailures(
  { code, applied }: ApplyEnd,
  unreviewed: readonly Change[],
  notices: readonly Diagnostic[],
): JobFailure[] {
  if (code === EXIT.done) return [];
  const said = notices.filter(({ severity }) => severity === 'error').map(messageLine);
  if (applied === null) return [{ reason: reasonOf(code), message: toldBelow(say`Nothing was carried out.`, said) }];
  const failures = [...broken(applied), ...refusals(applied, unreviewed, said)];
  if (code === EXIT.wrongInput)
    failures.push({ reason: 'invalid', message: toldBelow(say`The settings are wrong.`, said) });
  if (failures.length > 0 || (code === EXIT.refused && unreviewed.length > 0)) return failures;
  return [{ reason: reasonOf(code), message: toldBelow(say`The apply did not end well.`, said) }];
}

/** An apply that throws is a bug in inboxctl; the message includes the stack. */
export function bugFailure(bug: unknown): JobFailure {
  const message = say`inboxctl has a bug, which ended the apply. Some changes may have been made: run this job again, or look at a plan.`;
  return { reason: 'apply-failed', message: toldWhole(message, bugLines(bug)) };
}

/** The failure if `what`, which is needed first, could not be read. */
export function gitHubFailure(
  error: GitHubError,
  what: Parts,
  nothing: (typeof NOTHING_DONE)[keyof typeof NOTHING_DONE] | 'Nothing can be merged' = NOTHING_DONE.apply,
): JobFailure {
  return { reason: error.reason, message: say`${nothing}, since ${what} could not be read. ${error.explanation}` };
}

function reasonOf(code: ApplyEnd['code']): FailureReason {
  if (code === EXIT.wrongInput) return 'invalid';
  return code === EXIT.refused ? 'refused' : 'apply-failed';
}

function broken({ outcome, steps, differences }: Applied): JobFailure[] {
  const failed = steps.filter(({ status }) => status === 'failed');
  const rights = failed.filter(({ error }) => error?.status === 401 || error?.status === 403);
  const others = failed.filter((step) => !rights.includes(step));
  const { length: left } = steps.filter(({ status }) => status === 'not-tried');
  const untried = count(left, 'change');
  const failures: JobFailure[] = [];
  const add = (reason: FailureReason, title: Parts, lines: readonly Parts[]) =>
    failures.push({ reason, message: toldBelow(title, lines) });
  if (rights.length > 0) add('unauthorized', say`The service refused the key.`, rights.map(why));
  if (outcome === 'interrupted') add('apply-failed', say`The run was interrupted: ${untried} not tried.`, []);
  if (others.length > 0) add('apply-failed', say`${count(others.length, 'change')} failed.`, others.map(why));
  else if (left > 0 && failures.length === 0) add('apply-failed', say`${untried} not tried.`, []);
  if (differences.length > 0) {
    const rules = new Map(differences.map(({ account, rule }) => [JSON.stringify([account, rule]), { account, rule }]));
    const names = [...rules.values()].map(({ account, rule }) => [...accountParts(account), ...quoted(rule)]);
    add('apply-failed', say`The service stored rules otherwise than declared.`, names);
  }
  return failures;
}

function refusals({ steps }: Applied, unreviewed: readonly Change[], said: readonly Parts[]): JobFailure[] {
  const refused = steps.filter(({ status }) => status === 'refused');
  const known = new Set(unreviewed.map(({ digest }) => digest));
  const isChanged = (step: Step) => refusalOf(codeOf(step) ?? '').unlike !== undefined;
  const changed = refused.filter((step) => isChanged(step) && !known.has(step.change.digest));
  // A name is not free if the change that frees it is one that nobody reviewed.
  const follows = refused.some(isChanged) || unreviewed.length > 0;
  const others = refused.filter((step) => !isChanged(step) && !(follows && codeOf(step) === 'name-not-free'));
  const [first] = others;
  const failures: JobFailure[] = [];
  if (changed.length > 0) {
    const message = say`The inbox changed while this ran, so this was not carried out: ${changeNames(changed.map(({ change }) => change))}. Run the job again.`;
    failures.push({ reason: 'plan-changed', message });
  }
  if (first !== undefined) {
    const title = say`Refused: ${changeNames(others.map(({ change }) => change))}.`;
    // Steps have no reasons of their own if the whole plan was refused.
    const hasReason = first.error !== undefined || first.change.refused !== undefined;
    failures.push({ reason: 'refused', message: toldBelow(title, hasReason ? others.map(why) : said) });
  }
  return failures;
}

function codeOf({ change, error }: Step): string | null | undefined {
  return error?.code ?? change.refused;
}

function why({ change, error }: Step): Parts {
  const refused = change.refused === undefined ? say`the plan was refused` : refusalOf(change.refused).why;
  return say`${changeName(change)}: ${error === undefined ? refused : theirs(error.message)}`;
}
