/** What a value that a schema refuses probably means, in a form that the schema takes. The schema alone knows the forms. */
import * as z from 'zod';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import { nearest } from '../../model/nearest.ts';
import { kindOf } from './plain.ts';

type Schema = z.core.$ZodTypes;

/** The schema of what is at a path, without what lets it be left out; undefined if there is none. */
export function schemaAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): Schema | undefined {
  const bare = schema as Schema;
  const { def } = bare._zod;
  if (def.type === 'optional' || def.type === 'nullable')
    return schemaAt(def.innerType, key === undefined ? [] : [key, ...rest]);
  if (key === undefined) return bare;
  const inner = innerOf(bare).flatMap((one) => one(key) ?? []);
  return inner.map((one) => schemaAt(one, rest)).find((one) => one !== undefined);
}

function innerOf({ _zod: { def } }: Schema): ((key: PropertyKey) => z.core.$ZodType | undefined)[] {
  if (def.type === 'union') return def.options.flatMap((one) => innerOf(one as Schema));
  if (def.type === 'array') return [(key) => (typeof key === 'number' ? def.element : undefined)];
  if (def.type === 'record') return [() => def.valueType];
  return def.type === 'object' ? [(key) => (Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined)] : [];
}

/** The keys of a mapping, or of the entries of a list; empty if any key is one. */
export function keysOf(schema: Schema | undefined): string[] {
  return schema?._zod.def.type === 'object' ? Object.keys(schema._zod.def.shape) : [];
}

/** The words that a setting takes; empty if it takes others. */
export function choicesOf(schema: Schema | undefined): string[] {
  return schema?._zod.def.type === 'enum' ? Object.keys(schema._zod.def.entries) : [];
}

/** Rewrites a text into the form that a setting takes where its schema does not say it; null if it does not fit. */
export type Form = (text: string, at: readonly PropertyKey[]) => string | null;

/** The first reading of a value that its schema takes; undefined if there is none. `at`: its path, for `form`. */
export function meantValue(value: unknown, schema: z.core.$ZodType, at: readonly PropertyKey[], form: Form): unknown {
  const bare = schemaAt(schema, []);
  if (bare === undefined || value == null) return undefined;
  for (const reading of readings(value, bare, at, form)) {
    if (reading !== undefined && z.safeParse(bare, reading).success) return reading;
  }
  return undefined;
}

/** Words that turn what follows them around. */
export const NEGATION = /^(non?|not|only|never|without|except|exclud|skip|disabl|off)/i;

function* readings(value: unknown, schema: Schema, at: readonly PropertyKey[], form: Form): Generator<unknown> {
  const again = (inner: unknown, of: z.core.$ZodType, ...key: PropertyKey[]) =>
    meantValue(inner, of, [...at, ...key], form);
  const { def } = schema._zod;
  const text = typeof value === 'object' ? null : (inCurlyQuotes(String(value)) ?? String(value)).trim();
  if (def.type === 'union') for (const option of def.options) yield again(value, option);
  else if (def.type === 'array') yield listOf(value).map((entry, index) => again(entry, def.element, index));
  else if (def.type === 'record') yield* records(value, def.keyType, def.valueType, again);
  else if (def.type === 'object') yield* mappings(value, def.shape, again);
  else if (text !== null) yield* words(text, schema, at, form);
  // A list or a mapping of one.
  const inner = typeof value === 'object' ? Object.entries(Object(value)) : [];
  const [key = '', only] = inner[0] ?? [];
  if (inner.length !== 1 || NEGATION.test(key)) return;
  // `- Cold: Email` was meant as a text.
  yield def.type === 'string' && !/^([a-z]+|\d+)$/.test(key) ? form(`${key}: ${only}`, at) : again(only, schema);
}

const TRUE = /^(true|yes|y|on|1)$/i;
const BOOLEAN = /^(true|yes|y|on|1|false|no|n|off|0)$/i;

function* words(text: string, schema: Schema, at: readonly PropertyKey[], form: Form): Generator<unknown> {
  const { def } = schema._zod;
  if (def.type === 'string') yield form(text, at) ?? undefined;
  if (def.type === 'literal' && !(Number(text) > Number(def.values[0]))) yield def.values[0];
  if (def.type === 'number' && text !== '') yield Number(text);
  if (def.type === 'boolean' && BOOLEAN.test(text)) yield TRUE.test(text);
  if (def.type !== 'enum') return;
  const all = Object.keys(def.entries);
  if (all.includes('no') && BOOLEAN.test(text)) yield TRUE.test(text) ? all[0] : 'no';
  yield nearest(text, all, 1) ?? undefined;
}

/** The entries of a list that was written as a text, or as a mapping of what is on. */
function listOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [undefined];
  if (typeof value === 'string') return value.split(/\s*[,;]\s*/).filter((entry) => entry !== '');
  if (Array.isArray(value) || kindOf(value) !== 'mapping') return [value].flat();
  const isSet = Object.values(Object(value)).every((on) => on === true || on === null);
  return isSet ? Object.keys(Object(value)) : [value];
}

type Again = (inner: unknown, of: z.core.$ZodType, ...key: PropertyKey[]) => unknown;

function* mappings(value: unknown, shape: Readonly<Record<string, z.core.$ZodType>>, again: Again): Generator<unknown> {
  if (kindOf(value) === 'mapping') {
    const entries = Object.entries(Object(value));
    const isKnown = entries.every(([key]) => Object.hasOwn(shape, key));
    if (isKnown)
      yield Object.fromEntries(entries.map(([key, inner]) => [key, again(inner, shape[key] ?? z.never(), key)]));
    return;
  }
  if (BOOLEAN.test(String(value))) return;
  // A value that only one of the keys takes, beside those that take any text.
  const taken = Object.entries(shape).flatMap(([key, of]) => {
    const inner = again('a', of, key) === undefined ? again(value, of, key) : undefined;
    return inner === undefined ? [] : [{ [key]: inner }];
  });
  if (taken.length === 1) yield taken[0];
}

function* records(value: unknown, keys: z.core.$ZodType, values: z.core.$ZodType, again: Again): Generator<unknown> {
  const of = schemaAt(values, []);
  const [first] = choicesOf(of);
  const defaultOf = (name: unknown) => (first !== undefined ? first : accountOf(String(name)));
  const entries = listOf(value).flatMap((entry): [unknown, unknown][] => {
    if (kindOf(entry) !== 'mapping') return [[entry, defaultOf(entry)]];
    const { name, ...rest } = Object(entry);
    if (typeof name === 'string') return [[name, rest]];
    // The name and the value may be in the wrong order.
    return Object.entries(Object(entry)).flatMap(([key, inner]): [unknown, unknown][] =>
      again(inner, values, key) === undefined
        ? [inner].flat().map((one) => [one, first === undefined ? accountOf(String(one)) : key])
        : [[key, inner]],
    );
  });
  const names = entries.map(([name]) => name);
  if (
    new Set(names).size < names.length ||
    !names.every((name) => typeof name === 'string' && z.safeParse(keys, name).success)
  )
    return;
  yield Object.fromEntries(
    entries.map(([name, inner]) => [name, inner === null ? null : again(inner, values, String(name))]),
  );
}

/** The settings of an account with a key of its own. */
export function accountOf(name: string): { apiKey: { env: string } } {
  return { apiKey: { env: `INBOXCTL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEY` } };
}
