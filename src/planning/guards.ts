/** Guards: what stops a whole account, because a mistake there would delete rules. */
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import type { PlanSettings } from '../model/project.ts';
import { sortedNotices } from './notices.ts';
import type { Work } from './work.ts';

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

/** What the user lifts with flags: `--allow-empty` and `--max-deletes N`. */
export interface GuardFlags {
  allowEmpty: boolean;
  maxDeletes: number | null;
}

/** What the guards of an account go by, but for its deletes: those may still be refused one by one. */
export interface Guarding {
  account: string;
  facts: Omit<GuardFacts, 'deletes'>;
  /** As set; a flag comes before it. */
  maxDeletes: PlanSettings['maxDeletes'];
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
  const stop = guard({ ...guarding.facts, deletes }, guarding);
  const others = plan.notices.filter(({ code }) => !code.startsWith('guard-'));
  const said: Diagnostic[] = stop === null ? [] : [{ ...stop, severity: 'error', account: guarding.account }];
  return { ...plan, notices: sortedNotices([...others, ...said]), guarded: stop !== null || guarding.violated };
}

/**
 * Takes the facts of one account, gives the guard that stops it, or null. A plan of files that deletes every live rule has
 * nothing in common with them, so no guard of its own is needed for that.
 */
function guard(
  { deletes, declared, live, ignored, matched }: GuardFacts,
  { maxDeletes, flags, rollbackOf }: Pick<Guarding, 'maxDeletes' | 'flags' | 'rollbackOf'>,
): Finding<'guard-nothing-declared' | 'guard-nothing-in-common' | 'guard-max-deletes'> | null {
  if (deletes === 0) return null;
  if (declared === 0) {
    return flags.allowEmpty ? null : { code: 'guard-nothing-declared', args: { deletes, live } };
  }
  if (flags.maxDeletes !== null && deletes <= flags.maxDeletes) return null;
  if (matched === 0) return { code: 'guard-nothing-in-common', args: { deletes, live } };
  const setting = flags.maxDeletes ?? maxDeletes;
  const from = flags.maxDeletes === null ? 'setting' : 'flag';
  const limit = deleteLimit(setting, live - ignored);
  if (deletes <= limit) return null;
  return { code: 'guard-max-deletes', args: { deletes, limit, setting, from, live, ignored, rollbackOf } };
}

/** Takes `maxDeletes` and the rules that it is a share of: a number is taken exactly; a share is rounded down, and is then at least 2. */
export function deleteLimit(setting: number | string, rules: number): number {
  if (typeof setting === 'number') return setting;
  return Math.max(2, Math.floor((rules * Number.parseInt(setting, 10)) / 100));
}
