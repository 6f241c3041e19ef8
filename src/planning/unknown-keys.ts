/** Keys of live rules that inboxctl does not know: new ones may appear in answers at any time. */
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

/** Takes live rules, gives the paths of the keys that we do not know, such as `actions.mood`, sorted, each once. */
export function unknownKeys(live: readonly LiveRule[]): string[] {
  const found = new Set<string>();
  const look = (value: object, { order, all }: Known, path: string) => {
    let index = 0;
    // A key where it is expected takes no lookup: half the time of the whole (measured).
    for (const key in value) if (key !== order[index++] && !all.has(key)) found.add(path + key);
  };
  for (const rule of live) {
    look(rule, KNOWN.rule, '');
    look(rule.condition, KNOWN.condition, 'condition/');
    look(rule.condition.static, KNOWN.static, 'condition/static/');
    for (const action of rule.actions) {
      look(action, KNOWN.action, 'actions/*/');
      look(action.fields, KNOWN.fields, 'actions/*/fields/');
    }
  }
  return [...found].sort();
}

function known(order: readonly string[]): Known {
  return { order, all: new Set(order) };
}
