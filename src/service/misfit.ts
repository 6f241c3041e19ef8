/** Reading a value by a schema: the value itself, typed, or the first place where it does not fit. */
import type * as z from 'zod';
import { acceptance } from './acceptance.ts';

/** `path` as `rules[3].condition.static`, empty for the value as a whole. */
export interface Misfit {
  path: string;
  expected: string;
  found: string;
}

/** Gives `value` itself back, not a copy of it. */
export function fitted<T>(schema: z.ZodType<T>, value: unknown): { ok: T } | { misfit: Misfit } {
  if (acceptance(schema)(value)) return { ok: value as T };
  const result = schema.safeParse(value);
  if (result.success) return { ok: value as T };
  const [issue] = result.error.issues;
  if (issue === undefined) return { misfit: { path: '', expected: 'something else', found: kindOf(value) } };
  const found = at(value, issue.path);
  // Where only some words are allowed the word itself says more than `text`.
  const shown = issue.code === 'invalid_value' && typeof found === 'string' ? JSON.stringify(found) : kindOf(found);
  return { misfit: { path: dotted(issue.path), expected: expectation(issue), found: shown } };
}

/** Whether `value` holds nothing of what `schema` describes, so that something else than the API must have answered. */
export function isForeign(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (typeof value !== 'object' || value === null || def.type !== 'object') return true;
  return !Object.keys(def.shape).some((key) => Object.hasOwn(value, key));
}

/** `['rules', 3, 'name']` as `rules[3].name`. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((one) => JSON.stringify(one)).join(' or ');
  return issue.message;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return KINDS[typeof value] ?? typeof value;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
