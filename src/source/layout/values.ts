/** Turns trees into plain values, which can be compared, and plain values into trees, which can be printed. */
import { aliasName, type Collection, type Entry, type KeyNode, type ValueNode } from './tree.ts';

export type Plain = string | number | boolean | null | Plain[] | PlainMap;
export type PlainMap = { [key: string]: Plain };

/** The values of anchors at one point of a document, by name. Setting one does not change those `below`. */
export class Anchors {
  readonly #set = new Map<string, Anchored>();
  readonly #below: Anchors | null;

  constructor(below: Anchors | null = null) {
    this.#below = below;
  }

  get(name: string): Anchored | undefined {
    return this.#set.get(name) ?? this.#below?.get(name);
  }

  set(name: string, anchored: Anchored): void {
    this.#set.set(name, anchored);
  }
}

/** `isChanged`: by an edit. */
type Anchored = { plain: Plain; isChanged: boolean };

export function isPlainMap(value: Plain | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value without keys that are null or empty mappings, since they mean the same as no key; null if nothing is left. */
export function normal(value: Plain | undefined): Plain {
  if (Array.isArray(value)) return value.map(normal);
  if (!isPlainMap(value)) return value ?? null;
  const kept: PlainMap = {};
  for (const [key, member] of Object.entries(value)) {
    const inner = normal(member);
    // A rule needs its condition.
    if (inner !== null || key === 'condition') kept[key] = inner ?? {};
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

export function treeOf(value: Plain): ValueNode {
  if (typeof value === 'string') return { kind: 'text', anchor: null, value };
  if (Array.isArray(value)) {
    return { kind: 'list', anchor: null, entries: value.map((item) => entryOf(null, treeOf(item))), below: [] };
  }
  return isPlainMap(value) ? mappingOf(value) : { kind: 'bare', anchor: null, source: String(value) };
}

export function mappingOf(value: PlainMap): Collection {
  const entries = Object.entries(value).map(([name, inner]) => entryOf(name, treeOf(inner)));
  return { kind: 'mapping', anchor: null, entries, below: [] };
}

export function entryOf(name: string | null, value: ValueNode): Entry {
  return { key: name === null ? null : { name, printed: name }, value, above: [], beside: null, blank: false };
}

/** The plain value of a tree. Adds the anchors of the tree to `anchors`. */
export function plainOf(value: ValueNode, anchors: Anchors): Plain {
  const plain = withoutAnchor(value, anchors);
  if (value.anchor !== null) anchors.set(value.anchor.slice(1), { plain, isChanged: false });
  return plain;
}

function withoutAnchor(value: ValueNode, anchors: Anchors): Plain {
  if (value.kind === 'text') return value.value;
  const alias = aliasName(value);
  const anchored = alias === null ? undefined : anchors.get(alias);
  if (alias !== null) return anchored === undefined ? GONE : anchored.plain;
  if (value.kind === 'bare') return JSON_WORD.test(value.source) ? JSON.parse(value.source) : Number(value.source);
  if (value.kind === 'list') return value.entries.map((item) => plainOf(item.value, anchors));
  const own: PlainMap = {};
  const merged: Plain[] = [];
  for (const { key, value: inner } of value.entries) {
    const name = nameOf(key, anchors);
    const plain = plainOf(inner, anchors);
    if (name === '<<') merged.push(plain);
    else own[name] = plain;
  }
  return merged.flat().every(isPlainMap) ? { ...mergedFrom(merged), ...own } : GONE;
}

/** An alias without its anchor, or a merge of what is not a mapping. No rule can contain this text. */
const GONE = '\0';

const JSON_WORD = /^(null|true|false)$/;

/** Merges the values of merge keys: for each key the first one wins. */
export function mergedFrom(values: readonly Plain[]): PlainMap {
  // A spread would put each source on the stack.
  return values
    .flat()
    .filter(isPlainMap)
    .reduceRight<PlainMap>((all, source) => Object.assign(all, source), {});
}

/** The name of a key, which may be an alias or set an anchor. */
export function nameOf(key: KeyNode | null, anchors: Anchors): string {
  const [first = ''] = key?.printed.split(' ', 1) ?? [];
  if (key?.name == null) return String(anchors.get(first.slice(1))?.plain ?? '');
  if (first.startsWith('&')) anchors.set(first.slice(1), { plain: key.name, isChanged: false });
  return key.name;
}
