/** How a plan is spoken of, by where it comes from: the files, or the journal of a run that is taken back. */
import type { Change, Counts, PlannedAccount } from '../model/plan.ts';
import { harmless } from './harmless.ts';
import { count, grouped } from './lines.ts';

export interface Wording {
  /** The command that carries the plan out, as it is typed. */
  command: string;
  /** Above the changes of an account. */
  heading: (account: PlannedAccount) => string;
  /** Beside a change that no file declares. */
  origin: (change: Change) => string;
  /** Why there is no change. */
  nothing: (counts: Counts) => string;
  /** What the live rules are, or are not, at the end. */
  wanted: string;
  /** What a value is that the service stored in another way. */
  value: string;
}

export const OF_FILES: Wording = {
  command: 'inboxctl apply',
  heading: ({ live, declared }) => `${count(live, 'rule')} live, ${grouped(declared)} declared`,
  origin: ({ reason }) =>
    reason === 'duplicate' ? '(a second live rule of this name)' : '(live, but no file declares it)',
  nothing: ({ unchanged }) =>
    unchanged === 0 ? 'nothing is declared' : `${count(unchanged, 'rule is', 'rules are')} live as declared`,
  wanted: 'as declared',
  value: 'declared',
};

const ORIGINS: Record<Change['op'], string> = {
  create: '(it was there before that run)',
  replace: '(back to what it was before that run)',
  delete: '(that run created it)',
};

/** Takes the run that is taken back. */
export function wordingOf(run: string): Wording {
  return {
    command: `inboxctl rollback ${harmless(run)}`,
    heading: ({ live }) => `${count(live, 'rule')} live`,
    origin: ({ op }) => ORIGINS[op],
    nothing: ({ unchanged }) =>
      unchanged === 0
        ? 'that run left nothing to take back'
        : `${count(unchanged, 'rule')} of that run ${unchanged === 1 ? 'is' : 'are'} as before it`,
    wanted: 'as before that run',
    value: 'before',
  };
}
