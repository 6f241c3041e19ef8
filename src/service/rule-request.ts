import type { Condition, RuleBody } from '../model/rule.ts';

/**
 * A rule as it is sent (API spec 4.4, 4.6): the canonical form, in which only `conditionalOperator` may be left out.
 * Left out or null, a create stores AND, and a replace keeps the old value (measured). `runOnThreads` is always
 * sent, since leaving it out turns it on.
 */
export interface RuleRequest extends Omit<RuleBody, 'condition'> {
  condition: Omit<Condition, 'conditionalOperator'> & {
    conditionalOperator?: Condition['conditionalOperator'] | undefined;
  };
}
