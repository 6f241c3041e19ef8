/** What is wrong with a seed, as data: the schema's issues in terms of the seed. */
import type * as z from 'zod';

/** What a value should be. `limit` of a number; `values` where it is one of a few. */
interface Expected {
  kind:
    | 'text'
    | 'filled text'
    | 'list'
    | 'filled list'
    | 'mapping'
    | 'true or false'
    | 'number'
    | 'whole number'
    | 'time'
    | 'at least'
    | 'at most'
    | 'one of';
  limit?: number;
  values?: readonly string[];
}

/** What parts of a seed that are right by themselves cannot be together. */
export type SeedRelation =
  | { problem: 'either'; keys: readonly [string, string] }
  /** `name`: what it has in common with an earlier one; nothing of a key. */
  | { problem: 'twice'; what: 'inbox' | 'key' | 'rule'; name: string }
  /** `known`: the inboxes that may be named there; `isBefore`: those before this one. */
  | { problem: 'no-inbox'; name: string; known: readonly string[]; isBefore: boolean }
  /** A time from which is later than the one until which. */
  | { problem: 'order' };

export type SeedProblem = { path: (string | number)[] } & (
  | SeedRelation
  /** `of`: the key that the mapping stands under, empty for the seed itself. */
  | { problem: 'unknown-key'; key: string; of: string; known: readonly string[] }
  | { problem: 'missing' | 'wrong'; expected: Expected; written: string }
);

/** `keys`: those that a mapping of the seed may have, by the key that it stands under. */
export function seedProblems(
  issues: readonly z.core.$ZodIssue[],
  json: unknown,
  keys: Readonly<Record<string, readonly string[]>>,
): SeedProblem[] {
  return issues.flatMap((issue): SeedProblem[] => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    if (issue.code === 'custom') return [{ path, ...(issue.params as SeedRelation) }];
    if (issue.code === 'unrecognized_keys') {
      const of = String(path.findLast((part) => typeof part === 'string') ?? '');
      return issue.keys.map((key) => ({
        path: [...path, key],
        problem: 'unknown-key',
        key,
        of,
        known: keys[of] ?? [],
      }));
    }
    const value = path.reduce((inner: unknown, part) => Reflect.get(Object(inner), part), json);
    const problem = value === undefined ? 'missing' : 'wrong';
    return [{ path, problem, expected: expectedBy(issue), written: JSON.stringify(value) ?? '' }];
  });
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
