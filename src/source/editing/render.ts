/** Values that are written anew, in block or in flow style. */
import type { Place } from './layout.ts';
import { inline, literal, type Rendered } from './text.ts';
import { isPlainMap, type Plain, type PlainMap } from './values.ts';

/** How a file is laid out, for what is added to it. */
export interface Manner {
  /** Spaces from a key to the keys below it. */
  step: number;
  /** Spaces from a key to the dashes below it. */
  dash: number;
  /** The keys whose mappings are written in flow style. */
  flow: ReadonlySet<string>;
}

/** Takes a value; gives it in flow style, `json`: with every key and text in double quotes. */
export function inFlow(value: Plain, json: boolean): string {
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((item) => inFlow(item, json)).join(', ')}]`;
  if (isPlainMap(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${json ? `"${key}"` : key}: ${inFlow(inner, json)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return typeof value === 'string' ? inline(value, json ? 'QUOTE_DOUBLE' : 'PLAIN', true) : String(value);
}

/** Takes a value, its key and the column of that; gives what follows the colon. */
export function inBlock(value: Plain, key: string, column: number, manner: Manner): Rendered {
  if (typeof value === 'string') return blockText(value, column, column + manner.step);
  if (Array.isArray(value) && value.length > 0) {
    return { head: '', lines: value.flatMap((item) => itemLines(item, column + manner.dash, manner)) };
  }
  if (!isPlainMap(value) || Object.keys(value).length === 0 || isFlow(value, key, manner)) {
    return { head: inFlow(value, false), lines: [] };
  }
  return { head: '', lines: entryLines(value, column + manner.step, manner) };
}

/** A text as it is written where nothing says otherwise. */
export function blockText(text: string, column: number, inner: number): Rendered {
  const block = text.includes('\n') ? literal(text, column, inner) : null;
  return block ?? { head: inline(text, 'PLAIN', false), lines: [] };
}

function isFlow(value: PlainMap, key: string, manner: Manner): boolean {
  if (hasLines(value)) return false;
  return 'file' in value || 'env' in value || manner.flow.has(key);
}

/** Whether some text in it has several lines, which flow style cannot show. */
function hasLines(value: Plain | undefined): boolean {
  if (isPlainMap(value)) return Object.values(value).some(hasLines);
  return typeof value === 'string' && value.includes('\n');
}

/** Takes an item and the column of its dash; gives its lines. */
export function itemLines(value: Plain, column: number, manner: Manner, inner = column + 2): string[] {
  if (!isPlainMap(value) || isFlow(value, '-', manner)) return [`${' '.repeat(column)}- ${inFlow(value, false)}`];
  const [first = '', ...rest] = entryLines(value, inner, manner);
  return [`${' '.repeat(column)}-${first.slice(column + 1)}`, ...rest];
}

/** Takes a mapping and the column of its keys; gives its lines. */
export function entryLines(value: PlainMap, column: number, manner: Manner): string[] {
  return Object.entries(value).flatMap(([key, inner]) => keyLines(key, inBlock(inner, key, column, manner), column));
}

/** Takes a key, what follows it and its column; gives its lines. */
export function keyLines(key: string, { head, lines }: Rendered, column: number): string[] {
  return [`${' '.repeat(column)}${key}:${head === '' ? '' : ` ${head}`}`, ...lines];
}

/** Takes the layout of a document; gives the manner that it is written in. */
export function mannerOf(root: Place | null): Manner {
  const seen: { step?: number; dash?: number; flow: Set<string> } = { flow: new Set() };
  const block = new Set<string>();
  const look = (place: Place): void => {
    if (place.kind === 'map') {
      for (const { key, value } of place.parts) {
        if (!place.flow && value.kind === 'map' && !value.flow) seen.step ??= value.column - place.column;
        if (!place.flow && value.kind === 'list' && !value.flow) seen.dash ??= value.column - place.column;
        if (value.kind === 'map') (value.flow ? seen.flow : block).add(key);
        look(value);
      }
    } else if (place.kind === 'list') {
      for (const { value } of place.parts) {
        if (value.kind === 'map') (value.flow ? seen.flow : block).add('-');
        look(value);
      }
    }
  };
  if (root) look(root);
  const step = Math.max(1, seen.step ?? 2);
  for (const key of block) seen.flow.delete(key);
  return { step, dash: seen.dash ?? step, flow: seen.flow };
}
