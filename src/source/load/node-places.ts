/** The places of the values of a YAML document. */
import { isMap, type Node, type Pair } from 'yaml';
import type { Path } from '../../model/rule.ts';
import type { Range } from './text-places.ts';

/** The key or the value at a path. */
export type At = 'key' | 'value';

/** The nodes of each list, and the pairs of each mapping by key; of an alias or a merge, where they are written. */
export type Places = Map<object, readonly unknown[] | Map<string, Pair>>;

type PathStep = { key: unknown; value: unknown };

/** The range of the key or value at a path. Of a missing value, the key of what lacks it, or the first key of a list's item. */
export function rangeAt(places: Places, root: { plain: unknown; node: Node | null }, path: Path, at: At): Range {
  let step: PathStep = { key: null, value: root.node };
  let plain = root.plain;
  for (const segment of path) {
    const inside = places.get(Object(plain));
    const next = inside instanceof Map ? inside.get(String(segment)) : itemAt(inside, segment);
    if (next === undefined) return headOf(step);
    step = next;
    plain = Reflect.get(Object(plain), segment);
  }
  if (at === 'key' && step.key) return rangeOf(step.key);
  const range = rangeOf(step.value);
  return range[0] === range[1] && step.key ? rangeOf(step.key) : range;
}

function itemAt(items: readonly unknown[] | undefined, segment: string | number): PathStep | undefined {
  const value = items?.[Number(segment)];
  return value === undefined ? undefined : { key: null, value };
}

/** The key of a value, or the beginning of a value without one. */
function headOf({ key, value }: PathStep): Range {
  if (key) return rangeOf(key);
  return rangeOf((isMap(value) ? value.items[0]?.key : null) ?? value);
}

/** The range of a node, without a comment after it. */
export function rangeOf(node: unknown): Range {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : [0, 0];
}
