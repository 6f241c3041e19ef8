/** Adds items to lists of a settings file by inserting text: every byte that was there stays. */
import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isNode, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Path } from '../../model/rule.ts';
import { readDocuments } from '../load/read-documents.ts';
import { yamlDocuments } from '../load/yaml-documents.ts';
import { oneLine } from './scalar.ts';
import { isPlainMap, type Plain } from './values.ts';

export interface Addition {
  path: Path;
  items: readonly string[];
  /** The whole list if there is none yet; by default the items. */
  otherwise?: readonly string[];
}

type Insertion = { at: number; text: string };

/** The text with all additions. Null if that is impossible, as for an alias. */
export function addToLists(text: string, additions: readonly Addition[]): string | null {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.slice(mark.length);
  const [document] = yamlDocuments(source, () => {});
  const found = additions.map((addition) => insertionOf(addition, document?.contents ?? null, source));
  const insertions = found.flatMap((one) => one ?? []).sort((a, b) => b.at - a.at);
  const edited = insertions.reduce((all, { at, text }) => all.slice(0, at) + text + all.slice(at), source);
  const isAsWanted = isDeepStrictEqual(valueIn(edited), additions.reduce(withItems, valueIn(source)));
  return isAsWanted && !found.includes(null) ? mark + edited : null;
}

/** Adds lines to a text, with the line ends of the text. */
export function appended(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${lines.map((line) => line + eol).join('')}`;
}

function insertionOf({ path, items, otherwise = items }: Addition, root: unknown, text: string): Insertion | null {
  let [node, key]: unknown[] = [root, null];
  let depth = 0;
  for (; depth < path.length && isMap(node); depth += 1) {
    const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(path[depth]));
    if (pair === undefined) break;
    [node, key] = [pair.value, pair.key];
  }
  const missing = path.slice(depth).map(String);
  if (isSeq(node) && missing.length === 0) {
    const lines = items.map((item) => `- ${oneLine(item, false)}`);
    return insertedIn(node, items.map((item) => oneLine(item, true)).join(', '), lines, text);
  }
  const list = `[${otherwise.map((item) => oneLine(item, true)).join(', ')}]`;
  const nested = missing.reduceRight((inner, name) => `{ ${name}: ${inner} }`, list);
  const lines = [`${missing[0]}:`, ...otherwise.map((item) => `  - ${oneLine(item, false)}`)];
  const isEmpty = node === null || (isScalar(node) && node.source === '');
  if (isEmpty && isScalar(key)) return { at: text.indexOf(':', endOf(key)) + 1, text: ` ${nested}` };
  if (depth === 0 && (isEmpty || (isMap(node) && node.flow !== true))) {
    return { at: text.length, text: appended(text, lines).slice(text.length) };
  }
  return isMap(node) ? insertedIn(node, nested.slice('{ '.length, -' }'.length), lines, text) : null;
}

/** After the last entry: `inFlow` in brackets, else `lines` with the indentation of the first entry. */
function insertedIn(collection: YAMLMap | YAMLSeq, inFlow: string, lines: readonly string[], text: string): Insertion {
  const [start = 0] = collection.range ?? [];
  const last = collection.items.at(-1);
  if (last === undefined) return { at: start + 1, text: isMap(collection) ? ` ${inFlow} ` : inFlow };
  const end = endOf(last);
  if (collection.flow === true) return { at: end, text: `, ${inFlow}` };
  const [indent] = /^ */.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1)) ?? [''];
  const indented = lines.map((line) => indent + line);
  // A text in several lines includes the end of the last one.
  if (text[end - 1] === '\n') return { at: end, text: indented.map((line) => line + eolOf(text)).join('') };
  const [rest = ''] = text.slice(end).split(/\r?\n/, 1);
  return { at: end + rest.length, text: indented.map((line) => eolOf(text) + line).join('') };
}

/** The offset after a value, before a comment beside it. */
function endOf(node: unknown): number {
  if (isPair(node)) return endOf(node.value) || endOf(node.key);
  if (isCollection(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1));
  const [start = 0, end = 0] = isNode(node) ? (node.range ?? []) : [];
  return start === end ? 0 : end;
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

function valueIn(text: string): Plain {
  const [document] = readDocuments(text, () => {});
  return (document?.value ?? null) as Plain;
}

function withItems(value: Plain, { path, items, otherwise = items }: Addition): Plain {
  const [key, ...rest] = path;
  if (key === undefined) return Array.isArray(value) ? [...value, ...items] : value === null ? [...otherwise] : value;
  if (value !== null && !isPlainMap(value)) return value;
  return { ...value, [key]: withItems(value?.[key] ?? null, { path: rest, items, otherwise }) };
}
