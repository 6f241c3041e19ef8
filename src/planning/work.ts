import type { Change } from '../model/plan.ts';
import type { LiveRule, RuleBody } from '../model/rule.ts';
import type { Declared } from './secrets.ts';

/** What carries a change out. It holds secrets in the clear, so it never leaves the program. */
export interface Work {
  change: Change;
  /** The rule to be sent; null for a delete. */
  wanted: RuleBody | null;
  /** The live rule to be replaced or deleted; null for a create. */
  live: LiveRule | null;
  /** What tells which texts of the two are secrets, where no declared rule does. */
  secrets?: { live: Declared; wanted: Declared };
}
