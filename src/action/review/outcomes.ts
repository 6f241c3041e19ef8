/** What became of each change of a run, from the plan and the result of the apply. */
import { EXIT, type ExitCode } from '../../cli/exit-code.ts';
import { OPEN } from '../../diagnostics/action.ts';
import { refusalOf } from '../../diagnostics/changes.ts';
import { count, grouped } from '../../diagnostics/counts.ts';
import { inRow, type Parts, theirs } from '../../diagnostics/message.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import type { Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import { splitByCount } from '../../planning/counted.ts';
import { accountName, type Inline, line } from '../../report/inline.ts';
import type { DecidedPlan } from './decide.ts';

/** How many accounts an apply applied to, and which it could not read, as texts; null if it read them all. */
export function partOf({ accounts }: Pick<Plan, 'accounts'>): { head: Inline; unread: Inline } | null {
  const unread = accounts.flatMap(({ name, error }) => (error === undefined ? [] : [accountName(name)]));
  if (unread.length === 0) return null;
  const head = line`Applied in ${grouped(accounts.length - unread.length)} of ${count(accounts.length, 'account')}`;
  return { head, unread: line`Not read: ${inRow(unread, MOST_UNREAD)}.` };
}

const MOST_UNREAD = 10;

/** A change and what became of it. */
export interface ChangeOutcome extends Pick<Change, 'account' | 'op' | 'name' | 'digest'> {
  /** Why it is still open; null if it is not. */
  open: Parts | null;
  /** Whether it was made, which uses up its review. True even if the service stored it differently. */
  isMade: boolean;
  /** It comes from the base, and is left alone. */
  isHeld?: boolean;
}

export interface Outcomes {
  /** null if nothing could be planned. */
  plan: DecidedPlan | null;
  /** null if all accounts were read. */
  part?: ReturnType<typeof partOf>;
  outcomes: ChangeOutcome[];
  /** Whether these are all changes that are needed: all accounts were read, and `only` left out none. */
  isWhole: boolean;
  /** The input `only` left out changes. */
  isLimited?: boolean;
}

/** Whether the input `only` left out changes of the plan. */
export function isLimited({ notices }: Pick<Plan, 'notices'>): boolean {
  return notices.some((one) => one.code === 'plan-partial' && one.args.leftOut > 0);
}

/** How an apply ended. `applied` is null if it says nothing about changes. */
export type ApplyEnd = { code: ExitCode; applied: Applied | null; isLost?: true };

/** `skipped`: somebody else made the change just before. */
function wasMade(status: Step['status']): status is 'done' | 'skipped' {
  return status === 'done' || status === 'skipped';
}

/** `unreviewed`, the `unapproved` ones of them, and `held` are changes of the plan. `applied`: null if nothing was. */
export function outcomesOf(
  plan: Plan | null,
  { unreviewed, held, unapproved }: Record<'unreviewed' | 'held' | 'unapproved', readonly Change[]>,
  end: ApplyEnd | null,
): Outcomes {
  if (plan === null) return { plan, outcomes: [], isWhole: false };
  const refused = new Set(unreviewed);
  const notApproved = new Set(unapproved.map(({ digest }) => digest));
  const whyRefused = ({ digest }: Pick<Change, 'digest'>) =>
    openParts(notApproved.has(digest) ? 'unapproved' : 'unreviewed');
  const untold = openParts(end?.isLost ? 'not-known' : 'not-tried');
  const outcome = ({ account, op, name, digest }: Change, open: Parts | null, isMade: boolean): ChangeOutcome => {
    return { account, op, name, digest, open, isMade };
  };
  const left = held.map((change) => ({ ...outcome(change, openParts('unreviewed'), false), isHeld: true }));
  const planned = plan.changes
    .filter((change) => !held.includes(change))
    .map((change) => outcome(change, refused.has(change) ? whyRefused(change) : untold, false));
  const applied = end?.applied ?? null;
  const tried = (applied?.steps ?? []).map((step) => {
    const isUnreviewed = (step.error?.code ?? step.change.refused) === 'unreviewed';
    const open = isUnreviewed ? whyRefused(step.change) : whyOpen(step, applied);
    return outcome(step.change, open, wasMade(step.status));
  });
  // If all went well, a change that is no longer needed was made by somebody else.
  const gone = end?.code === EXIT.done ? [] : splitByCount(planned, digestOf, tried.map(digestOf)).others;
  const limited = isLimited(plan);
  const isWhole = plan.complete && !limited && (end === null || applied !== null);
  return { plan, part: partOf(plan), isLimited: limited, outcomes: [...tried, ...left, ...gone], isWhole };
}

const digestOf = ({ digest }: Pick<Change, 'digest'>) => digest;

function whyOpen({ change, status, error }: Step, applied: Applied | null): Parts | null {
  const { account, name, refused } = change;
  if (wasMade(status)) {
    const differs = applied?.differences.some((one) => one.account === account && one.rule === name) === true;
    return differs ? openParts('stored-otherwise') : null;
  }
  // Without what was asked, which has the id of the rule: accounts with the same reason are named together.
  if (error !== undefined) return [theirs(error.brief ?? error.message)];
  if (refused !== undefined) return refusalOf(refused).why;
  return status === 'failed' ? [theirs(status)] : openParts(status);
}

function openParts(code: keyof typeof OPEN): Parts {
  return [OPEN[code]];
}
