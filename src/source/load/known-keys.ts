/** Proposals for keys that do not exist. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Level } from '../../diagnostics/shapes.ts';
import { ACTION_TYPES, type ActionType, fieldsOf, isSendable } from '../../model/action-types.ts';
import { minutesOf } from '../../model/minutes.ts';
import { nearest, wordMeant } from '../../model/nearest.ts';
import { recordOf } from '../../model/record-of.ts';
import { writtenRule } from '../../model/written-rule.ts';

const RULE = writtenRule.shape;
const ACTION = RULE.actions.element.shape;

/** What each key of a mapping takes. */
const SHAPES: Record<Level, Record<string, { safeParse: (value: unknown) => { success: boolean } }>> = {
  document: { rules: writtenRule.array() },
  rule: RULE,
  condition: RULE.condition.shape,
  static: RULE.condition.shape.static.unwrap().unwrap().shape,
  action: ACTION,
  fields: ACTION.fields.unwrap().unwrap().shape,
};

/** What people call a key, and its name here. */
const SYNONYMS = 'title/name title/subject sender/from recipient/to body/content prompt/aiInstructions'.split(' ');

const REFERENCE_SYNONYMS = {
  file: ['fromfile', 'include', 'path'],
  env: ['environment', 'fromenv', 'secret', 'var', 'variable'],
};

/** What is known about an unknown key `at` a level. `around`: the mappings from the rule to the one that has it. */
export function unknownKey(key: string, at: Level, around: readonly unknown[]): ArgsOf<'unknown-key'> {
  const [rule, outer, mapping] = [around[0], around.at(-2), around.at(-1)].map(Object);
  const value: unknown = Reflect.get(mapping, key);
  const isOfAction = (level: Level) => level === 'action' || level === 'fields';
  const type: ActionType | undefined = isOfAction(at) ? [mapping.type, outer.type].find(isSendable) : undefined;
  const keysAt = (level: Level) => (level === 'fields' && type ? fieldsOf(type) : Object.keys(SHAPES[level]));
  // What a rule sends is not guessed from what it looks for.
  const isNear = (level: Level) => isOfAction(level) === isOfAction(at) || (at === 'rule' && level === 'action');
  const levels = [...new Set([at, ...(Object.keys(SHAPES) as Level[]).filter(isNear)])];
  const has: Partial<Record<Level, object>> = { rule, [at]: mapping };
  const isFree = (one: string, level: Level) => !Object.hasOwn(has[level] ?? {}, one);
  const free = recordOf(levels, (level) => keysAt(level).filter((one) => isFree(one, level)));
  const meant = keyMeant(key, levels, free);
  const [isOn, isMeant] = [stateIn(key), isOfAction(at) ? null : stateIn(String(value))];
  const named = meant?.key === 'actions' ? String(value) : at === 'rule' && value !== false ? key : '';
  const guesses: { key?: string; at: Level; value?: unknown }[] = [
    { at, ...(meant && isSame(meant.key, key) && meant) },
    { key: 'delayInMinutes', at: 'action', value: delayIn(key, value, type !== undefined) ?? 0 },
    { key: 'enabled', at: 'rule', value: isOn === null || isMeant === null ? '' : isOn === isMeant },
    { at, ...meant },
    { key: 'type', at: 'action', value: ACTION_TYPES.find((one) => isSame(one, named)) },
  ];
  const proposal = guesses.find((one): one is { key: string; at: Level } => {
    const shape = one.key !== undefined && free[one.at]?.includes(one.key) ? SHAPES[one.at][one.key] : undefined;
    return shape?.safeParse('value' in one ? one.value : value).success === true;
  });
  return { key, at, keys: keysAt(at), proposal: proposal ?? null };
}

/** The minutes that a key with its value says: `delayInHours: 2`, `after: 2 days`. */
function delayIn(key: string, value: unknown, isAction: boolean): number | null {
  const words = key.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase();
  const [unit] = /\b(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|week)s?\b/.exec(words) ?? [];
  const isDelay = /^(?:delay|wait|defer)/.test(words);
  // A number counts what the key says: `delayMs` is not minutes.
  if (!/^[\d.]+$/.test(String(value))) return isDelay || isAction ? minutesOf(value) : null;
  if (unit) return isDelay || isAction ? minutesOf(`${value} ${unit}`) : null;
  return /^(?:delay|wait|defer)$/.test(words) ? minutesOf(value) : null;
}

/** Whether a word says that something is on or off. */
function stateIn(word: string): boolean | null {
  const state =
    /^(?:is|rule)?(not)?(dis|in|de|un)?(?:en)?(?:(off|no?|false|0|paused?|stopped|suspended)|abled?|activ(?:e|ated?)|on|y|yes|true|1|state|status)$/;
  const [said, ...not] = state.exec(normal(word)) ?? [];
  return said === undefined ? null : not.filter(Boolean).length % 2 === 0;
}

/** The key of one of these levels that an unknown one probably means: the same, a synonym, one of its words, a near one. */
function keyMeant<At extends string>(
  key: string,
  levels: readonly At[],
  keys: Readonly<Record<At, readonly string[]>>,
): { key: string; at: At } | null {
  const word = normal(key);
  const isMeant = (known: string) => normal(known) === word || SYNONYMS.includes(`${word}/${known}`);
  const isKey = Object.values(SHAPES).some((shape) => Object.keys(shape).some((one) => isSame(one, key)));
  const isPart = (known: string) =>
    !isKey && word.length > 3 && known.split(/(?=[A-Z])/).some((part) => part.toLowerCase() === word);
  const guesses = [
    (level: At) => keys[level].find(isMeant),
    (level: At) => keys[level].find(isPart) ?? nearest(key, keys[level]),
  ];
  for (const guess of guesses) {
    for (const at of levels) {
      const found = guess(at);
      if (found) return { key: found, at };
    }
  }
  return null;
}

/** The kind of reference that a mapping with these keys probably means. */
export function proposeReference(keys: readonly string[]): 'file' | 'env' | null {
  for (const key of keys) {
    const meant = wordMeant(normal(key), REFERENCE_SYNONYMS) ?? nearest(key, ['file', 'env'] as const);
    if (meant) return meant;
  }
  return null;
}

function isSame(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

function normal(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
