/** Proposals for keys that do not exist. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Level } from '../../diagnostics/shapes.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { nearest, wordMeant } from '../../model/nearest.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
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

/** Names that other programs use, in the form of `normal`. One that is a part of a key needs no row. */
const KEY_SYNONYMS: Synonyms = {
  name: ['title'],
  renamedFrom: ['oldname'],
  condition: ['filter', 'if', 'match', 'when'],
  aiInstructions: ['ai', 'prompt'],
  from: ['sender'],
  to: ['recipient'],
  actions: ['then'],
  content: ['body', 'message', 'text'],
};

const REFERENCE_SYNONYMS = {
  file: ['fromfile', 'include', 'path'],
  env: ['environment', 'fromenv', 'secret', 'var', 'variable'],
};

/** The key that an unknown one `at` a level probably means, and the level where it belongs. */
export function proposeKey(key: string, at: Level): ArgsOf<'unknown-key'>['proposal'] {
  return keyMeant(key, [at, ...ELSEWHERE[at]], KEYS, KEY_SYNONYMS);
}

type Synonyms = Readonly<Record<string, readonly string[]>>;

/** The key of one of these levels that an unknown one probably means: the same, a synonym, one with it inside, a near one. */
export function keyMeant<At extends string>(
  key: string,
  levels: readonly At[],
  keys: Readonly<Record<At, readonly string[]>>,
  synonyms: Synonyms,
): { key: string; at: At } | null {
  const word = normal(key);
  const isSame = (known: string) => normal(known) === word || synonyms[known]?.includes(word);
  const isKey = Object.values<readonly string[]>(keys).some((known) => known.includes(key));
  const isPart = (known: string) => !isKey && word.length > 2 && normal(known).includes(word);
  const guesses = [
    (level: At) => keys[level].find(isSame),
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

function normal(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
