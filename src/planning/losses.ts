/**
 * The parts of a live rule that no request can carry: some types of actions, and unknown keys, which services may add
 * at any time. A replace drops them, and only the service's web page can restore them.
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import { FIELD_KEYS, isSendable } from '../model/action-types.ts';
import type { Change } from '../model/plan.ts';
import { type LiveRule, STATIC_KEYS } from '../model/rule.ts';
import { ACTION_KEYS, CONDITION_KEYS } from '../model/written-rule.ts';
import type { AccountRedactor } from './account-redactor.ts';

/** Why a change is refused, as a code, and the findings about that; else the findings about what it loses. */
export type Verdict = { refused: string | undefined; findings: Finding[] };

/** What a change loses of a live rule. A replace is refused for it, unless the loss is accepted; a delete is not. */
export function lossOf(
  live: LiveRule | null,
  op: Change['op'],
  { text }: AccountRedactor,
  { allowLoss }: { allowLoss: boolean },
): Verdict {
  const types = live === null ? [] : unsendableTypes(live);
  const keys = live === null ? [] : unknownPaths(live).map(text);
  const isRefused = op === 'replace' && !allowLoss;
  const way = op === 'delete' ? op : 'replace';
  const findings: Finding[] = [];
  if (types.length > 0) {
    const args = { types, op: way } as const;
    findings.push(isRefused ? { code: 'would-drop-integration', args: { types } } : { code: 'integration-lost', args });
  }
  if (keys.length > 0) {
    const args = { keys, op: way } as const;
    findings.push(isRefused ? { code: 'would-drop-unknown', args: { keys } } : { code: 'unknown-lost', args });
  }
  return { refused: isRefused ? findings[0]?.code : undefined, findings };
}

export function unsendableTypes({ actions }: { actions: readonly { type: string }[] }): string[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => !isSendable(type)))].sort();
}

export function unknownPaths(rule: ConditionAndActions): string[] {
  return [...new Set(unknownValues(rule).map(([path]) => path))].sort();
}

type ConditionAndActions = Pick<LiveRule, 'condition' | 'actions'>;

const LIVE_KEYS = ['id', 'name', 'enabled', 'runOnThreads', 'createdAt', 'updatedAt', 'condition', 'actions'];

const KNOWN = {
  condition: CONDITION_KEYS,
  static: STATIC_KEYS,
  action: [...ACTION_KEYS, 'integrationName', 'integrationToolName', 'integrationArgs'],
  fields: FIELD_KEYS,
};

/** The finding about unknown keys in live rules, with their paths, such as `actions/*\/mood`. */
export function unknownLiveKeys(live: readonly LiveRule[], { text }: AccountRedactor): Finding[] {
  const found = live.flatMap((rule) => [...unknownIn(rule, LIVE_KEYS, ''), ...unknownInside(rule)]);
  const keys = [...new Set(found.map(([path]) => path))].sort().map(text);
  return keys.length === 0 ? [] : [{ code: 'unknown-live-keys', args: { keys } }];
}

/** The values under unknown keys of condition and actions, by path: what a replace drops. */
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
