/** What an unknown key of a settings file probably means, by its name or else by its value. The value is tried there. */
import * as z from 'zod';
import type { KeyProposal, SchemaName } from '../../diagnostics/project.ts';
import { flowText } from '../../diagnostics/yaml-text.ts';
import { nearest } from '../../model/nearest.ts';
import type { Path } from '../../model/rule.ts';
import { accountFile, projectFile } from '../../model/written-project.ts';
import { writtenTest } from '../../model/written-tests.ts';
import {
  accountOf,
  choicesOf,
  type Form,
  keysOf,
  meantValue,
  NEGATION,
  requiredKeys,
  schemaAt,
} from './meant-value.ts';
import { kindOf } from './plain.ts';
import { settingForm } from './setting-globs.ts';

export const SCHEMAS = { project: projectFile, account: accountFile, test: writtenTest };

/** Longer ones are no help. */
const LONGEST_WRITTEN = 120;

/** The path of a setting, without its account and without indexes of lists. */
export function settingOf(at: readonly PropertyKey[]): string {
  if (at[0] === 'accounts' && at.length === 2) return 'account';
  const own = at[0] === 'accounts' && at.length > 2 ? at.slice(2) : at;
  return own.filter((part) => typeof part === 'string').join('.');
}

/** Like `meantValue`, for the value of a setting. */
export function meantSetting(of: SchemaName, value: unknown, at: readonly PropertyKey[]): unknown {
  const schema = schemaAt(SCHEMAS[of], at);
  const form: Form = (text, where) => settingForm(text, settingOf(where));
  return schema && meantValue(value, schema, at, form);
}

/** What to write for a setting, in one line; null if that is too long, or may not be shown. */
export function shownSetting(value: unknown, at: readonly PropertyKey[]): string | null {
  const text = flowText(value);
  return text.length > LONGEST_WRITTEN || settingOf(at) === 'baseUrl' ? null : text;
}

interface Candidate {
  level: Path;
  key: string;
}

/** What an unknown key at a level means. `parent`: the mapping that has it. */
export function keyProposal(of: SchemaName, key: string, at: Path, parent: object): KeyProposal | null {
  // `{ NAME }` is a key without a value.
  const given: unknown = Reflect.get(parent, key);
  const value = given ?? key;
  const known = keysOf(schemaAt(SCHEMAS[of], at));
  // A name that lacks its indentation.
  const above = known.find((one) => Reflect.get(parent, one) === null && isRecord(of, [...at, one]));
  if (above !== undefined && meantSetting(of, { [key]: given }, [...at, above]) !== undefined) {
    return { how: 'inside', to: above };
  }
  const meant = ({ level, key: other }: Candidate) => meantSetting(of, value, [...level, other]);
  const named = namedLike(of, key, at);
  const [first] = named;
  const fitting = named.find((one) => meant(one) !== undefined);
  if (fitting !== undefined) return proposalOf(of, fitting, meant(fitting), given, at, parent);
  if (first?.key === 'apiKey' && !Object.hasOwn(parent, 'apiKey')) {
    const account = accountOf(at[0] === 'accounts' ? String(at[1]) : 'API');
    return { how: 'secret', to: `apiKey: ${flowText(account.apiKey)}` };
  }
  if (first !== undefined) return { how: 'use', to: settingOf([...first.level, first.key]) };
  const inner = kindOf(value) === 'mapping' ? Object.keys(Object(value)) : [];
  if (inner.some((one) => known.includes(one))) return { how: 'unwrap', to: key };
  // `declared` is the opposite of `undeclared`.
  const free = known.filter((one) => !Object.hasOwn(parent, one) && !one.endsWith(key));
  const [taking, ...others] = free
    .filter((one) => isTold(of, value, [...at, one]))
    .map((one) => ({ level: at, key: one }));
  if (taking === undefined || others.length > 0 || words(key).some((word) => NEGATION.test(word))) return null;
  return proposalOf(of, taking, meant(taking) ?? value, given, at, parent);
}

/** Whether names of any kind are the keys. */
export function isRecord(of: SchemaName, at: Path): boolean {
  const schema = schemaAt(SCHEMAS[of], at);
  const options = schema?._zod.def.type === 'union' ? schema._zod.def.options : [schema];
  return options.some((one) => (one as typeof schema)?._zod.def.type === 'record');
}

/** Whether a value alone tells the key that it is for: one that must be there, or no other would take it. */
function isTold(of: SchemaName, value: unknown, at: Path): boolean {
  const schema = schemaAt(SCHEMAS[of], at);
  if (schema === undefined) return false;
  const [entry] = [value].flat();
  if (kindOf(entry) === 'mapping') return Object.keys(Object(entry)).length > 0 && z.safeParse(schema, value).success;
  const isRequired = requiredKeys(schemaAt(SCHEMAS[of], at.slice(0, -1))).includes(String(at.at(-1)));
  if (isRequired || settingOf(at) === 'apiKey') return meantSetting(of, value, at) !== undefined;
  // The first word is the default, and some of those delete.
  return choicesOf(schema).indexOf(String(value)) > 0;
}

function proposalOf(
  of: SchemaName,
  { level, key }: Candidate,
  meant: unknown,
  given: unknown,
  at: Path,
  parent: object,
): KeyProposal {
  const below = level.slice(at.length);
  const to = settingOf(level);
  if (below.some((part) => typeof part === 'number')) return { how: 'entry', to, key };
  if (!at.every((part, index) => level[index] === part))
    return { how: to === 'account' || to === '' ? 'up' : 'below', to: to || (of === 'test' ? of : ''), key };
  const [first = key] = below.map(String);
  const known = keysOf(schemaAt(SCHEMAS[of], at));
  const isAlone = Object.keys(parent).filter((one) => !known.includes(one)).length === 1;
  if (below.length > 0 && (Object.hasOwn(parent, first) || !isAlone)) return { how: 'below', to, key };
  if (Object.hasOwn(parent, first)) return { how: 'twice', to: key };
  if (below.length === 0 && flowText(meant) === flowText(given)) return { how: 'rename', to: key };
  const keys = below.length === 0 ? [] : [...below.slice(1), key];
  const written = keys.reduceRight((inner, group) => ({ [group]: inner }), meant);
  const text = shownSetting(written, [...level, key]);
  return text === null ? { how: 'use', to: settingOf([...level, key]) } : { how: 'write', to: `${first}: ${text}` };
}

/** Other words for what an account has: it is at an address, and has a key. */
const OTHER_WORDS: Partial<Record<string, readonly string[]>> = {
  baseUrl: ['url', 'api', 'host', 'endpoint', 'server', 'address'],
  apiKey: ['key', 'token', 'secret', 'password', 'auth'],
};

/** The keys that one may mean by its name: with the same letters, or near ones, or else with words in common. */
function namedLike(of: SchemaName, key: string, at: Path): Candidate[] {
  const some = words(key);
  const owner = at[0] === 'accounts' ? at.slice(0, 2) : [];
  const isOfEntry = at.some((part) => typeof part === 'number') || at.at(-1) === 'apiKey';
  const elsewhere = isOfEntry ? [] : [...levelsBelow(of, owner), ...(owner.length > 0 ? [[]] : [])];
  const keysAt = (level: Path) => keysOf(schemaAt(SCHEMAS[of], level)).map((one) => ({ level, key: one }));
  const tests = [
    (one: string) => words(one).join('') === some.join(''),
    (one: string) => nearest(key, [one]) !== null,
    (one: string) => isPart(some, words(one)) || OTHER_WORDS[one]?.includes(some.at(-1) ?? ''),
  ];
  for (const test of tests) {
    for (const levels of [[at], elsewhere]) {
      const found = levels.flatMap(keysAt).filter((one) => test(one.key));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function levelsBelow(of: SchemaName, at: Path): Path[] {
  const schema = schemaAt(SCHEMAS[of], at);
  if (schema?._zod.def.type === 'array') return levelsBelow(of, [...at, 0]);
  const keys = keysOf(schema);
  return keys.length === 0 ? [] : [at, ...keys.flatMap((key) => levelsBelow(of, [...at, key]))];
}

/** Whether words begin with those of a known key, as in `rulesDir`, or are some of them. */
function isPart(some: readonly string[], known: readonly string[]): boolean {
  const begins = known.every((word, index) => areAlike(word, some[index] ?? ''));
  if (some.some((word) => NEGATION.test(word))) return false;
  return begins || some.every((word) => known.some((one) => areAlike(word, one)));
}

/** Whether two words are forms of one, such as `forbid` and `forbidden`. */
function areAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return one === other || (short.length > 3 && long.length < short.length + 5 && long.startsWith(short.slice(0, -1)));
}

function words(name: string): string[] {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
