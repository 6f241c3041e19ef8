/** What an unknown key of a file probably means, by its name or else by its value. The value is tried there. */
import * as z from 'zod';
import type { KeyProposal } from '../../diagnostics/schemas.ts';
import { flowText } from '../../diagnostics/yaml-text.ts';
import { ACTIONS, fieldsOf, isSendable } from '../../model/action-types.ts';
import { MOST_MINUTES, minutesOf } from '../../model/minutes.ts';
import { nearest } from '../../model/nearest.ts';
import type { Path } from '../../model/rule.ts';
import { actionMeant, similarTypes, stateIn, typeMeant } from './action-meant.ts';
import { accountOf, type Form, meantValue, NEGATION } from './meant-value.ts';
import { kindOf } from './plain.ts';
import { ruleReadings, saidByKey } from './rule-meant.ts';
import {
  choicesOf,
  isRecord,
  keysOf,
  requiredKeys,
  SCHEMAS,
  schemaAt,
  settingOf,
  shapeOf,
  valueAt,
} from './schema-walk.ts';
import { settingForm } from './setting-globs.ts';

/** Longer ones do not help. */
const LONGEST_WRITTEN = 120;

/** A file's value, and the schema that it is checked by. */
export type Checked = { of: keyof typeof SCHEMAS; root: unknown };

/** What a value means at a path; undefined if that is not clear. */
export function meantAt({ of, root }: Checked, value: unknown, at: Path): unknown {
  const schema = schemaAt(SCHEMAS[of], at);
  const isOfRule = of === 'rule' || of === 'rules';
  const form: Form = {
    text: (text, where) => (isOfRule ? text : settingForm(text, settingOf(where))),
    readings: (inner, where) => (isOfRule ? ruleReadings(inner, where as Path, root) : []),
  };
  return schema && meantValue(value, schema, at, form);
}

/** What to write for a value, in one line; null if that is too long, or may not be shown. */
export function shownValue(value: unknown, at: Path): string | null {
  const text = flowText(value);
  const isSecret = settingOf(at) === 'baseUrl' || (at.at(-1) !== 'baseUrl' && /webhookUrl|:\/\//.test(`${at} ${text}`));
  return text.length > LONGEST_WRITTEN || isSecret ? null : text;
}

/** The keys of a mapping at a path; of fields, those that the type of the action takes. */
export function keysAt({ of, root }: Checked, at: Path): string[] {
  const type = at.at(-1) === 'fields' ? String(valueAt(root, [...at.slice(0, -1), 'type'])) : '';
  return isSendable(type) ? [...fieldsOf(type)] : keysOf(schemaAt(SCHEMAS[of], at));
}

type Candidate = { level: Path; key: string; value?: unknown };

/** What an unknown key of the mapping at a path means. */
export function keyMeant(checked: Checked, key: string, at: Path): KeyProposal | null {
  const { of, root } = checked;
  const parent = Object(valueAt(root, at));
  const given: unknown = Reflect.get(parent, key);
  // `{ NAME }` is a key without a value.
  const value = given ?? (of === 'rule' ? null : key);
  const known = keysAt(checked, at);
  const schemaOf = (one: string) => schemaAt(SCHEMAS[of], [...at, one]);
  // A name that lacks its indentation.
  const above = known.find((one) => Reflect.get(parent, one) === null && isRecord(schemaOf(one)));
  if (above !== undefined && meantAt(checked, { [key]: given }, [...at, above]) !== undefined) {
    return { how: 'inside', to: above };
  }
  // A group that is none, such as `defaults:`.
  const grouped = kindOf(given) === 'mapping' ? Object.keys(Object(given)) : [];
  if (grouped.length > 0 && grouped.every((one) => known.includes(one) && !Object.hasOwn(parent, one))) {
    return { how: 'lift', to: grouped.join('`, `') };
  }
  const meant = (one: Candidate) => {
    const path = [...one.level, one.key];
    if (!('value' in one)) return value === null ? null : meantAt(checked, value, path);
    return z.safeParse(schemaAt(SCHEMAS[of], path) ?? z.never(), one.value).data;
  };
  const propose = (one: Candidate) => proposalOf(checked, one, meant(one), key, at);
  const [, own = '', text = ''] = /^(\w+)\s*[-:]?[=>]+\s*["']?(.*?)["']?$/.exec(key) ?? [];
  if (given === null && known.includes(own)) return { how: 'write', to: `${own}: ${flowText(text)}` };
  if (given === null && /\s/.test(key)) return { how: 'quotes', to: '' };
  const isOnRule = of === 'rule' && at.length === 0 && !/^actions?$/i.test(key);
  const action = isOnRule ? actionMeant({ [key]: given }) : null;
  const written = action && shownValue(action, []);
  if (written && typeMeant(key)) return { how: 'entry', to: 'actions', key: written };
  const named = namedLike(checked, key, at);
  const said = of === 'rule' ? saidByKey(key, given, at, valueAt(root, [...at.slice(0, 2), 'type'])) : [];
  const isSame = (one: Candidate) => words(one.key).join('') === words(key).join('');
  const fitting = [...named.filter(isSame), ...said, ...named].find((one) => meant(one) !== undefined);
  // `subjectRegex` says more than `subject`, but for an address.
  const isWhole = fitting?.key !== 'subject' && /^[\w.+-]*[@.][\w.-]+$/.test(String(given));
  if (fitting?.level[1] === 'static' && words(key).length > 1 && !isWhole)
    return { how: 'use', to: settingOf([...fitting.level, fitting.key]), found: kindOf(given) };
  if (fitting !== undefined) return propose(fitting);
  const [first] = named;
  if (first?.key === 'apiKey' && !Object.hasOwn(parent, 'apiKey')) {
    const account = accountOf(at[0] === 'accounts' ? String(at[1]) : 'API');
    return { how: 'secret', to: `apiKey: ${flowText(account.apiKey)}` };
  }
  if (first !== undefined) {
    if (isSame(first) && first.level === at) return { how: 'rename', to: first.key };
    if (first.level.includes('apiKey') && at.length === 0) return null;
    return { how: 'use', to: settingOf([...first.level, first.key]), found: kindOf(given) };
  }
  if (words(key).some((word) => NEGATION.test(word))) return null;
  const age = at[0] === 'condition' ? `${given} ${typeof given === 'number' ? words(key).at(-1) : ''}` : '';
  // `5M` is a size.
  const minutes = /\d\s*(?:h|d|w|min)/i.test(age) ? minutesOf(age) : null;
  if (minutes !== null && minutes <= MOST_MINUTES) return { how: 'later', to: `delayInMinutes: ${minutes}` };
  const [similar] = isOnRule && stateIn(String(given)) !== false ? similarTypes(key) : [];
  if (similar) return { how: 'maybe', to: written ?? shownValue(actionMeant(similar), []) ?? similar };
  // `declared` is the opposite of `undeclared`.
  const free = known.filter((one) => !Object.hasOwn(parent, one) && !one.endsWith(key));
  const [taking, ...others] = free
    .filter((one) => isTold(checked, value, [...at, one]))
    .map((one) => ({ level: at, key: one }));
  return taking === undefined || others.length > 0
    ? null
    : proposalOf(checked, taking, meant(taking) ?? value, key, at);
}

/** Whether a value alone tells the key that it is for: one that must be there, or no other would take it. */
function isTold(checked: Checked, value: unknown, at: Path): boolean {
  const schema = schemaAt(SCHEMAS[checked.of], at);
  if (schema === undefined || value === null) return false;
  const [entry] = [value].flat();
  if (kindOf(entry) === 'mapping') return Object.keys(Object(entry)).length > 0 && z.safeParse(schema, value).success;
  const isRequired = requiredKeys(shapeOf(schemaAt(SCHEMAS[checked.of], at.slice(0, -1)))).includes(String(at.at(-1)));
  const isOfRule = checked.of === 'rule' && at.at(-1) !== 'actions';
  if (!isOfRule && (isRequired || settingOf(at) === 'apiKey')) return meantAt(checked, value, at) !== undefined;
  // The first word is the default, and some of those delete.
  return choicesOf(schema).indexOf(String(value)) > 0;
}

function proposalOf(checked: Checked, { level, key }: Candidate, meant: unknown, from: string, at: Path): KeyProposal {
  const parent = Object(valueAt(checked.root, at));
  const isKept = flowText(meant) === flowText(Reflect.get(parent, from));
  const shown = shownValue(meant, [...level, key]);
  const pair = (isKept && key === from) || shown === null ? key : `${key}: ${shown}`;
  const below = level.slice(at.length);
  const to = settingOf(level);
  const isInside = at.every((part, index) => level[index] === part);
  if (typeof level.at(-1) === 'number' && (!isInside || below.length > 0)) return { how: 'entry', to, key: pair };
  if (!isInside) {
    const isOn = checked.of === 'test' || checked.of === 'rule' ? checked.of : '';
    return { how: to === 'account' || to === '' ? 'up' : 'below', to: to || isOn, key: pair };
  }
  const [first = key] = below.map(String);
  const known = keysAt(checked, at);
  const isAlone = Object.keys(parent).filter((one) => !known.includes(one)).length === 1;
  if (below.length > 0 && (Object.hasOwn(parent, first) || !isAlone)) return { how: 'below', to, key: pair };
  if (Object.hasOwn(parent, first)) return { how: 'twice', to: key };
  if (below.length === 0 && isKept) return { how: 'rename', to: key };
  const keys = below.length === 0 ? [] : [...below.slice(1), key];
  const written = keys.reduceRight((inner, group) => ({ [group]: inner }), meant);
  const text = shownValue(written, [...level, key]);
  return text === null ? { how: 'use', to: settingOf([...level, key]) } : { how: 'write', to: `${first}: ${text}` };
}

/** Other words for a key: an account is at an address, and has a key. */
const OTHER_WORDS: Partial<Record<string, readonly string[]>> = {
  baseUrl: ['url', 'api', 'host', 'endpoint', 'server', 'address'],
  apiKey: ['key', 'token', 'secret', 'password', 'auth'],
  name: ['title'],
  subject: ['title'],
  from: ['sender'],
  to: ['recipient'],
  content: ['body', 'message', 'text'],
  aiInstructions: ['prompt'],
};

/** The keys that one may mean by its name: with the same letters, or near ones, or else with words in common. */
function namedLike(checked: Checked, key: string, at: Path): Candidate[] {
  const some = words(key);
  const entry = at.findLastIndex((part) => typeof part === 'number') + 1;
  const owner = at[0] === 'accounts' && entry === 0 ? at.slice(0, 2) : at.slice(0, entry);
  // What an entry says is not guessed from what is asked elsewhere.
  const below = levelsBelow(checked, owner).filter((level) => at.length === owner.length || !level.includes(0));
  const isOfEntry = entry > 0 ? checked.of !== 'rule' : at.at(-1) === 'apiKey';
  const elsewhere = isOfEntry ? [] : [...below, ...(owner[0] === 'accounts' ? [[]] : [])];
  const keysOfLevel = (level: Path) => keysAt(checked, level).map((one) => ({ level, key: one }));
  const isNegated = some.some((word) => NEGATION.test(word));
  const said = checked.of === 'rule' ? some : some.slice(-1);
  const fieldsLike = at.at(-1) === 'fields' ? similarTypes(key).map((type) => String(ACTIONS[type].needs)) : [];
  const isSame = (one: string) => words(one).join('') === some.join('');
  const isNear = (one: string) => nearest(key, [one]) !== null;
  const isLike = (one: string) =>
    !isNegated &&
    (isPart(some, words(one)) ||
      fieldsLike.includes(one) ||
      OTHER_WORDS[one]?.some((word) => said.some((part) => areAlike(word, part))) === true);
  const [here, there] = [keysOfLevel(at), elsewhere.flatMap(keysOfLevel)];
  const searches = [[isSame, isNear], [isLike]].flatMap((tests) =>
    [here, there].flatMap((keys) => tests.map((test) => keys.filter((one) => test(one.key)))),
  );
  return searches.find((found) => found.length > 0) ?? [];
}

/** The mappings at a path and below it, without those inside of entries. */
function levelsBelow(checked: Checked, at: Path): Path[] {
  const schema = schemaAt(SCHEMAS[checked.of], at);
  if (schema?._zod.def.type === 'array') return [[...at, 0]];
  const keys = keysOf(schema);
  return keys.length === 0 ? [] : [at, ...keys.flatMap((key) => levelsBelow(checked, [...at, key]))];
}

/** Whether words begin with those of a known key, as in `rulesDir`, or are some of them. */
function isPart(some: readonly string[], known: readonly string[]): boolean {
  const isBeginning = some.every((word, index) => word === known[index]);
  const begins = isBeginning || known.every((word, index) => areAlike(word, some[index] ?? ''));
  return begins || some.every((word) => word.length > 2 && known.some((one) => areAlike(word, one)));
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
