/** Proposals for keys, action types and operators that do not exist. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import type { Level } from '../../diagnostics/shapes.ts';
import { ACTION_TYPES, ACTIONS, type ActionType, FIELD_KEYS } from '../../model/action-types.ts';
import { nearest } from '../../model/nearest.ts';
import { type ConditionalOperator, STATIC_KEYS } from '../../model/rule.ts';
import { ACTION_KEYS, CONDITION_KEYS, RULE_KEYS } from '../../model/written-rule.ts';

const KEYS: Record<Level, readonly string[]> = {
  document: ['rules'],
  rule: RULE_KEYS,
  condition: CONDITION_KEYS,
  static: STATIC_KEYS,
  action: ACTION_KEYS,
  fields: FIELD_KEYS,
};

/** Where else to look for a key, the likeliest first: `from` in a rule belongs in static. */
const ELSEWHERE: Record<Level, readonly Level[]> = {
  document: ['rule'],
  rule: ['condition', 'static', 'action', 'fields'],
  condition: ['static', 'rule'],
  static: ['condition', 'rule'],
  action: ['fields', 'rule'],
  fields: ['action', 'condition'],
};

/** Names that other programs use, in the form of `normal`. */
const KEY_SYNONYMS = new Map<string, string>([
  ['ai', 'aiInstructions'],
  ['body', 'content'],
  ['channel', 'messagingChannelId'],
  ['channelid', 'messagingChannelId'],
  ['delay', 'delayInMinutes'],
  ['delayminutes', 'delayInMinutes'],
  ['filter', 'condition'],
  ['folder', 'folderName'],
  ['if', 'condition'],
  ['instruction', 'aiInstructions'],
  ['instructions', 'aiInstructions'],
  ['labels', 'label'],
  ['match', 'condition'],
  ['message', 'content'],
  ['oldname', 'renamedFrom'],
  ['operator', 'conditionalOperator'],
  ['prompt', 'aiInstructions'],
  ['recipient', 'to'],
  ['sender', 'from'],
  ['text', 'content'],
  ['then', 'actions'],
  ['threads', 'runOnThreads'],
  ['title', 'name'],
  ['url', 'webhookUrl'],
  ['webhook', 'webhookUrl'],
  ['when', 'condition'],
]);

const OPERATOR_SYNONYMS = new Map<string, ConditionalOperator>([
  ['all', 'AND'],
  ['and', 'AND'],
  ['any', 'OR'],
  ['or', 'OR'],
]);

const REFERENCE_SYNONYMS = new Map<string, 'file' | 'env'>([
  ['environment', 'env'],
  ['fromenv', 'env'],
  ['fromfile', 'file'],
  ['include', 'file'],
  ['path', 'file'],
  ['secret', 'env'],
  ['var', 'env'],
  ['variable', 'env'],
]);

/** The key that an unknown one `at` a level probably means, and the level where it belongs. */
export function proposeKey(key: string, at: Level): ArgsOf<'unknown-key'>['proposal'] {
  const levels = [at, ...ELSEWHERE[at]];
  const meant = KEY_SYNONYMS.get(normal(key));
  for (const level of levels) {
    const same = KEYS[level].find((known) => known === meant || normal(known) === normal(key));
    if (same) return { key: same, at: level };
  }
  for (const level of levels) {
    const near = nearest(key, KEYS[level]);
    if (near) return { key: near, at: level };
  }
  return null;
}

/** The action type that an unknown one probably means. */
export function proposeActionType(written: string): ActionType | null {
  const word = normal(inCurlyQuotes(written) ?? written.replace(/[ \t]+\/\/.*$/, ''));
  const near = nearest(word, ACTION_TYPES.map(normal));
  const isMeant = (type: ActionType) => normal(type) === word || ACTIONS[type].alias?.includes(word);
  return ACTION_TYPES.find(isMeant) ?? ACTION_TYPES.find((type) => normal(type) === near) ?? null;
}

/** The operator that an unknown one probably means. */
export function proposeOperator(written: string): ConditionalOperator | null {
  return OPERATOR_SYNONYMS.get(normal(written)) ?? null;
}

/** The kind of reference that a mapping with these keys probably means. */
export function proposeReference(keys: readonly string[]): 'file' | 'env' | null {
  for (const key of keys) {
    const meant = REFERENCE_SYNONYMS.get(normal(key)) ?? nearest(key, ['file', 'env'] as const);
    if (meant) return meant;
  }
  return null;
}

function normal(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
