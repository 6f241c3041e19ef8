/** The problems of a seed, from the issues of its schema. */
import type * as z from 'zod';
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../model/nearest.ts';
import type { Path } from '../../model/rule.ts';
import { SEED_KEYS, type SeedConflict } from '../../sandbox/seed.ts';
import type { SettingFinding } from '../../source/load/settings-text.ts';

/** `seed` is the parsed JSON. */
export function seedFindings(issues: readonly z.core.$ZodIssue[], seed: unknown): SettingFinding[] {
  return issues.flatMap((issue): SettingFinding[] => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    if (issue.code === 'custom') {
      const params = issue.params as SeedConflict;
      return [{ ...conflictFinding(params), path, at: params.conflict === 'either' ? 'key' : 'value' }];
    }
    if (issue.code === 'unrecognized_keys') {
      const level = String(path.findLast((part) => typeof part === 'string') ?? '');
      return issue.keys.map((key) => ({ ...unknownKey(key, level), path: [...path, key], at: 'key' }));
    }
    const value = path.reduce((inner: unknown, part) => Reflect.get(Object(inner), part), seed);
    const args = { path: shownPath(path), written: JSON.stringify(value) ?? null, expected: expectedBy(issue) };
    return [{ code: 'seed-value', args, path, at: value === undefined ? 'key' : 'value' }];
  });
}

function unknownKey(key: string, level: string): Finding {
  const keys = SEED_KEYS[level] ?? [];
  const to = nearest(key, keys, 2);
  return {
    code: 'unknown-key',
    args: { of: 'seed', key, level, keys, proposal: to === null ? null : { how: 'rename', to } },
  };
}

function conflictFinding(conflict: SeedConflict): Finding {
  switch (conflict.conflict) {
    case 'either':
      return { code: 'seed-either', args: { keys: conflict.keys } };
    case 'twice':
      return { code: 'seed-twice', args: { what: conflict.what, name: conflict.name } };
    case 'no-inbox': {
      const { name, known, isBefore } = conflict;
      return { code: 'seed-no-inbox', args: { name, known, isBefore, proposal: nearest(name, known) } };
    }
    case 'order':
      return { code: 'seed-order', args: {} };
  }
}

/** Such as `rules[1].name`. */
function shownPath(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

const TYPES: Record<string, string> = {
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  record: 'an object: { … }',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `one of: ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`;
  if (issue.code === 'invalid_format') return 'a time, such as "2026-01-31T09:30:00Z"';
  if (issue.code === 'too_big') return `a number of at most ${issue.maximum}`;
  const isEmpty = issue.code === 'too_small' && /string|array/.test(issue.origin);
  if (issue.code === 'too_small') return isEmpty ? 'one that is not empty' : `a number of at least ${issue.minimum}`;
  return (issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined) ?? 'a text, in quotes';
}
