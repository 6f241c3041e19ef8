/** The words for a plan, by its origin: the files, or a run that is rolled back. */
import { count, grouped } from '../diagnostics/counts.ts';
import { codeOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import type { Change, Counts, PlanDocument, PlannedAccount } from '../model/plan.ts';

export interface Wording {
  /** The command that carries the plan out. */
  command: string;
  /** The heading above the changes of an account. */
  heading: (account: PlannedAccount) => string;
  /** What follows each refusal: who says so, if it is not this run. */
  says: string;
  /** The note beside a change that no file declares. */
  origin: (change: Change) => string;
  /** Whether to say how to keep what no file declares. */
  keeps: boolean;
  /** What is said of rules that need no change, and of live rules that the plan leaves as they are. */
  unchanged: string;
  kept: string;
  /** The reason why there are no changes. */
  nothing: (counts: Counts) => string;
  /** The result of an apply that converged. `rules` says which rules it covered. */
  converged: (rules: string) => string;
  /** The goal for the live rules, such as `as declared`. */
  wanted: string;
  /** The label of a declared value that the service stored differently. */
  value: string;
}

export const OF_FILES: Wording = {
  command: 'inboxctl apply',
  says: '',
  heading: ({ live, declared }) => `${count(live, 'live rule')}, ${grouped(declared)} declared`,
  origin: ({ reason }) =>
    reason === 'duplicate' ? 'a second live rule of this name' : 'live, but no file declares it',
  keeps: true,
  unchanged: 'unchanged',
  kept: 'left alone',
  nothing: ({ unchanged }) =>
    unchanged === 0 ? 'nothing is declared' : `${count(unchanged, 'rule is', 'rules are')} live as declared`,
  converged: (rules) => `the ${rules} are as declared`,
  wanted: 'as declared',
  value: 'declared',
};

/** The words for a plan in a report of drift, which says itself how to keep what somebody made. */
export const OF_DRIFT: Wording = { ...OF_FILES, keeps: false };

const SAID = ', as the file says';

/** The words for a plan from a plan file, where nothing but the file tells why a change is refused, or is one of a duplicate. */
export const OF_PLAN_FILE: Wording = {
  ...OF_FILES,
  says: SAID,
  origin: (change) => `${OF_FILES.origin(change)}${change.reason === 'duplicate' ? SAID : ''}`,
};

const ORIGINS: Record<Change['op'], string> = {
  create: 'it was there before that run',
  replace: 'back to what it was before that run',
  delete: 'that run created it',
};

/** Returns the words for a rollback by this command. */
export function ofRollback(command = 'inboxctl rollback'): Wording {
  return {
    command: escapeControl(command),
    says: '',
    heading: ({ live }) => count(live, 'live rule'),
    origin: ({ op }) => ORIGINS[op],
    keeps: false,
    unchanged: 'as before that run',
    kept: 'not of that run',
    nothing: ({ unchanged }) =>
      unchanged === 0
        ? 'that run left nothing to take back'
        : `${count(unchanged, 'rule')} of that run ${unchanged === 1 ? 'is' : 'are'} as before it`,
    converged: () => 'what that run changed is as before it',
    wanted: 'as before that run',
    value: 'before',
  };
}

type WordedPlan = Pick<PlanDocument, 'only' | 'summary'> & { notices: readonly Diagnostic[] };

/** Says why a plan has no changes. */
export function nothingText(plan: WordedPlan, wording: Wording = OF_FILES): string {
  const { only, summary } = plan;
  if (only !== undefined) return 'nothing to do for the rules that match --only';
  const switched = switchedText(plan);
  if (switched === null) return wording.nothing(summary);
  const unchanged = summary.unchanged - otherwiseSwitched(plan);
  return unchanged > 0 ? `${wording.nothing({ ...summary, unchanged })}, ${switched}` : switched;
}

/** Counts the rules that are on or off against their files, which no apply changes. Null if there are none. */
export function switchedText(plan: Pick<WordedPlan, 'notices'>): string | null {
  const number = otherwiseSwitched(plan);
  return number === 0
    ? null
    : `${count(number, 'rule is', 'rules are')} on or off against ${number === 1 ? 'its file' : 'their files'}`;
}

/** What a run left out: accounts that could not be read, and changes that come from the base. */
export type NotCovered = { unread: boolean; held: boolean };

/** Describes an apply that converged, up to what it left out. */
export function convergedText(
  said: Pick<WordedPlan, 'only' | 'notices'>,
  wording: Wording,
  notCovered: NotCovered = { unread: false, held: false },
): string {
  const rules = said.only === undefined ? 'live rules' : 'selected rules';
  const read = notCovered.unread ? ' of the accounts that were read' : '';
  const apart = notCovered.held ? ', apart from what is left alone,' : '';
  return switchedText(said) ?? wording.converged(`${rules}${read}${apart}`);
}

function otherwiseSwitched({ notices }: Pick<WordedPlan, 'notices'>): number {
  return notices.filter((notice) => codeOf(notice) === 'enabled-differs').length;
}
