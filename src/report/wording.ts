/** How a plan is spoken of, by where it comes from: the files, or the journal of a run that is taken back. */

import { count, grouped } from '../diagnostics/counts.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import type { Change, Counts, PlanDocument, PlannedAccount } from '../model/plan.ts';

export interface Wording {
  /** The command that carries the plan out, as it is typed. */
  command: string;
  /** Above the changes of an account. */
  heading: (account: PlannedAccount) => string;
  /** Beside a change that no file declares. */
  origin: (change: Change) => string;
  /** Why there is no change. */
  nothing: (counts: Counts) => string;
  /** What is said at an end that is well; `rules`: of which rules. */
  converged: (rules: string) => string;
  /** What the live rules are, or are not, at the end. */
  wanted: string;
  /** What a value is that the service stored in another way. */
  value: string;
}

export const OF_FILES: Wording = {
  command: 'inboxctl apply',
  heading: ({ live, declared }) => `${count(live, 'live rule')}, ${grouped(declared)} declared`,
  origin: ({ reason }) =>
    reason === 'duplicate' ? 'a second live rule of this name' : 'live, but no file declares it',
  nothing: ({ unchanged }) =>
    unchanged === 0 ? 'nothing is declared' : `${count(unchanged, 'rule is', 'rules are')} live as declared`,
  converged: (rules) => `the ${rules} are as declared`,
  wanted: 'as declared',
  value: 'declared',
};

const ORIGINS: Record<Change['op'], string> = {
  create: 'it was there before that run',
  replace: 'back to what it was before that run',
  delete: 'that run created it',
};

/** Takes the run that is taken back. */
export function wordingOf(run: string): Wording {
  return {
    command: `inboxctl rollback ${escapeControl(run)}`,
    heading: ({ live }) => count(live, 'live rule'),
    origin: ({ op }) => ORIGINS[op],
    nothing: ({ unchanged }) =>
      unchanged === 0
        ? 'that run left nothing to take back'
        : `${count(unchanged, 'rule')} of that run ${unchanged === 1 ? 'is' : 'are'} as before it`,
    converged: () => 'what that run changed is as before it',
    wanted: 'as before that run',
    value: 'before',
  };
}

type Said = Pick<PlanDocument, 'only' | 'summary'> & { notices: readonly { code: string }[] };

/** Why a plan has no change. */
export function nothingText(plan: Said, wording: Wording = OF_FILES): string {
  const { only, summary } = plan;
  const unclear = plan.notices.filter(({ code }) => code === 'rollback-unclear').length;
  if (unclear > 0) return `what that run did to ${count(unclear, 'rule')} is not known`;
  if (only !== undefined) return 'nothing to do for the rules that match --only';
  const switched = switchedText(plan);
  if (switched === null) return wording.nothing(summary);
  const unchanged = summary.unchanged - otherwiseSwitched(plan);
  return unchanged > 0 ? `${wording.nothing({ ...summary, unchanged })}, ${switched}` : switched;
}

/** How many rules are on or off against what their files say, which no apply changes; null: none. */
export function switchedText(plan: Pick<Said, 'notices'>): string | null {
  const number = otherwiseSwitched(plan);
  return number === 0
    ? null
    : `${count(number, 'rule is', 'rules are')} on or off against ${number === 1 ? 'its file' : 'their files'}`;
}

/** What is so after an apply that converged; `part` says of which accounts, where not of all. */
export function convergedText(said: Pick<Said, 'only' | 'notices'>, wording: Wording = OF_FILES, part = ''): string {
  const rules = said.only === undefined ? 'live rules' : 'rules of --only';
  return switchedText(said) ?? wording.converged(`${rules}${part}`);
}

function otherwiseSwitched({ notices }: Pick<Said, 'notices'>): number {
  return notices.filter(({ code }) => code === 'enabled-differs').length;
}
