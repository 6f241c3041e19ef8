/** Guards: what stops a whole account, because a mistake there would delete rules. */
import type { Finding } from '../model/diagnostic.ts';
import type { PlanSettings } from '../model/project.ts';

export interface GuardFacts {
  /** Deletes that would be carried out, duplicates included, renames not. */
  deletes: number;
  declared: number;
  live: number;
  /** Live rules that match a glob of `ignore`. */
  ignored: number;
  /** Declared names that are live. */
  matched: number;
}

/** What the user lifts with flags: `--allow-empty` and `--max-deletes N`. */
export interface GuardFlags {
  allowEmpty: boolean;
  maxDeletes: number | null;
}

/** Takes the facts of one account, gives the guard that stops it, or null. */
export function guard(
  facts: GuardFacts,
  settings: Pick<PlanSettings, 'maxDeletes'>,
  flags: GuardFlags,
): Finding<'guard-nothing-declared' | 'guard-max-deletes'> | null {
  const { deletes, declared, live } = facts;
  if (deletes === 0) return null;
  if (declared === 0) {
    return flags.allowEmpty ? null : { code: 'guard-nothing-declared', args: { deletes, live } };
  }
  const setting = flags.maxDeletes ?? settings.maxDeletes;
  const limit = deleteLimit(setting, live - facts.ignored);
  if (deletes <= limit) return null;
  return { code: 'guard-max-deletes', args: { deletes, limit, setting, live, noneMatch: facts.matched === 0 } };
}

/** Takes `maxDeletes` and the rules that it is a share of: a number is taken exactly; a share is rounded down, and is then at least 2. */
export function deleteLimit(setting: number | string, rules: number): number {
  if (typeof setting === 'number') return setting;
  return Math.max(2, Math.floor((rules * Number.parseInt(setting, 10)) / 100));
}
