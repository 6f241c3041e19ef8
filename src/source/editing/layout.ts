/**
 * A YAML document as values and where each is written, down to the colons and commas: what an edit needs to change
 * one and leave the rest. Made from the library's nodes and the tokens that they came from.
 */
import {
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isMergeKey, rangeOf } from '../plain.ts';
import type { Plain } from './values.ts';

export type ScalarStyle = Scalar.Type;

export interface Anchor {
  name: string;
  start: number;
  end: number;
}

/** A value without its anchor and without what follows it. `start` is `end` where nothing is written. */
interface Written {
  start: number;
  end: number;
  anchor: Anchor | null;
}

export interface ScalarPlace extends Written {
  kind: 'scalar';
  value: Plain;
  style: ScalarStyle;
}

export interface AliasPlace extends Written {
  kind: 'alias';
  name: string;
  target: Place | null;
}

/** A mapping; `column` is that of its keys in block style. */
export interface MapPlace extends Written {
  kind: 'map';
  flow: boolean;
  column: number;
  parts: Entry[];
}

/** A list; `column` is that of its dashes in block style. */
export interface ListPlace extends Written {
  kind: 'list';
  flow: boolean;
  column: number;
  parts: Item[];
}

export type Place = ScalarPlace | AliasPlace | MapPlace | ListPlace;
export type Collection = MapPlace | ListPlace;

/** A part of a collection: `start` is where its key, its dash or, in flow style, the item itself begins. */
export interface Item {
  start: number;
  end: number;
  value: Place;
  /** The offset of the comma behind it, in flow style. */
  comma: number | null;
}

export interface Entry extends Item {
  key: string;
  isMerge: boolean;
  quoted: boolean;
  /** Where the colon ends; null where there is none. */
  colon: number | null;
}

type Reading = Map<string, Place>;

/** Takes a document without syntax errors that keeps its source tokens; gives its layout, or null where it is empty. */
export function layoutOf(document: Document.Parsed): Place | null {
  const contents = document.contents as Node | null;
  if (!contents || (isScalar(contents) && contents.value === null)) return null;
  return placeOf(contents, [], rangeOf(contents)[0], new Map());
}

/** `props` are the tokens before the value, among them its anchor; `after` is where an empty value would stand. */
function placeOf(
  node: Node | null | undefined,
  props: readonly CST.SourceToken[],
  after: number,
  known: Reading,
): Place {
  const anchor = anchorIn(props, node);
  const [from, to] = node ? rangeOf(node) : [after, after];
  const empty = from === to ? (anchor?.end ?? after) : null;
  const written: Written = { start: empty ?? from, end: empty ?? to, anchor };
  if (isAlias(node)) return { ...written, kind: 'alias', name: node.source, target: known.get(node.source) ?? null };
  const place = unanchored(node, written, known);
  if (anchor) known.set(anchor.name, place);
  return place;
}

function unanchored(node: Node | null | undefined, written: Written, known: Reading): Place {
  if (isMap(node)) return mapPlace(node, written, known);
  if (isSeq(node)) return listPlace(node, written, known);
  const scalar = isScalar(node) ? node : undefined;
  const value = (scalar?.value ?? null) as Plain;
  return { ...written, kind: 'scalar', value, style: (scalar?.type as ScalarStyle | undefined) ?? 'PLAIN' };
}

function anchorIn(props: readonly CST.SourceToken[], node: Node | null | undefined): Anchor | null {
  if (!node || isAlias(node) || !('anchor' in node) || !node.anchor) return null;
  const token = props.findLast(({ type, source }) => type === 'anchor' && source === `&${node.anchor}`);
  return token ? { name: node.anchor, start: token.offset, end: token.offset + token.source.length } : null;
}

function mapPlace(map: YAMLMap, written: Written, known: Reading): MapPlace {
  const token = map.srcToken;
  const commas = commasOf(token);
  const parts = (map.items as (Pair & { srcToken?: CST.CollectionItem })[]).map((pair) => entryOf(pair, commas, known));
  const flow = token?.type !== 'block-map';
  const column = token && 'indent' in token ? token.indent : 0;
  const end = flow ? written.end : (parts.at(-1)?.end ?? written.end);
  const start = flow ? written.start : (parts[0]?.start ?? written.start);
  return { ...written, start, end, kind: 'map', flow, column, parts };
}

function entryOf(pair: Pair & { srcToken?: CST.CollectionItem }, commas: Commas, known: Reading): Entry {
  const item = pair.srcToken;
  const keyNode = pair.key as Node | null;
  const first = item?.start.find(({ type }) => type === 'explicit-key-ind' || type === 'anchor');
  const key = placeOf(keyNode, item?.start ?? [], rangeOf(keyNode)[0], known);
  const sign = item?.sep?.find(({ type }) => type === 'map-value-ind');
  const colon = sign ? sign.offset + sign.source.length : null;
  const value = placeOf(pair.value as Node | null, item?.sep ?? [], colon ?? key.end, known);
  const named = key.kind === 'alias' ? key.target : key;
  return {
    start: first?.offset ?? key.start,
    end: Math.max(value.end, value.anchor?.end ?? 0, colon ?? key.end),
    value,
    comma: item ? (commas.get(item) ?? null) : null,
    key: named?.kind === 'scalar' ? String(named.value) : '',
    isMerge: isMergeKey(pair.key),
    quoted: key.kind === 'scalar' && key.style === 'QUOTE_DOUBLE',
    colon,
  };
}

function listPlace(list: YAMLSeq, written: Written, known: Reading): ListPlace {
  const token = list.srcToken;
  const commas = commasOf(token);
  const items = token && 'items' in token ? (token.items as CST.CollectionItem[]) : [];
  const parts = (list.items as Node[]).map((node, index): Item => {
    const item = items[index];
    const dash = item?.start.find(({ type }) => type === 'seq-item-ind');
    const value = placeOf(node, item?.start ?? [], dash ? dash.offset + 1 : rangeOf(node)[0], known);
    const start = dash?.offset ?? value.anchor?.start ?? value.start;
    const end = Math.max(value.end, value.anchor?.end ?? 0, dash ? dash.offset + 1 : 0);
    return { start, end, value, comma: item ? (commas.get(item) ?? null) : null };
  });
  const flow = token?.type !== 'block-seq';
  const column = token && 'indent' in token ? token.indent : 0;
  const end = flow ? written.end : (parts.at(-1)?.end ?? written.end);
  return {
    ...written,
    start: parts[0] && !flow ? parts[0].start : written.start,
    end,
    kind: 'list',
    flow,
    column,
    parts,
  };
}

type Commas = Map<unknown, number>;

/** The parser keeps a comma with the item behind it. */
function commasOf(token: { type: string } | undefined): Commas {
  const commas: Commas = new Map();
  if (token?.type !== 'flow-collection') return commas;
  const { items } = token as CST.FlowCollection;
  for (const [index, item] of items.entries()) {
    const comma = items[index + 1]?.start.find(({ type }) => type === 'comma');
    if (comma) commas.set(item, comma.offset);
  }
  return commas;
}
