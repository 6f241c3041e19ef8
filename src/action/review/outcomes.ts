/** What became of the changes of a run: the plan that was made first, and what the apply says that it did. */
import { EXIT, type ExitCode } from '../../cli/exit-code.ts';
import { count, grouped, listed } from '../../diagnostics/counts.ts';
import type { AppliedChange, ApplyDocument } from '../../model/applied.ts';
import type { Change, PlanDocument } from '../../model/plan.ts';
import { splitByCount } from '../../planning/counted.ts';
import { nameInCode } from '../../report/markdown/escape.ts';

/** What an apply says where it could not read some accounts: how many it applied to, and which it could not read. */
export function partOf({ accounts }: Pick<PlanDocument, 'accounts'>): { head: string; unread: string } | null {
  const unread = accounts.flatMap(({ name, error }) => (error === undefined ? [] : nameInCode(name)));
  if (unread.length === 0) return null;
  const head = `Applied in ${grouped(accounts.length - unread.length)} of ${count(accounts.length, 'account')}`;
  return { head, unread: `Not read: ${listed(unread, MOST_UNREAD)}.` };
}

const MOST_UNREAD = 10;

/** A change, and whether it is still to be made. */
export interface ChangeOutcome extends Pick<Change, 'account' | 'op' | 'name' | 'digest'> {
  /** Why it is open; null: it is not. */
  open: string | null;
  /** Whether the inbox has it by now, as far as its review is concerned: also where the service stored it differently. */
  isMade: boolean;
}

export interface Outcomes {
  /** null: nothing could be planned. */
  plan: Pick<PlanDocument, 'digest' | 'changes'> | null;
  /** null: all accounts were read. */
  part?: ReturnType<typeof partOf>;
  outcomes: ChangeOutcome[];
  /** Whether these are all changes that are needed: false where the rules of an account could not be read. */
  isWhole: boolean;
}

/** How an apply ended; the document is null where it says nothing of changes. */
export interface ApplyEnd {
  code: ExitCode;
  document: ApplyDocument | null;
  /** A bug ended it: what it did is not known. */
  isLost?: true;
}

const UNREVIEWED = 'no review that still counts shows it';
const UNAPPROVED = 'no approval covers it';
const NOT_TRIED = 'it was not tried';
const NOT_KNOWN = 'what became of it is not known: see the run';

const WHY: Partial<Record<ApplyDocument['changes'][number]['status'], string>> = {
  refused: 'refused: see the run',
  held: 'held back, since a create of this run was not made',
  'not-tried': NOT_TRIED,
};

/** Skipped: somebody else made it just before. */
const MADE: ReadonlySet<string> = new Set(['done', 'skipped']);

/** `unreviewed` and those of them that are `unapproved` are changes of the plan; `applied` is null where nothing was applied. */
export function outcomesOf(
  plan: PlanDocument | null,
  { unreviewed, unapproved }: { unreviewed: readonly Change[]; unapproved: readonly Change[] },
  applied: ApplyEnd | null,
): Outcomes {
  if (plan === null) return { plan, outcomes: [], isWhole: false };
  const part = partOf(plan);
  const refused = new Set(unreviewed);
  const notApproved = new Set(unapproved.map(({ digest }) => digest));
  const whyRefused = ({ digest }: Pick<Change, 'digest'>) => (notApproved.has(digest) ? UNAPPROVED : UNREVIEWED);
  const untold = applied?.isLost ? NOT_KNOWN : NOT_TRIED;
  const planned = plan.changes.map((change) =>
    outcome(change, refused.has(change) ? whyRefused(change) : untold, false),
  );
  if (applied === null) return { plan, part, outcomes: planned, isWhole: plan.complete };
  const { code, document } = applied;
  const tried = (document?.changes ?? []).map((change) =>
    outcome(
      change,
      change.error?.code === 'unreviewed' ? whyRefused(change) : whyOpen(change, document),
      MADE.has(change.status),
    ),
  );
  // Where all went well, what is not among the changes any more was made by somebody else.
  const gone = code === EXIT.done ? [] : splitByCount(planned, digestOf, tried.map(digestOf)).others;
  return { plan, part, outcomes: [...tried, ...gone], isWhole: plan.complete && document !== null };
}

function outcome(
  { account, op, name, digest }: Change | AppliedChange,
  open: string | null,
  isMade: boolean,
): ChangeOutcome {
  return { account, op, name, digest, open, isMade };
}

const digestOf = ({ digest }: ChangeOutcome) => digest;

function whyOpen({ account, op, name, status, error }: AppliedChange, document: ApplyDocument | null): string | null {
  if (MADE.has(status)) {
    const differs = document?.differences.some((one) => one.account === account && one.rule === name) === true;
    if (differs) return 'made, but the service stored it differently';
    const isParked = document?.notices.some((one) => one.code === 'left-parked' && one.account === account) === true;
    return isParked && op === 'replace' ? 'made, but a rule is still put aside: see the run' : null;
  }
  return error?.message ?? WHY[status] ?? status;
}
