/** The problems of a seed, from the issues of its schema. */
import type * as z from 'zod';
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { Expected } from '../../diagnostics/sandbox.ts';
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
      const of = String(path.findLast((part) => typeof part === 'string') ?? '');
      return issue.keys.map((key) => ({ ...unknownKey(key, of), path: [...path, key], at: 'key' }));
    }
    const value = path.reduce((inner: unknown, part) => Reflect.get(Object(inner), part), seed);
    const [shown, expected] = [shownPath(path), expectedBy(issue)];
    if (value === undefined) return [{ code: 'seed-missing-key', args: { path: shown, expected }, path, at: 'key' }];
    const written = JSON.stringify(value);
    return [{ code: 'seed-wrong-value', args: { path: shown, written, expected }, path, at: 'value' }];
  });
}

function unknownKey(key: string, of: string): Finding {
  const known = SEED_KEYS[of] ?? [];
  return { code: 'seed-unknown-key', args: { key, of, known, proposal: nearest(key, known, 2) } };
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

const TYPES: Record<string, Expected['kind']> = {
  array: 'list',
  object: 'mapping',
  record: 'mapping',
  boolean: 'true or false',
  number: 'number',
  int: 'whole number',
};

const FILLED: Record<string, Expected['kind']> = { string: 'filled text', array: 'filled list' };

function expectedBy(issue: z.core.$ZodIssue): Expected {
  if (issue.code === 'invalid_value') return { kind: 'one of', values: issue.values.map(String) };
  if (issue.code === 'invalid_format') return { kind: 'time' };
  if (issue.code === 'too_big') return { kind: 'at most', limit: Number(issue.maximum) };
  if (issue.code === 'too_small') {
    const filled = FILLED[issue.origin];
    return filled === undefined ? { kind: 'at least', limit: Number(issue.minimum) } : { kind: filled };
  }
  return { kind: (issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined) ?? 'text' };
}
