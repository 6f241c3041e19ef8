/** Checks of when a rule applies. */
import { ACTIONS } from '../../model/action-types.ts';
import { senderParts } from '../../model/patterns.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { isParkedSubject } from '../parking.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

/** A rule without any condition is refused, and blank counts as none (measured). */
export const emptyCondition: RuleCheck = ({ condition }) => {
  if (hasAi(condition) || hasStatic(condition)) return [];
  const blank = textsOf(condition).some(({ text }) => typeof text === 'string');
  return [{ code: 'condition-empty', args: { blank }, severity: 'error', path: ['condition'], at: 'key' }];
};

/** A blank text comes back as null (measured). If all are blank, one error says so. */
export const blankText: RuleCheck = ({ condition }) => {
  if (!hasAi(condition) && !hasStatic(condition)) return [];
  const blank = textsOf(condition).filter(({ text }) => typeof text === 'string' && isBlank(text));
  return blank.map(({ key, path }): RuleFinding => {
    return { code: 'text-blank', args: { key }, severity: 'warning', path, at: 'key' };
  });
};

/** Left out, the live rule's operator stays: what the rule means then depends on the inbox. */
export const missingOperator: RuleCheck = ({ condition }) => {
  if (condition.conditionalOperator || !hasAi(condition) || !hasStatic(condition)) return [];
  return [{ code: 'operator-missing', args: {}, severity: 'warning', path: ['condition'], at: 'key' }];
};

/**
 * With one kind of condition the operator has no effect (measured). AND is not worth a word, since the service adds it
 * to every rule; OR looks as if `from` or `subject` were enough.
 */
export const idleOperator: RuleCheck = ({ condition }) => {
  if (condition.conditionalOperator !== 'OR' || hasAi(condition) === hasStatic(condition)) return [];
  const has = hasAi(condition) ? 'aiInstructions' : 'static';
  const path = ['condition', 'conditionalOperator'];
  return [{ code: 'operator-idle', args: { has }, severity: 'warning', path, at: 'value' }];
};

/** A lone `*` as the sender, together with an action that sends, is refused by some deployments (measured). */
export const senderTooWideToSend: RuleCheck = ({ condition, actions }) => {
  const type = actions.find(({ type }) => ACTIONS[type].outbound)?.type;
  const wide = senderParts(condition.static?.from ?? '').find((part) => /^\*+$/.test(part));
  if (type === undefined || wide === undefined) return [];
  const path = ['condition', 'static', 'from'];
  return [{ code: 'sender-too-wide-to-send', args: { sender: wide, type }, severity: 'warning', path, at: 'value' }];
};

/** Such a rule would be taken for one that an apply put aside, and replaced by each apply. */
export const reservedSubject: RuleCheck = ({ condition }) => {
  if (!isParkedSubject(condition.static?.subject ?? null)) return [];
  const path = ['condition', 'static', 'subject'];
  return [{ code: 'subject-reserved', args: {}, severity: 'error', path, at: 'value' }];
};

type ResolvedCondition = ResolvedRule['condition'];

function hasAi(condition: ResolvedCondition): boolean {
  return !isBlank(condition.aiInstructions);
}

function hasStatic(condition: ResolvedCondition): boolean {
  return STATIC_KEYS.some((key) => !isBlank(condition.static?.[key]));
}

function textsOf(condition: ResolvedCondition) {
  return [
    { key: 'aiInstructions' as const, text: condition.aiInstructions, path: ['condition', 'aiInstructions'] },
    ...STATIC_KEYS.map((key) => ({ key, text: condition.static?.[key], path: ['condition', 'static', key] })),
  ];
}
