/** Changes of rules that archive what their instructions find. */

import type { Change, ShownRule } from '../../../src/model/plan.ts';
import { shownChange, shownRule } from '../../harness/shown-rule.ts';

export function archiving(name: string, aiInstructions = `find ${name}`): ShownRule {
  return shownRule({ conditionalOperator: 'AND', aiInstructions }, undefined, { name });
}

/** A change of the rule; what is not given is as it would be. */
export function changeOf(op: Change['op'], name: string, more: Partial<Change> = {}): Change {
  const before = op === 'create' ? null : archiving(name, `once ${name}`);
  return shownChange({ op, name, before, after: op === 'delete' ? null : archiving(name), ...more });
}
