import type * as z from 'zod';
import { ANSWERS, type AnswerName } from './wire.ts';

/** The first place where a value does not fit, or null. `isForeign`: it has no key of the schema. */
export function misfitOf(answer: AnswerName, value: unknown) {
  const schema: z.core.$ZodType & z.ZodType = ANSWERS[answer];
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return null;
  const found = issue.path.reduce((inner, key) => Reflect.get(Object(inner), key), value);
  // If only some words are allowed, show the word instead of `text`.
  const shown = issue.code === 'invalid_value' && typeof found === 'string' ? JSON.stringify(found) : jsonKind(found);
  const place = { path: dotted(issue.path), expected: expectation(issue), found: shown };
  return { ...place, isForeign: isForeign(schema, value) };
}

function isForeign(schema: z.core.$ZodType, value: unknown): boolean {
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

function jsonKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return KINDS[typeof value] ?? typeof value;
}
