/** The problems of a seed, from the issues of its schema. */
import * as z from 'zod';
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { flowText } from '../../diagnostics/yaml-text.ts';
import { nearest } from '../../model/nearest.ts';
import type { Path } from '../../model/rule.ts';
import { type SeedConflict, seedSchema } from '../../sandbox/seed.ts';
import { meantValue } from '../../source/load/meant-value.ts';
import { keysOf, requiredKeys, type Schema, schemaAt, shapeOf, valueAt } from '../../source/load/schema-walk.ts';
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
      return issue.keys.map((key) => ({ ...unknownKey(key, path, seed), path: [...path, key], at: 'key' }));
    }
    const value = valueAt(seed, path);
    const text = flowText(meantIn(value, path));
    const expected =
      text !== 'undefined' && text.length < 100 ? `\`${text}\`` : expectedBy(issue, schemaAt(seedSchema, path));
    const args = { path: shownPath(path), written: JSON.stringify(value) ?? null, expected };
    return [{ code: 'seed-value', args, path, at: value === undefined ? 'key' : 'value' }];
  });
}

/** What a value at a path of a seed means. */
function meantIn(value: unknown, path: Path): unknown {
  const schema = schemaAt(seedSchema, path);
  return schema && meantValue(value, schema, path, { text: (text) => text, readings: () => [] });
}

function unknownKey(key: string, path: Path, seed: unknown): Finding {
  const keys = keysOf(schemaAt(seedSchema, path));
  const parent = Object(valueAt(seed, path));
  const taking = keys.filter((one) => !(one in parent) && meantIn(parent[key], [...path, one]) !== undefined);
  const named = nearest(key, taking, 2);
  const [only, ...others] = typeof parent[key] === 'object' ? taking : [];
  const to = named ?? (others.length === 0 ? only : null) ?? null;
  const level = String(path.findLast((part) => typeof part === 'string') ?? '');
  const proposal = to === null ? null : ({ how: 'rename', to } as const);
  return { code: 'unknown-key', args: { of: 'seed', key, level, keys, proposal } };
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
  record: 'a mapping: { … }',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

function expectedBy(issue: z.core.$ZodIssue, schema: Schema | undefined): string {
  const keys = [...new Set([...requiredKeys(shapeOf(schema)), ...keysOf(schema)])];
  if (keys.length > 0) return `\`{ ${keys.map((key) => `${key}: …`).join(', ')} }\``;
  if (
    schema?._zod.def.type === 'string' &&
    z.safeParse(schema, '2026-01-31T09:30:00Z').success !== z.safeParse(schema, 'a').success
  )
    return 'a time, such as "2026-01-31T09:30:00Z"';
  if (issue.code === 'invalid_value') return `one of: ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`;
  if (issue.code === 'too_big') return `a number of at most ${issue.maximum}`;
  const isEmpty = issue.code === 'too_small' && /string|array/.test(issue.origin);
  if (issue.code === 'too_small') return isEmpty ? 'one that is not empty' : `a number of at least ${issue.minimum}`;
  return (issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined) ?? 'a text, in quotes';
}
