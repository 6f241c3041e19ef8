/** Keys of live rules that inboxctl does not know: new ones may appear in answers at any time. */

import { FIELD_KEYS } from '../model/action-types.ts';
import type { JournalRule } from '../model/journal.ts';
import { type LiveRule, STATIC_KEYS } from '../model/rule.ts';
import { ACTION_KEYS, CONDITION_KEYS } from '../model/written-rule.ts';

const INTEGRATION = ['integrationName', 'integrationToolName', 'integrationArgs'];

const KNOWN = {
  rule: new Set(['id', 'name', 'enabled', 'runOnThreads', 'createdAt', 'updatedAt', 'condition', 'actions']),
  condition: new Set<string>(CONDITION_KEYS),
  static: new Set<string>(STATIC_KEYS),
  action: new Set<string>([...ACTION_KEYS, ...INTEGRATION]),
  fields: new Set<string>(FIELD_KEYS),
};

/** Takes live rules, gives the paths of the keys that we do not know, such as `actions/*\/mood`, sorted, each once. */
export function unknownKeys(live: readonly LiveRule[]): string[] {
  const found = new Set<string>();
  for (const rule of live) {
    look(rule, KNOWN.rule, '', (path) => found.add(path));
    lookInside(rule, (path) => found.add(path));
  }
  return [...found].sort();
}

/**
 * Takes a rule, gives what its condition and actions have under such keys, by path. A replace loses it; what stands
 * beside them is not theirs to lose.
 */
export function unknownValues(rule: Pick<LiveRule | JournalRule, 'condition' | 'actions'>): [string, unknown][] {
  const found: [string, unknown][] = [];
  lookInside(rule, (path, value) => {
    if (value !== null) found.push([path, value]);
  });
  return found;
}

type Found = (path: string, value: unknown) => void;

function lookInside({ condition, actions }: Parameters<typeof unknownValues>[0], found: Found): void {
  look(condition, KNOWN.condition, 'condition/', found);
  look(condition.static, KNOWN.static, 'condition/static/', found);
  for (const action of actions) {
    look(action, KNOWN.action, 'actions/*/', found);
    look(action.fields, KNOWN.fields, 'actions/*/fields/', found);
  }
}

function look(value: object, known: ReadonlySet<string>, path: string, found: Found): void {
  for (const key in value) if (!known.has(key)) found(path + key, Reflect.get(value, key));
}
