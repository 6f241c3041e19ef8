/** Guards: what stops a whole account, because a mistake there would delete rules. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type GuardFinding, type GuardFlags, isGuard } from '../diagnostics/guards.ts';
import { compareText } from '../model/compare-text.ts';
import type { PlanSettings } from '../model/project.ts';
import type { Work } from './changes.ts';

interface GuardFacts {
  /** Deletes that would be carried out, duplicates included, renames not. */
  deletes: number;
  declared: number;
  live: number;
  /** Live rules that match a glob of `ignore`. */
  ignored: number;
  /** Declared rules that are live, under their own name or one that they are renamed from. */
  matched: number;
}

/** What the guards of an account go by, but for its deletes: those may still be refused one by one. */
export interface Guarding {
  account: string;
  facts: Omit<GuardFacts, 'deletes'>;
  /** As set; a flag comes before it. */
  guard: PlanSettings['guard'];
  flags: GuardFlags;
  /** Whether a rule breaks the policy. */
  violated: boolean;
  /** The run that the plan goes back to before; null where it is one of the files. */
  rollbackOf: string | null;
}

/** A plan as far as guards go. */
interface Guardable {
  work: readonly Work[];
  notices: Diagnostic[];
  guarding: Guarding;
  guarded: boolean;
}

/** Takes a plan; gives it with what its guards say of the deletes that would be carried out now, and nothing of earlier. */
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
 * One row a guard of deletes. The first that stops the plan is reported. That every live rule would be deleted needs no row of its
 * own: files that lead there have nothing in common with what is live.
 */
const DELETE_GUARDS: readonly Guard[] = [
  ({ declared, deletes, live }) =>
    declared === 0 ? { code: 'guard-nothing-declared', args: { deletes, live } } : null,
  ({ matched, deletes, live }, { flags }) =>
    matched === 0 && deletes > (flags.maxDeletes ?? 0)
      ? { code: 'guard-nothing-in-common', args: { deletes, live } }
      : null,
  ({ deletes, live, ignored }, { flags, guard, rollbackOf }) => {
    const setting = flags.maxDeletes ?? guard.maxDeletes;
    const from = flags.maxDeletes === null ? 'setting' : 'flag';
    const limit = deleteLimit(setting, live - ignored);
    const args = { deletes, limit, setting, from, live, ignored, rollbackOf } as const;
    return deletes > limit ? { code: 'guard-max-deletes', args } : null;
  },
];

/**
 * The guard that stops an account, or null. All of them guard deletes: without any nothing stops it, and `--allow-empty`
 * lifts all where nothing is declared.
 */
function stoppedBy(facts: GuardFacts, guarding: Guarding): GuardFinding | null {
  if (facts.deletes === 0 || (facts.declared === 0 && guarding.flags.allowEmpty)) return null;
  for (const guard of DELETE_GUARDS) {
    const finding = guard(facts, guarding);
    if (finding !== null) return finding;
  }
  return null;
}

/** The most deletes that `maxDeletes` allows: a number is taken exactly; a share of `rules` is rounded down, then at least 2. */
export function deleteLimit(setting: number | string, rules: number): number {
  if (typeof setting === 'number') return setting;
  return Math.max(2, Math.floor((rules * Number.parseInt(setting, 10)) / 100));
}

/** The notices of an account in their order: those of no rule first, then by rule; equal plans say equal things. */
export function sortedNotices(notices: readonly Diagnostic[]): Diagnostic[] {
  return [...notices].sort((a, b) => compareText(a.rule ?? '', b.rule ?? '') || compareText(a.code, b.code));
}
