/** The values of a rule, and the differences between two rules, as data for all formats. */
import { escapeAddresses } from '../diagnostics/escape-control.ts';
import { FIELD_KEYS } from '../model/action-types.ts';
import type { Shown, ShownAction, ShownRule, ShownText } from '../model/plan.ts';
import { ADDRESS_KEYS, STATIC_KEYS } from '../model/rule.ts';
import { alignActions } from './align.ts';

/** The value of a field. */
export type Value = ShownText | number | boolean;
export type NamedValue = [string, Value];

/** A field that has different values in two rules or two actions. */
export interface FieldDifference {
  key: string;
  before: Value;
  after: Value;
  /** Whether both values are secrets that look alike but differ. */
  isOtherSecret: boolean;
}

/** Returns the values of a rule, without its actions and defaults. */
export function ruleValues(rule: ShownRule): NamedValue[] {
  return conditionValues(rule).filter(
    ([key, value]) =>
      value !== null && !(key === 'runOnThreads' && value) && !(key === 'conditionalOperator' && joinsNothing(rule)),
  );
}

/** Whether the operator is AND with at most one part to join. The service stores that for a rule without an operator. */
function joinsNothing({ condition }: ShownRule): boolean {
  if (condition?.conditionalOperator !== 'AND') return false;
  return (condition.aiInstructions ?? null) === null || !STATIC_KEYS.some((key) => condition.static?.[key] != null);
}

/** Returns the values of an action, without its type and delay. */
export function actionValues(action: ShownAction): NamedValue[] {
  return everyActionValue(action).filter(([, value]) => value !== null);
}

/** Returns the differences between two rules. `actions` is empty if they are equal. */
export function ruleDifferences(before: ShownRule, after: ShownRule) {
  const values = (rule: ShownRule): NamedValue[] => [['name', rule.name], ...conditionValues(rule)];
  const actions = alignActions(known(before.actions), known(after.actions));
  return {
    fields: differences(values(before), values(after)),
    actions: actions.every(({ kind }) => kind === 'same') ? [] : actions,
  };
}

/** Returns the differences between two actions of the same type. */
export function actionDifferences(before: ShownAction, after: ShownAction): FieldDifference[] {
  const values = (action: ShownAction): NamedValue[] => {
    const { delayInMinutes: minutes } = action;
    return [...everyActionValue(action), ['delay', minutes === null ? null : delay(minutes)]];
  };
  return differences(values(before), values(after));
}

const MINUTES: readonly [number, string][] = [
  [1440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
];

/** Formats minutes in the largest unit that divides them: 1440 is `1 day`. */
export function delay(minutes: number): string {
  const [size, unit] = MINUTES.find(([length]) => minutes % length === 0) ?? [1, 'minute'];
  const number = minutes / size;
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

export function headline({ type }: ShownAction): string {
  return type ?? '(type not compared)';
}

/** Returns `, after 1 day` to follow the headline of an action; empty without a delay. */
export function afterDelay({ delayInMinutes: minutes }: ShownAction): string {
  return minutes === null ? '' : `, after ${delay(minutes)}`;
}

/** Compares two lists with the same keys in the same order. */
function differences(before: readonly NamedValue[], after: readonly NamedValue[]): FieldDifference[] {
  const old = new Map(before);
  return after.flatMap(([key, value]) => {
    const was = old.get(key) ?? null;
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    const isOtherSecret = isSecret(was) && isSecret(value) && was.shown === value.shown;
    return [{ key, before: was, after: value, isOtherSecret }];
  });
}

function conditionValues({ runOnThreads, condition }: ShownRule): NamedValue[] {
  return [
    ['runOnThreads', runOnThreads],
    ['conditionalOperator', condition?.conditionalOperator ?? null],
    ['aiInstructions', condition?.aiInstructions ?? null],
    ...STATIC_KEYS.map((key): NamedValue => [`static.${key}`, condition?.static?.[key] ?? null]),
  ];
}

function everyActionValue({ messagingChannelId, fields }: ShownAction): NamedValue[] {
  return [
    ['messagingChannelId', messagingChannelId],
    ...FIELD_KEYS.map((key): NamedValue => [key, fields?.[key] ?? null]),
  ];
}

function known(actions: ShownRule['actions']): ShownAction[] {
  return (actions ?? []).filter((action) => action !== null);
}

/** Returns a value for display. In addresses and hosts, letters outside ASCII show as codes. */
export function marked<V extends Value>(key: string, value: V): V | string {
  const isMarked = ['webhookUrl', ...ADDRESS_KEYS].includes(key.replace(/^static\./, ''));
  return isMarked && typeof value === 'string' ? escapeAddresses(value) : value;
}

export function isText(value: Value): value is string | null {
  return value === null || typeof value === 'string';
}

function isSecret(value: Value): value is Shown {
  return value !== null && typeof value === 'object';
}
