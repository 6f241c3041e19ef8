/** Keys of live rules that inboxctl does not know: new ones may appear in answers at any time. */
import type { JournalRule } from '../model/journal.ts';
import { FIELD_KEYS, type LiveRule, STATIC_KEYS } from '../model/rule.ts';

const RULE = ['id', 'name', 'enabled', 'runOnThreads', 'createdAt', 'updatedAt', 'condition', 'actions'];
const CONDITION = ['conditionalOperator', 'aiInstructions', 'static'];
const ACTION = [
  'type',
  'messagingChannelId',
  'fields',
  'delayInMinutes',
  'integrationName',
  'integrationToolName',
  'integrationArgs',
];

/** Keys in the order of the API, in which they come most of the time. */
interface Known {
  order: readonly string[];
  all: ReadonlySet<string>;
}

const KNOWN = {
  rule: known(RULE),
  condition: known(CONDITION),
  static: known(STATIC_KEYS),
  action: known(ACTION),
  fields: known(FIELD_KEYS),
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

function look(value: object, { order, all }: Known, path: string, found: Found): void {
  let index = 0;
  // A key where it is expected takes no lookup: half the time of the whole (measured).
  for (const key in value) if (key !== order[index++] && !all.has(key)) found(path + key, Reflect.get(value, key));
}

function known(order: readonly string[]): Known {
  return { order, all: new Set(order) };
}
