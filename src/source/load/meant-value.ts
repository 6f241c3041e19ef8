/** What a value that a schema refuses probably means, in a form that the schema takes. The schema alone knows the forms. */
import * as z from 'zod';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import { nearest } from '../../model/nearest.ts';
import { kindOf } from './plain.ts';
import { choicesOf, requiredKeys, type Schema, schemaAt } from './schema-walk.ts';

/** What a schema does not say. */
export interface Form {
  /** Rewrites a text into the form that its place takes; null if it does not fit. */
  text: (text: string, at: readonly PropertyKey[]) => string | null;
  /** What a value may mean at its place alone. */
  readings: (value: unknown, at: readonly PropertyKey[]) => unknown[];
}

/** The first reading of a value that its schema takes; undefined if there is none. `at`: its path, for `form`. */
export function meantValue(value: unknown, schema: z.core.$ZodType, at: readonly PropertyKey[], form: Form): unknown {
  const bare = schemaAt(schema, []);
  if (bare === undefined || value == null) return undefined;
  for (const reading of [...form.readings(value, at), ...readings(value, bare, at, form)]) {
    if (reading !== undefined && z.safeParse(bare, reading).success) return reading;
  }
  return undefined;
}

/** Words that turn what follows them around. */
export const NEGATION = /^(non?|not|only|never|without|unless|except|exclud|skip|disabl|off|if$)/i;

function* readings(value: unknown, schema: Schema, at: readonly PropertyKey[], form: Form): Generator<unknown> {
  const again = (inner: unknown, of: z.core.$ZodType, ...key: PropertyKey[]) =>
    meantValue(inner, of, [...at, ...key], form);
  const { def } = schema._zod;
  const text = typeof value === 'object' ? null : (inCurlyQuotes(String(value)) ?? String(value)).trim();
  if (def.type === 'union') for (const option of def.options) yield again(value, option);
  else if (def.type === 'array')
    yield listOf(value, schemaAt(def.element, ['name'])).map((entry, index) => again(entry, def.element, index));
  else if (def.type === 'record') yield* records(value, def.keyType, def.valueType, again);
  else if (def.type === 'object') yield* mappings(value, def.shape, again);
  // `from: true` does not ask for a sender called so.
  else if (text !== null && !(typeof value === 'boolean' && at.includes('static')))
    yield* words(text, schema, at, form);
  // A list or a mapping of one.
  const isChosen = def.type === 'record' && choicesOf(schemaAt(def.valueType, [])).length > 0;
  const inner = typeof value === 'object' ? Object.entries(Object(value)) : [];
  const [key = '', only] = inner[0] ?? [];
  if (inner.length !== 1 || isChosen || NEGATION.test(key) || key === 'file' || key === 'env') return;
  // `- Cold: Email` was meant as a text.
  yield def.type === 'string' && !/^([a-z]+|\d+)$/.test(key) ? form.text(`${key}: ${only}`, at) : again(only, schema);
}

const TRUE = /^(true|yes|y|on|1)$/i;
const BOOLEAN = /^(true|yes|y|on|1|false|no|n|off|0)$/i;

function* words(whole: string, schema: Schema, at: readonly PropertyKey[], form: Form): Generator<unknown> {
  const { def } = schema._zod;
  if (def.type === 'string') yield form.text(whole, at) ?? undefined;
  const text = whole.replace(/^["'`]+|["'`,;]+$/g, '');
  if (def.type === 'literal' && !(Number(text) > Number(def.values[0]))) yield def.values[0];
  if (def.type === 'number' && text !== '') yield Number(text);
  if (def.type === 'boolean' && BOOLEAN.test(text)) yield TRUE.test(text);
  if (def.type !== 'enum') return;
  const all = Object.keys(def.entries);
  if (all.includes('no') && BOOLEAN.test(text)) yield TRUE.test(text) ? all[0] : 'no';
  // One letter may turn a short word into another: `any` is not AND.
  yield nearest(text, all, text.length > 3 ? 1 : 0) ?? undefined;
}

/** The entries of a list that was written as a text, as a mapping of what is on, or by their names. */
function listOf(value: unknown, named?: Schema): unknown[] {
  if (typeof value === 'boolean') return [undefined];
  if (value === 'none') return [];
  if (typeof value === 'string') return value.split(/\s*[,;]\s*/).filter((entry) => entry !== '');
  if (Array.isArray(value) || kindOf(value) !== 'mapping') return [value].flat();
  const entries = Object.entries(Object(value));
  if (entries.every(([, on]) => on === true || on === null)) return entries.map(([name]) => name);
  const isNamed = named !== undefined && entries.every(([, inner]) => kindOf(inner) === 'mapping');
  return isNamed ? entries.map(([name, inner]) => ({ name, ...Object(inner) })) : [value];
}

type Again = (inner: unknown, of: z.core.$ZodType, ...key: PropertyKey[]) => unknown;

function* mappings(value: unknown, shape: Readonly<Record<string, z.core.$ZodType>>, again: Again): Generator<unknown> {
  if (kindOf(value) === 'mapping') {
    const entries = Object.entries(Object(value));
    const read = entries.map(([key, inner]): [string, unknown] => [
      key,
      inner === null ? null : Object.hasOwn(shape, key) ? again(inner, shape[key] ?? z.never(), key) : undefined,
    ]);
    if (read.every(([, inner]) => inner !== undefined)) yield Object.fromEntries(read);
    return;
  }
  if (BOOLEAN.test(String(value))) return;
  // Lines such as `From: …`.
  const lines = typeof value === 'string' ? value.trim().split(/\s*\n/) : [];
  const headers = lines.map((line) => /^([A-Za-z]+) *[:=] *(["']?)(.+)\2$/.exec(line) ?? []);
  if (headers.length > 0 && headers.every(([, key = '']) => Object.hasOwn(shape, key.toLowerCase()))) {
    yield Object.fromEntries(headers.map(([, key = '', , text]) => [key.toLowerCase(), text]));
  }
  // A value that only one of the keys takes, beside those that take any text.
  const taken = Object.entries(shape).flatMap(([key, of]) => {
    const inner = again('a', of, key) === undefined ? again(value, of, key) : undefined;
    return inner === undefined ? [] : [{ [key]: inner }];
  });
  if (taken.length === 1) yield taken[0];
  // A name alone, where nothing else must be there.
  const [needed, ...more] = requiredKeys(shape);
  if (needed === 'name' && more.length === 0 && typeof value === 'string') yield { name: value };
}

function* records(value: unknown, keys: z.core.$ZodType, values: z.core.$ZodType, again: Again): Generator<unknown> {
  const choices = choicesOf(schemaAt(values, []));
  const isChoice = (word: unknown) => choices.includes(String(word));
  const alone = (name: unknown): [unknown, unknown] => [name, choices[0] ?? accountOf(String(name))];
  const entries = listOf(value).flatMap((entry): [unknown, unknown][] => {
    if (kindOf(entry) !== 'mapping') return isChoice(entry) ? [[null, entry]] : [alone(entry)];
    const { name, ...rest } = Object(entry);
    if (typeof name === 'string') return [[name, rest]];
    return Object.entries(Object(entry)).flatMap(([key, inner]): [unknown, unknown][] => {
      if (again(inner, values, key) !== undefined) return [[key, inner]];
      // The name and the value may be in the wrong order.
      if (isChoice(key)) return [inner].flat().map((one) => [one, key]);
      return [choices.length === 0 && typeof inner === 'string' ? alone(inner) : [key, inner]];
    });
  });
  const names = new Set(entries.map(([name]) => name));
  const isName = (name: unknown) => z.safeParse(keys, name).success && !/\*|^none$/.test(String(name));
  if (names.size < Math.max(1, entries.length) || ![...names].every(isName)) return;
  yield Object.fromEntries(
    entries.map(([name, inner]) => [name, inner === null ? null : again(inner, values, String(name))]),
  );
}

/** The settings of an account with a key of its own. */
export function accountOf(name: string): { apiKey: { env: string } } {
  return { apiKey: { env: `INBOXCTL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEY` } };
}
