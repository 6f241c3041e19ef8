/** What became of the changes of a run: the plan that was made first, and what the apply says that it did. */
import { EXIT, type ExitCode } from '../../cli/exit-code.ts';
import type { ApplyDocument } from '../../model/applied.ts';
import type { Change, PlanDocument } from '../../model/plan.ts';

/** A change, and whether it is still to be made. */
export interface Fate extends Pick<Change, 'account' | 'op' | 'name' | 'digest'> {
  /** Why it is open; null: it is not. */
  open: string | null;
}

export interface Fates {
  /** null: nothing could be planned. */
  plan: Pick<PlanDocument, 'digest' | 'changes'> | null;
  fates: Fate[];
  /** Whether these are all changes that are needed: false where the rules of an account could not be read. */
  isWhole: boolean;
}

/** How an apply ended; the document is null where it says nothing of changes. */
export interface ApplyEnd {
  code: ExitCode;
  document: ApplyDocument | null;
}

const UNREVIEWED = 'no review shows it';
const NOT_TRIED = 'it was not tried';

const WHY: Partial<Record<ApplyDocument['changes'][number]['status'], string>> = {
  refused: 'refused: see the run',
  held: 'held back, since a create of this run was not made',
  'not-tried': NOT_TRIED,
};

/** Takes the plan, what of it was not reviewed, and how the apply ended (null: there was none). */
export function fatesOf(plan: PlanDocument | null, unreviewed: readonly Change[], applied: ApplyEnd | null): Fates {
  if (plan === null) return { plan, fates: [], isWhole: false };
  const refused = new Set(unreviewed);
  const planned = plan.changes.map((change) => fate(change, refused.has(change) ? UNREVIEWED : NOT_TRIED));
  if (applied === null) return { plan, fates: planned, isWhole: plan.complete };
  const { code, document } = applied;
  const tried = (document?.changes ?? []).map((change) => fate(change, whyOpen(change, document)));
  // Where all went well, what is not among the changes any more was made by somebody else.
  const gone = code === EXIT.done ? [] : without(planned, tried);
  return { plan, fates: [...tried, ...gone], isWhole: plan.complete && document !== null };
}

function fate({ account, op, name, digest }: Fate | Change | Tried, open: string | null): Fate {
  return { account, op, name, digest, open };
}

type Tried = ApplyDocument['changes'][number];

function whyOpen({ account, op, name, status, error }: Tried, document: ApplyDocument | null): string | null {
  if (status === 'done' || status === 'skipped') {
    const differs = document?.differences.some((one) => one.account === account && one.rule === name) === true;
    if (differs) return 'made, but the service stored it differently';
    const isParked = document?.notices.some((one) => one.code === 'left-parked' && one.account === account) === true;
    return isParked && op === 'replace' ? 'made, but a rule is still put aside: see the run' : null;
  }
  if (error?.code === 'unreviewed') return UNREVIEWED;
  return error?.message ?? WHY[status] ?? status;
}

/** Those of the first that the second does not have, or not as often. */
function without(all: readonly Fate[], those: readonly Fate[]): Fate[] {
  const left = new Map<string, number>();
  for (const { digest } of those) left.set(digest, (left.get(digest) ?? 0) + 1);
  return all.filter(({ digest }) => {
    const count = left.get(digest) ?? 0;
    left.set(digest, count - 1);
    return count <= 0;
  });
}
