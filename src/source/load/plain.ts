/**
 * Turns a YAML document into plain values, and records their places. The library can do that too, but its walk is not linear
 * (it looks up each key and anchor again), expands aliases before it counts them, and cannot place what is refused here:
 * tags, duplicate keys, and keys that are not text.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { ValueKind } from '../../diagnostics/value-kinds.ts';
import { yamlText } from '../../diagnostics/yaml-text.ts';
import { referenceKind } from '../../model/foreign-variable.ts';
import { nearest } from '../../model/nearest.ts';
import type { Ranged } from './file-problems.ts';
import { type Places, rangeOf } from './node-places.ts';
import { referenceIn } from './repairs.ts';
import { repairedAt } from './syntax-problems.ts';
import type { Range } from './text-places.ts';

/** How much a file may become when its aliases are expanded. */
const NODE_LIMIT = 1_000_000;
const CHARACTER_LIMIT = 10 * 1024 * 1024;

/** What the documents of one file have become so far. */
export type Budget = { nodes: number; characters: number };

interface PlainDocument {
  value: unknown;
  findings: Ranged[];
  /** Part of the value is left out, so it must not be checked for missing keys. */
  incomplete: boolean;
  places: Places;
}

interface DocumentReading extends PlainDocument {
  document: Document.Parsed;
  text: string;
  budget: Budget;
  /** Of each anchor above. */
  anchors: Map<string, { value: unknown; nodes: number; characters: number }>;
  tooLarge: boolean;
}

/** The plain value of a document without syntax errors. `budget` is shared by all documents of the file. */
export function toPlain(document: Document.Parsed, text: string, budget: Budget): PlainDocument {
  const empty: PlainDocument = { value: null, findings: [], incomplete: false, places: new Map() };
  const reading: DocumentReading = { ...empty, document, text, budget, anchors: new Map(), tooLarge: false };
  reading.value = read(document.contents, reading);
  if (document.errors.length === 0) return reading;
  const known = new Set(reading.findings.map(({ range }) => range[0]));
  for (const { pos } of document.errors) {
    if (known.has(pos[0])) continue;
    known.add(pos[0]);
    refuse(reading, { code: 'yaml-tag', args: { tag: text.slice(...pos), proposal: null }, range: pos });
  }
  return reading;
}

/** The kind of a plain value, as messages name it. */
export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'object' ? 'mapping' : 'number';
}

function read(node: unknown, reading: DocumentReading): unknown {
  const { budget } = reading;
  if (budget.nodes++ >= NODE_LIMIT || budget.characters > CHARACTER_LIMIT) return tooLarge(node, reading);
  if (isAlias(node)) return readAlias(node.source, rangeOf(node), reading);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  if (node.tag) refuseTag(node as ParsedNode, reading);
  else if (node.anchor && isScalar(node) && node.type === 'PLAIN' && node.source === '')
    refuseMisread('&', rangeOf(node), reading);
  if (!node.anchor) return readValue(node as ParsedNode, reading);
  const { nodes, characters } = budget;
  const value = readValue(node as ParsedNode, reading);
  const size = { nodes: budget.nodes - nodes, characters: budget.characters - characters };
  reading.anchors.set(node.anchor, { value, ...size });
  return value;
}

function readValue(node: ParsedNode, reading: DocumentReading): unknown {
  if (isScalar(node)) {
    if (typeof node.value === 'string') reading.budget.characters += node.value.length;
    const range = rangeOf(node);
    const [written] = (node.type === 'PLAIN' && /^<<\S+(?=[ \t]*\r?\n)/.exec(reading.text.slice(...range))) || [];
    if (written === undefined) return node.value;
    const args = { mistake: 'block-text', written, detail: '', proposal: null } as const;
    return refuse(reading, { code: 'yaml-syntax', args, range: [range[0], range[0] + written.length] });
  }
  if (isMap(node)) return readMap(node, reading);
  if (!isSeq(node)) return null;
  const list = node.items.map((item) => read(item, reading));
  reading.places.set(list, node.items);
  return list;
}

function readAlias(alias: string, range: Range, reading: DocumentReading): unknown {
  const anchored = reading.anchors.get(alias);
  if (anchored) {
    reading.budget.nodes += anchored.nodes;
    reading.budget.characters += anchored.characters;
    return copied(anchored.value, reading.places);
  }
  if (!/^[\w-]+$/.test(alias)) return refuseMisread('*', [range[0] + 1, range[1]], reading);
  const meant = nearest(alias, [...reading.anchors.keys()].slice(0, 100));
  return refuse(reading, { code: 'yaml-alias-unknown', args: { alias, meant }, range });
}

/** Each alias gets a copy: a change in one place must not change the others. */
function copied(value: unknown, places: Places): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  if (Array.isArray(copy)) for (const item of value as unknown[]) copy.push(copied(item, places));
  else for (const [key, member] of Object.entries(value)) setOwn(copy, key, copied(member, places));
  places.set(copy, places.get(value) ?? []);
  return copy;
}

function readMap(map: YAMLMap, reading: DocumentReading): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const pairs = new Map<string, Pair>();
  reading.places.set(result, pairs);
  const merged: unknown[] = [];
  let isTwice = false;
  for (const pair of map.items) {
    const isMerge = isScalar(pair.key) && pair.key.value === '<<' && pair.key.type === 'PLAIN';
    const key = isMerge ? '<<' : read(pair.key, reading);
    const value = read(pair.value, reading);
    if (isMerge) {
      // A spread would put each source on the stack.
      for (const source of mergeSources(value, pair.value, reading)) merged.push(source);
    } else if (typeof key !== 'string') refuseKey(pair as Pair, map, key, reading);
    else if (pairs.has(key)) {
      // More would repeat the same slip.
      const places = { range: rangeOf(pair.key), related: rangeOf(pairs.get(key)?.key) };
      if (!isTwice) reading.findings.push({ code: 'yaml-duplicate-key', args: { key }, ...places });
      isTwice = true;
    } else {
      pairs.set(key, pair);
      setOwn(result, key, value);
    }
  }
  // Written keys win over merged ones, and earlier merges over later ones, wherever `<<` is.
  for (const source of merged) {
    const from = reading.places.get(Object(source));
    for (const [key, value] of Object.entries(source ?? {})) {
      if (pairs.has(key)) continue;
      setOwn(result, key, value);
      const pair = from instanceof Map ? from.get(key) : undefined;
      if (pair !== undefined) pairs.set(key, pair);
    }
  }
  return result;
}

function mergeSources(value: unknown, node: unknown, reading: DocumentReading): unknown[] {
  const sources = Array.isArray(value) ? value : [value];
  const wrong = sources.find((source) => kindOf(source) !== 'mapping');
  if (wrong === undefined || reading.incomplete) return sources;
  refuse(reading, { code: 'yaml-merge-not-mapping', args: { found: kindOf(wrong) }, range: rangeOf(node) });
  return [];
}

/** Assigns a key, even `__proto__`. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function tooLarge(node: unknown, reading: DocumentReading): null {
  if (reading.tooLarge) return null;
  reading.tooLarge = true;
  return refuse(reading, { code: 'yaml-too-large', args: {}, range: rangeOf(node) });
}

function refuseTag(node: ParsedNode, reading: DocumentReading): void {
  // The node begins after its tag, whose place the parser does not keep.
  const start = Math.max(0, reading.text.lastIndexOf('!', rangeOf(node)[0] - 1));
  const begin = reading.text[start - 1] === '!' ? start - 1 : start;
  const tag = /^[^\s,[\]{}]*/.exec(reading.text.slice(begin, begin + 80))?.[0] ?? '';
  const written = isScalar(node) ? String(node.source) : '';
  if (written === '' || !/\w/.test(tag)) return void refuseMisread('!', rangeOf(node), reading);
  const kind = referenceKind(tag.replace(/^!+/, ''));
  const proposal = kind ? `{ ${kind}: ${written} }` : tag === '!!str' ? yamlText(written) : referenceIn(written);
  const range: Range = [begin, proposal === null ? begin + tag.length : rangeOf(node)[1]];
  reading.findings.push({ code: 'yaml-tag', args: { tag, proposal }, range });
  // It makes something else of the text, such as a reference.
  reading.incomplete ||= !tag.startsWith('!!');
}

/** An anchor or a tag without a value, or an alias that is not a word, is a text that begins with its sign. */
function refuseMisread(sign: '&' | '!' | '*', [at]: Range, reading: DocumentReading): null {
  const start = reading.text.lastIndexOf(sign, at - 1);
  const args = { mistake: 'quotes', written: sign, detail: '', proposal: null } as const;
  const plain = { code: 'yaml-syntax', args, range: [start, start + 1] } as const;
  return refuse(reading, repairedAt(reading.document, reading.text, start, 'quotes') ?? plain);
}

function refuseKey(pair: Pair, map: YAMLMap, key: unknown, reading: DocumentReading): void {
  if (reading.incomplete && key === null) return;
  const range = rangeOf(pair.key);
  const kind = kindOf(key);
  const isOpened = kind === 'mapping' || kind === 'list' || kind === 'nothing';
  const misread = isOpened ? repairedAt(reading.document, reading.text, rangeOf(map)[0], 'quotes') : null;
  const written = reading.text.slice(...range).split('\n', 1)[0] ?? '';
  refuse(reading, misread ?? { code: 'yaml-key-not-text', args: { written, kind }, range });
}

function refuse(reading: DocumentReading, finding: Ranged): null {
  reading.findings.push(finding);
  reading.incomplete = true;
  return null;
}
