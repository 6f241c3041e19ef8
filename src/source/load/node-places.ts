/** Where in a YAML document the values of a rule stand, through aliases and merge keys. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import { isMergeKey, rangeOf } from './plain.ts';
import type { Range } from './text-places.ts';

export type Path = readonly (string | number)[];

/** Whether the key or the value at a path is meant. */
export type At = 'key' | 'value';

interface Step {
  key: Node | null;
  value: Node | null;
}

/**
 * Takes a document; gives a function from a path to the range of its key or value. What stands behind an alias or a
 * merge key is placed where it is written. What is missing is placed on the key of what it is missing from, or on the
 * first key of a list's item.
 */
export function nodePlaces(document: Document.Parsed): (path: Path, at: At) => Range {
  const follow = aliasFollower(document);
  const findPair = pairFinder(follow);
  return (path, at) => {
    let step: Step = { key: null, value: document.contents };
    for (const segment of path) {
      const next = stepInto(follow(step.value), segment, follow, findPair);
      if (!next) return headOf(step);
      step = next;
    }
    return rangeOfStep(step, at);
  };
}

function rangeOfStep(step: Step, at: At): Range {
  if (at === 'key' && step.key) return rangeOf(step.key);
  const range = rangeOf(step.value);
  const isEmpty = !step.value || range[0] === range[1];
  return isEmpty && step.key ? rangeOf(step.key) : range;
}

/** The key that leads to a value, or the beginning of a value that has none. */
function headOf(step: Step): Range {
  if (step.key) return rangeOf(step.key);
  const first = isMap(step.value) ? step.value.items[0]?.key : undefined;
  return rangeOf(first ?? step.value);
}

type Follow = (node: Node | null) => Node | null;
type FindPair = (map: YAMLMap, key: string | number) => Pair | undefined;

function stepInto(node: Node | null, segment: string | number, follow: Follow, findPair: FindPair): Step | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(segment)];
    return value === undefined ? undefined : { key: null, value: value as Node };
  }
  if (!isMap(node)) return undefined;
  const own = findPair(node, segment);
  if (own) return { key: own.key as Node, value: own.value as Node | null };
  for (const source of mergeSources(node.items as Pair[], follow)) {
    const found = stepInto(source, segment, follow, findPair);
    if (found) return found;
  }
  return undefined;
}

/** Each mapping is indexed once: one of a hundred thousand unknown keys would be looked through as often. */
function pairFinder(follow: Follow): FindPair {
  const indexes = new WeakMap<YAMLMap, Map<unknown, Pair>>();
  return (map, key) => {
    const index = indexes.get(map) ?? indexOf(map.items as Pair[], follow);
    indexes.set(map, index);
    return index.get(key);
  };
}

function indexOf(pairs: readonly Pair[], follow: Follow): Map<unknown, Pair> {
  const index = new Map<unknown, Pair>();
  for (const pair of pairs) {
    const key = follow(pair.key as Node | null);
    if (isScalar(key) && !isMergeKey(pair.key) && !index.has(key.value)) index.set(key.value, pair);
  }
  return index;
}

function* mergeSources(items: readonly Pair[], follow: Follow): Generator<Node | null> {
  for (const pair of items) {
    if (!isMergeKey(pair.key)) continue;
    const value = follow(pair.value as Node | null);
    if (isSeq(value)) for (const item of value.items) yield follow(item as Node);
    else yield value;
  }
}

/** An alias stands for the last node of its anchor before it. The anchors are looked up once, when first needed. */
function aliasFollower(document: Document.Parsed): Follow {
  let anchors: Map<string, Node[]> | undefined;
  return (node) => {
    if (!isAlias(node)) return node;
    anchors ??= anchorsOf(document);
    return lastBefore(anchors.get(node.source) ?? [], rangeOf(node)[0]);
  };
}

/** The last of nodes in document order that begins before an offset. */
function lastBefore(nodes: readonly Node[], offset: number): Node | null {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rangeOf(nodes[middle])[0] < offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1] ?? null;
}

function anchorsOf(document: Document.Parsed): Map<string, Node[]> {
  const anchors = new Map<string, Node[]>();
  visit(document, (_, node) => {
    if (!(isScalar(node) || isCollection(node)) || !node.anchor) return;
    const known = anchors.get(node.anchor);
    if (known) known.push(node);
    else anchors.set(node.anchor, [node]);
  });
  return anchors;
}
