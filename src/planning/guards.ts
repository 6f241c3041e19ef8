/** Guards stop a whole account if a mistake there could delete rules. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type GuardFinding, type GuardFlags, isGuard } from '../diagnostics/guards.ts';
import { compareText } from '../model/compare-text.ts';
import { DEFAULT_ACCOUNT, type PlanSettings } from '../model/project.ts';
import type { Work } from './changes.ts';

interface GuardFacts {
  /** Deletes that would be carried out, including duplicates but not renames. */
  deletes: number;
  declared: number;
  live: number;
  ignored: number;
  /** Live rules that are declared, or that a declared one is renamed from. */
  matched: number;
}

/** What the guards check, except for the deletes, since single ones may still be refused. */
export interface Guarding {
  account: string;
  facts: Omit<GuardFacts, 'deletes'>;
  guard: PlanSettings['guard'];
  flags: GuardFlags;
  violated: boolean;
  isRollback: boolean;
  /** Whether this may be another inbox than at the base. Its rules must not be taken for those of the files. */
  otherInbox?: boolean;
}

type Guardable = { work: readonly Work[]; notices: Diagnostic[]; guarding: Guarding; guarded: boolean };

/** Adds the guards' findings about the deletes that would be carried out now. Earlier guard findings are dropped. */
export function withGuards<Plan extends Guardable>(plan: Plan): Plan {
  const { work, guarding } = plan;
  const deletes = work.filter(({ change }) => change.op === 'delete' && change.refused === undefined).length;
  const stop = stoppedBy({ ...guarding.facts, deletes }, guarding);
  const others = plan.notices.filter((one) => !isGuard(one));
  const said: Diagnostic[] = stop === null ? [] : [{ ...stop, severity: 'error', account: guarding.account }];
  return { ...plan, notices: sortedNotices([...others, ...said]), guarded: stop !== null || guarding.violated };
}

type Guard = (facts: GuardFacts, guarding: Guarding) => GuardFinding | null;

/**
 * One row per guard; the first one that stops the plan is reported. Rollbacks pass them too, as if one rule were declared
 * and live. "Deletes every live rule" needs no row: it only happens if files and live rules have nothing in common.
 */
const DELETE_GUARDS: readonly Guard[] = [
  ({ declared, deletes, live }, { otherInbox }) =>
    declared === 0 ? { code: 'guard-nothing-declared', args: { deletes, live, otherInbox } } : null,
  ({ matched, deletes, live }, { flags, account, otherInbox }) =>
    matched === 0 && deletes > (flags.maxDeletes ?? 0)
      ? { code: 'guard-nothing-in-common', args: { deletes, live, isOnly: account === DEFAULT_ACCOUNT, otherInbox } }
      : null,
  ({ deletes, live, ignored }, { flags, guard, isRollback, otherInbox }) => {
    const setting = flags.maxDeletes ?? guard.maxDeletes;
    const from = flags.maxDeletes === null ? 'setting' : 'flag';
    const limit = deleteLimit(setting, live - ignored);
    const args = { deletes, limit, setting, from, live, ignored, isRollback, otherInbox } as const;
    return deletes > limit ? { code: 'guard-max-deletes', args } : null;
  },
];

/** The guard that stops an account, or null: none without deletes, nor if nothing is declared with --allow-empty. */
function stoppedBy(facts: GuardFacts, guarding: Guarding): GuardFinding | null {
  if (facts.deletes === 0 || (facts.declared === 0 && guarding.flags.allowEmpty)) return null;
  return DELETE_GUARDS.map((guard) => guard(facts, guarding)).find((finding) => finding !== null) ?? null;
}

/** The most deletes that `maxDeletes` allows. A percentage of `rules` is rounded down, but is at least 2. */
export function deleteLimit(setting: number | string, rules: number): number {
  if (typeof setting === 'number') return setting;
  return Math.max(2, Math.floor((rules * Number.parseInt(setting, 10)) / 100));
}

/** Sorts the notices of an account: first those without a rule, then by rule. Equal plans list them equally. */
export function sortedNotices(notices: readonly Diagnostic[]): Diagnostic[] {
  return [...notices].sort((a, b) => compareText(a.rule ?? '', b.rule ?? '') || compareText(a.code, b.code));
}
