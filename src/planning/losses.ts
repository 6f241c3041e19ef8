/**
 * The parts of a live rule that no request can carry: some types of actions, and unknown keys, which services may add
 * at any time. A replace drops them, and only the service's web page can restore them.
 */

import type { Finding } from '../diagnostics/diagnostic.ts';
import { FIELD_KEYS, isSendable } from '../model/action-types.ts';
import { type LiveRule, STATIC_KEYS } from '../model/rule.ts';
import type { KeptRule } from '../model/snapshot.ts';
import { ACTION_KEYS, CONDITION_KEYS } from '../model/written-rule.ts';
import type { AccountRedactor } from './account-redactor.ts';

type WouldDrop = Finding<'would-drop-integration'> | Finding<'would-drop-unknown'>;

/** Why a live rule is not replaced unless the loss is accepted. Empty if nothing would be lost. */
export function wouldDrop(live: LiveRule, { text }: AccountRedactor): WouldDrop[] {
  const types = unsendableTypes(live);
  const keys = unknownPaths(live).map(text);
  return [
    ...(types.length === 0 ? [] : [{ code: 'would-drop-integration' as const, args: { types } }]),
    ...(keys.length === 0 ? [] : [{ code: 'would-drop-unknown' as const, args: { keys } }]),
  ];
}

/** The findings about these losses if they are accepted or the rule is deleted. */
export function lost(drops: readonly WouldDrop[], op: 'replace' | 'delete'): Finding[] {
  return drops.map((drop) =>
    drop.code === 'would-drop-integration'
      ? { code: 'integration-lost', args: { ...drop.args, op } }
      : { code: 'unknown-lost', args: { ...drop.args, op } },
  );
}

/** The types of actions that no request can carry, each once. */
export function unsendableTypes({ actions }: { actions: readonly { type: string }[] }): string[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => !isSendable(type)))].sort();
}

/** The paths of values under unknown keys, each once. */
export function unknownPaths(rule: ConditionAndActions): string[] {
  return [...new Set(unknownValues(rule).map(([path]) => path))].sort();
}

type ConditionAndActions = Pick<LiveRule | KeptRule, 'condition' | 'actions'>;

const KNOWN = {
  rule: ['id', 'name', 'enabled', 'runOnThreads', 'createdAt', 'updatedAt', 'condition', 'actions'],
  condition: CONDITION_KEYS,
  static: STATIC_KEYS,
  action: [...ACTION_KEYS, 'integrationName', 'integrationToolName', 'integrationArgs'],
  fields: FIELD_KEYS,
};

/** The paths of unknown keys in live rules, such as `actions/*\/mood`, sorted, each once. */
export function unknownKeys(live: readonly LiveRule[]): string[] {
  const found = live.flatMap((rule) => [...unknownIn(rule, KNOWN.rule, ''), ...unknownInside(rule)]);
  return [...new Set(found.map(([path]) => path))].sort();
}

/**
 * The values under unknown keys in the condition and the actions, by path: what a replace drops. Unknown keys of the
 * rule itself do not count.
 */
export function unknownValues(rule: ConditionAndActions): [string, unknown][] {
  return unknownInside(rule).filter(([, value]) => value !== null);
}

function unknownInside({ condition, actions }: ConditionAndActions): [string, unknown][] {
  return [
    ...unknownIn(condition, KNOWN.condition, 'condition/'),
    ...unknownIn(condition.static, KNOWN.static, 'condition/static/'),
    ...actions.flatMap((action) => [
      ...unknownIn(action, KNOWN.action, 'actions/*/'),
      ...unknownIn(action.fields, KNOWN.fields, 'actions/*/fields/'),
    ]),
  ];
}

function unknownIn(value: object, known: readonly string[], path: string): [string, unknown][] {
  const keys = Object.keys(value).filter((key) => !known.includes(key));
  return keys.map((key) => [path + key, Reflect.get(value, key)]);
}
