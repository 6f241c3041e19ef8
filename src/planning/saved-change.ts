/**
 * Changes of a plan file. What is shown of one besides what its digest covers is made anew from the rules before and after:
 * nobody reads a name, a difference or a risk there that these do not have.
 */
import { isSendable } from '../model/action-types.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import type { RuleBody } from '../model/rule.ts';
import { mapTexts, textsOf } from '../model/texts.ts';
import { patchBetween } from './changes.ts';
import { risksOfShown } from './risks.ts';

/** The first key that does not fit the rest of the change, as no plan has it; null if there is none. */
export function misfitIn({ op, id, before, after, source, reason }: Change): keyof Change | null {
  if ((before === null) !== (op === 'create') || !isCanonical(before)) return 'before';
  if ((after === null) !== (op === 'delete') || !isCanonical(after)) return 'after';
  if ((id === null) !== (op === 'create')) return 'id';
  if (op === 'delete') return source === null ? null : 'source';
  return reason === undefined ? null : 'reason';
}

/** A change that fits, as its rules say. */
export function asItsRulesSay(change: Change): Change {
  const { before, after, risks } = change;
  const isRenamed = before !== null && after !== null && before.name !== after.name;
  const hasSecret = after !== null && textsOf(after as RuleBody).some(({ text }) => typeof text !== 'string');
  return {
    ...change,
    name: (after ?? before)?.name ?? '',
    patch: patchBetween(before, after),
    risks: risksOfShown(bodyOf(before), bodyOf(after), { risks, hasSecret }),
    renamedFrom: isRenamed ? before.name : undefined,
  };
}

function isCanonical(rule: ShownRule | null): boolean {
  if (rule === null) return true;
  const { runOnThreads, condition, actions } = rule;
  const areKnown = actions?.every((action) => action?.fields != null && isSendable(action.type ?? ''));
  return runOnThreads !== null && condition?.static != null && areKnown === true;
}

/** In place of each secret is a text that is the same where the secret is. */
function bodyOf(rule: ShownRule | null): RuleBody | null {
  return (
    rule && mapTexts(rule as RuleBody, (text: unknown) => (typeof text === 'string' ? text : JSON.stringify(text)))
  );
}
