/** Risks: what a reviewer must notice in a change. */
import { ACTIONS, isOutbound } from '../model/action-types.ts';
import { DEFAULT_RULES } from '../model/default-rules.ts';
import { isAddressPattern, senderParts, subjectAlternatives } from '../model/patterns.ts';
import type { Risk } from '../model/plan.ts';
import { type RuleBody, STATIC_KEYS, type StaticKey } from '../model/rule.ts';
import { mixedAddresses } from './checks/texts.ts';

type RiskSides = { after: RuleBody | null; before: { body: RuleBody; enabled: boolean } | null };

const RISKS: Record<Risk, (after: RuleBody, before: RiskSides['before']) => boolean> = {
  'sends-mail': (after) => has(after, 'sends-mail'),
  'leaves-mailbox': (after) => has(after, 'leaves-mailbox'),
  'destroys-mail': (after) => has(after, 'destroys-mail'),
  'starts-sending': (after, before) =>
    before?.enabled === true && has(after, 'sends-mail') && !has(before.body, 'sends-mail'),
  'may-switch-off': maySwitchOff,
  'example-text': (after, before) => maySwitchOff(after, before) && hasExampleText(after),
  'matches-everything': matchesEverything,
  'mixed-scripts': ({ condition, actions }) =>
    [condition.static, ...actions.map(({ fields }) => fields)].some((texts) => mixedAddresses(texts).length > 0),
  'trusts-sender': trustsSender,
  'default-rule': ({ name }, before) => before?.body.name !== name && DEFAULT_RULES.has(before?.body.name ?? ''),
};

/** In a fixed order. A delete has at most the last one. */
export function risksOf({ after, before }: RiskSides): Risk[] {
  if (after === null) return DEFAULT_RULES.has(before?.body.name ?? '') ? ['default-rule'] : [];
  return (Object.keys(RISKS) as Risk[]).filter((risk) => RISKS[risk](after, before));
}

/** They go by types of actions, whether the live rule is on, or its name. The others depend on texts that can be secret. */
const NO_SECRETS: readonly Risk[] = ['sends-mail', 'leaves-mailbox', 'destroys-mail', 'starts-sending', 'default-rule'];

/** The risks of a saved change. `saved`: those of the file, for what depends on the live rule and on secret texts. */
export function risksOfShown(
  before: RuleBody | null,
  after: RuleBody | null,
  saved: { risks: readonly Risk[]; hasSecret: boolean },
): Risk[] {
  const where = (enabled: boolean) => risksOf({ before: before && { body: before, enabled }, after });
  const [off, on] = [where(false), where(true)];
  const isOpen = (risk: Risk) => on.includes(risk) || (saved.hasSecret && !NO_SECRETS.includes(risk));
  const risks = Object.keys(RISKS) as Risk[];
  return risks.filter((risk) => off.includes(risk) || (saved.risks.includes(risk) && isOpen(risk)));
}

function has(rule: RuleBody, risk: Risk): boolean {
  return rule.actions.some(({ type }) => ACTIONS[type].risk === risk);
}

/** Whether a rule has the example texts of the service's web page. It switches such a rule off (measured). */
function hasExampleText({ condition, actions }: RuleBody): boolean {
  const { from, to } = condition.static;
  if (to?.includes('@company.com') || from?.includes('@mycompany.com')) return true;
  return actions.some(({ fields }) => fields.content?.includes('cal.com/example'));
}

/** Whether the service creates a rule switched off: it sends mail, or has example texts (measured). */
export function isCreatedOff(rule: RuleBody): boolean {
  return isOutbound(rule.actions) || hasExampleText(rule);
}

/** The service also disables a rule that is replaced by one with example texts, or that sends mail and does something else then. */
function maySwitchOff(after: RuleBody, before: RiskSides['before']): boolean {
  if (before === null) return isCreatedOff(after);
  const sends = isOutbound(after.actions) || isOutbound(before.body.actions);
  return before.enabled && (hasExampleText(after) || (sends && effectOf(after) !== effectOf(before.body)));
}

/** What a rule does, whatever its name and the order of its actions. */
function effectOf(rule: RuleBody): string {
  const actions = rule.actions.map((action) => JSON.stringify(action)).sort();
  return JSON.stringify({ ...rule, name: '', actions });
}

/** Whether a rule does harm for an address of `from`, which anybody can write into a display name (measured). */
function trustsSender(after: RuleBody): boolean {
  const { from } = after.condition.static;
  const isHarmful = NO_SECRETS.some((risk) => has(after, risk));
  return isHarmful && from !== null && !anybody(from) && senderParts(from).some(isAddressPattern);
}

/** Whether every static matcher fits every mail and no AI part narrows it. With OR, the static match is enough. */
function matchesEverything({ condition }: RuleBody): boolean {
  const set = STATIC_KEYS.filter((key) => condition.static[key] !== null);
  const fitsAll = (key: StaticKey) => {
    const text = condition.static[key] ?? '';
    if (key !== 'subject') return anybody(text);
    return subjectAlternatives(text).some((one) => one === '' || areStars(one));
  };
  const catchAll = set.length > 0 && set.every(fitsAll);
  return catchAll && (condition.aiInstructions === null || condition.conditionalOperator === 'OR');
}

/** `@*`, `*@*` and `*.*`: each fits every address. */
const ANY_ADDRESS = /^(?:\**@\*+(?:\.\*+)?|\*+\.\*+)$/;

function anybody(text: string): boolean {
  return senderParts(text).some((part) => areStars(part) || ANY_ADDRESS.test(part));
}

/** Stars, and white space between them. In one pattern, a long row of stars before another character takes minutes. */
function areStars(text: string): boolean {
  return text.includes('*') && /^[*\s]+$/.test(text);
}
