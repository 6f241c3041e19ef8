/** Rules as plain values, so that what is written can be compared with what is wanted. */

export type Plain = string | number | boolean | null | Plain[] | PlainMap;
export interface PlainMap {
  [key: string]: Plain;
}

/** The keys of a rule and of all that is in it, in the order of the API spec (4.4). No two levels contradict it. */
const KEY_ORDER = [
  ...['name', 'renamedFrom', 'enabled', 'runOnThreads', 'condition', 'actions'],
  ...['conditionalOperator', 'aiInstructions', 'static'],
  ...['type', 'messagingChannelId', 'fields', 'delayInMinutes'],
  ...['from', 'label', 'to', 'cc', 'bcc', 'subject', 'content', 'webhookUrl', 'folderName'],
  ...['file', 'env'],
];
const RANKS = new Map(KEY_ORDER.map((key, rank) => [key, rank]));

/** Where a key stands among those of its level; one that is not ours comes last. */
export function rankOf(key: string): number {
  return RANKS.get(key) ?? KEY_ORDER.length;
}

export function isPlainMap(value: Plain | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value says nothing: null and omitted are the same, and so is a mapping with nothing in it. */
export function saysNothing(value: Plain | undefined): boolean {
  return normal(value) === null;
}

/** Takes a value; gives it without what says nothing, its keys in the order of the spec; null where nothing is left. */
export function normal(value: Plain | undefined): Plain {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(normal);
  if (!isPlainMap(value)) return value;
  const kept: PlainMap = {};
  for (const key of Object.keys(value).sort((a, b) => rankOf(a) - rankOf(b))) {
    const inner = normal(value[key]);
    if (inner !== null) kept[key] = inner;
    // A rule without its condition cannot be read.
    else if (key === 'condition') kept[key] = {};
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** Whether two values are the same rule, action or text. Takes them in normal form. */
export function same(a: Plain | undefined, b: Plain | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => same(item, b[at]));
  if (!isPlainMap(a) || !isPlainMap(b) || Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
