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

const KNOWN = {
  rule: new Set(RULE),
  condition: new Set(CONDITION),
  static: new Set<string>(STATIC_KEYS),
  action: new Set(ACTION),
  fields: new Set<string>(FIELD_KEYS),
};

/** Takes live rules, gives the paths of the keys that we do not know, such as `actions.mood`, sorted, each once. */
export function unknownKeys(live: readonly LiveRule[]): string[] {
  const found = new Set<string>();
  const look = (value: object, known: ReadonlySet<string>, path: string) => {
    for (const key in value) if (!known.has(key)) found.add(path + key);
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
