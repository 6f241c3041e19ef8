/** Where in a YAML document the values of a rule stand, through aliases and merge keys. */
import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';
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
  return (path, at) => {
    let step: Step = { key: null, value: document.contents };
    for (const segment of path) {
      const next = stepInto(follow(step.value), segment, follow);
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

function stepInto(node: Node | null, segment: string | number, follow: Follow): Step | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(segment)];
    return value === undefined ? undefined : { key: null, value: value as Node };
  }
  if (!isMap(node)) return undefined;
  const own = node.items.find((pair) => isKey(pair, segment, follow));
  if (own) return { key: own.key as Node, value: own.value as Node | null };
  for (const source of mergeSources(node.items as Pair[], follow)) {
    const found = stepInto(source, segment, follow);
    if (found) return found;
  }
  return undefined;
}

function isKey(pair: Pair, segment: string | number, follow: Follow): boolean {
  const key = follow(pair.key as Node | null);
  return isScalar(key) && key.value === segment && !isMergeKey(pair.key);
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
    const before = anchors.get(node.source)?.filter((anchored) => rangeOf(anchored)[0] < rangeOf(node)[0]);
    return before?.at(-1) ?? null;
  };
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
