/** What a reviewer must not overlook in a change. */
import type { Risk } from '../model/plan.ts';
import type { ActionType, RuleBody } from '../model/rule.ts';

const SENDS: readonly ActionType[] = ['REPLY', 'FORWARD', 'SEND_EMAIL', 'NOTIFY_SENDER'];
const LEAVES: readonly ActionType[] = ['CALL_WEBHOOK', 'NOTIFY_MESSAGING_CHANNEL', 'DRAFT_MESSAGING_CHANNEL'];
const DESTROYS: readonly ActionType[] = ['DELETE', 'MARK_SPAM'];
/** A rule with one of these is disabled by the service when it is created or replaced (measured). */
const SWITCHED_OFF: readonly ActionType[] = ['REPLY', 'FORWARD', 'SEND_EMAIL'];

interface Step {
  /** The rule as it will be; null for a delete. */
  after: RuleBody | null;
  /** The rule as it is; null for a create. */
  before: { body: RuleBody; enabled: boolean } | null;
}

/** Each risk with its test. */
const RISKS: Record<Risk, (after: RuleBody, before: Step['before']) => boolean> = {
  'sends-mail': (after) => has(after, SENDS),
  'leaves-mailbox': (after) => has(after, LEAVES),
  'destroys-mail': (after) => has(after, DESTROYS),
  'starts-sending': (after, before) => before?.enabled === true && has(after, SENDS) && !has(before.body, SENDS),
  'may-switch-off': maySwitchOff,
  'matches-everything': matchesEverything,
};

/** Takes a change's two sides, gives its risks in a fixed order. Deleting a rule has none of these. */
export function risksOf({ after, before }: Step): Risk[] {
  if (after === null) return [];
  return (Object.keys(RISKS) as Risk[]).filter((risk) => RISKS[risk](after, before));
}

/** Whether a rule with these actions may be switched off by a replace (measured). */
export function isOutbound(actions: readonly { type: string }[]): boolean {
  return actions.some(({ type }) => (SWITCHED_OFF as readonly string[]).includes(type));
}

function has(rule: RuleBody, types: readonly ActionType[]): boolean {
  return rule.actions.some(({ type }) => types.includes(type));
}

function maySwitchOff(after: RuleBody, before: Step['before']): boolean {
  if (before === null) return has(after, SWITCHED_OFF);
  if (!before.enabled) return false;
  const sends = has(after, SWITCHED_OFF) || has(before.body, SWITCHED_OFF);
  return sends && JSON.stringify({ ...after, name: '' }) !== JSON.stringify({ ...before.body, name: '' });
}

/** Only `*` in the static part, and no AI part that narrows it: with OR, the static match alone is enough. */
function matchesEverything({ condition }: RuleBody): boolean {
  const texts = Object.values(condition.static).filter((text) => text !== null);
  const catchAll = texts.length > 0 && texts.every((text) => /^[*\s]*\*[*\s]*$/.test(text));
  return catchAll && (condition.aiInstructions === null || condition.conditionalOperator === 'OR');
}
