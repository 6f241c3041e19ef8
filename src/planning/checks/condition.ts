import { ACTIONS } from '../../model/action-types.ts';
import { senderParts } from '../../model/patterns.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import { textsOf } from '../../model/texts.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

/** The service refuses rules without any condition. Blank counts as none (measured). */
export const emptyCondition: RuleCheck = (rule) => {
  const texts = conditionTexts(rule);
  if (texts.some(({ text }) => !isBlank(text))) return [];
  const blank = texts.length > 0;
  return [{ code: 'condition-empty', args: { blank }, severity: 'error', path: ['condition'], at: 'key' }];
};

/** The service returns blank texts as null (measured). If all are blank, a single error says so. */
export const blankText: RuleCheck = (rule) => {
  const texts = conditionTexts(rule);
  const blank = texts.filter(({ text }) => isBlank(text));
  if (blank.length === texts.length) return [];
  return blank.map(({ path }): RuleFinding => {
    return { code: 'text-blank', args: { key: String(path.at(-1)) }, severity: 'warning', path, at: 'key' };
  });
};

/** Without an operator, the live rule keeps its own, so the meaning of the rule depends on the inbox. */
export const missingOperator: RuleCheck = ({ condition }) => {
  if (condition.conditionalOperator || !hasAi(condition) || !hasStatic(condition)) return [];
  return [{ code: 'operator-missing', args: {}, severity: 'warning', path: ['condition'], at: 'key' }];
};

/** Without effect (measured) with one kind of condition: AND is added by the service, but OR misleads. */
export const idleOperator: RuleCheck = ({ condition }) => {
  if (condition.conditionalOperator !== 'OR' || hasAi(condition) === hasStatic(condition)) return [];
  const has = hasAi(condition) ? 'aiInstructions' : 'static';
  const path = ['condition', 'conditionalOperator'];
  return [{ code: 'operator-idle', args: { has }, severity: 'warning', path, at: 'value' }];
};

/** Some deployments refuse a lone `*` as the sender of a rule that sends mail (measured). */
export const senderTooWideToSend: RuleCheck = ({ condition, actions }) => {
  const type = actions.find(({ type }) => ACTIONS[type].outbound)?.type;
  const wide = senderParts(condition.static?.from ?? '').find((part) => /^\*+$/.test(part));
  if (type === undefined || wide === undefined) return [];
  const path = ['condition', 'static', 'from'];
  return [{ code: 'sender-too-wide-to-send', args: { sender: wide, type }, severity: 'warning', path, at: 'value' }];
};

type ResolvedCondition = ResolvedRule['condition'];

function hasAi(condition: ResolvedCondition): boolean {
  return !isBlank(condition.aiInstructions);
}

function hasStatic(condition: ResolvedCondition): boolean {
  return STATIC_KEYS.some((key) => !isBlank(condition.static?.[key]));
}

function conditionTexts(rule: ResolvedRule) {
  return textsOf(rule).filter(({ path }) => path[0] === 'condition');
}
