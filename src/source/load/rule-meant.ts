/** What only rules say in other words: delays, states, actions. */
import { ACTIONS, FIELD_KEYS, isSendable } from '../../model/action-types.ts';
import { minutesOf } from '../../model/minutes.ts';
import { ADDRESS_KEYS, type Path } from '../../model/rule.ts';
import { actionMeant, delayIn, stateIn } from './action-meant.ts';
import { kindOf } from './plain.ts';
import { valueAt } from './schema-walk.ts';

/** What a value at a path of a rule may mean, in other forms than its schema knows. */
export function ruleReadings(value: unknown, at: Path, rule: unknown): unknown[] {
  const key = String(at.at(-1));
  if (key === 'delayInMinutes') return [minutesOf(value)];
  const isInCondition = kindOf(valueAt(rule, ['condition'])) === 'mapping';
  if (key === 'conditionalOperator') return isInCondition ? [operatorIn(value)] : [];
  // `from:@example.com` is not for the AI.
  const isPrompt = key === 'condition' && typeof value === 'string' && /\s/.test(value) && !/\w:|@/.test(value);
  if (isPrompt) return [{ aiInstructions: value }];
  if (Array.isArray(value) && ADDRESS_KEYS.some((one) => one === key)) return [value.join(', ')];
  if (key === 'fields') {
    const type = String(valueAt(rule, [...at.slice(0, -1), 'type']));
    const needs = isSendable(type) && ACTIONS[type].needs;
    return needs && !FIELD_KEYS.some((one) => one === value) ? [{ [needs]: value }] : [];
  }
  if (key !== 'actions') return [];
  const pairs = kindOf(value) === 'mapping' ? Object.entries(Object(value)) : [];
  const texts = typeof value === 'string' ? value.split(/\s*[,;+\n]\s*|\s+(?:and|then)\s+/) : [];
  return [texts.map(actionMeant), [actionMeant(value)], pairs.map((pair) => actionMeant(Object.fromEntries([pair])))];
}

type Said = { level: Path; key: string; value: unknown };

/** What an unknown key at a level of a rule says together with its value, in keys of other names. */
export function saidByKey(key: string, value: unknown, at: Path, type: unknown): Said[] {
  const isOfAction = at[0] === 'actions';
  const action = isOfAction ? at.slice(0, 2) : ['actions', 0];
  const [isOn, isMeant] = [stateIn(key), isOfAction ? null : stateIn(String(value))];
  const minutes = delayIn(key, value, isSendable(String(type)));
  return [
    ...(minutes === null ? [] : [{ level: action, key: 'delayInMinutes', value: minutes }]),
    ...(isOn === null || isMeant === null ? [] : [{ level: [], key: 'enabled', value: isOn === isMeant }]),
    ...(at.join() === 'condition' && !/^(?:un|no|only|exc)/i.test(key)
      ? [{ level: at, key: 'conditionalOperator', value: operatorIn(value) }]
      : []),
  ];
}

function operatorIn(word: unknown): string | undefined {
  if (/^(?:or|any)$/i.test(String(word))) return 'OR';
  return /^(?:and|all)$/i.test(String(word)) ? 'AND' : undefined;
}
