/** Reads a text without problems as layouts. Walks tokens, since documents do not keep every comment with its place. */
import { CST, Parser } from 'yaml';
import {
  type Collection,
  type CommentNode,
  type Entry,
  isCollection,
  type KeyNode,
  type Layout,
  type ValueNode,
} from './tree.ts';

/** A comment and its place. `ownLine`: there is nothing before it on its line. */
interface PlacedComment extends CommentNode {
  offset: number;
  column: number;
  ownLine: boolean;
}

/** `end` is the offset after its last character. */
type PlacedValue = (Exclude<ValueNode, Collection> | PlacedCollection) & { end: number };

interface PlacedEntry extends Entry {
  start: number;
  value: PlacedValue;
}

interface PlacedCollection extends Collection {
  entries: PlacedEntry[];
  /** Of its first entry; null in brackets, where columns mean nothing. */
  column: number | null;
  end: number;
}

type Queue = { comments: readonly PlacedComment[]; at: number };

/** The documents that are not empty, all comments in order, and in `rest` those of a text without documents. */
export function readLayouts(text: string) {
  const layouts: Layout[] = [];
  const all: string[] = [];
  let comments: PlacedComment[] = [];
  for (const token of new Parser().parse(text)) {
    collectComments(token, text, comments);
    const root = token.type === 'document' ? readValue(token.value, token.start, token.offset, text) : null;
    if (root === null || !isCollection(root)) continue;
    for (const comment of comments) all.push(comment.text);
    attachComments(root, comments);
    // Comments above the first entry are about the document, so they do not move with the entry.
    layouts.push({ head: root.entries[0]?.above.splice(0) ?? [], root });
    comments = [];
  }
  for (const comment of comments) all.push(comment.text);
  const last = layouts.at(-1);
  if (last) for (const comment of comments) last.root.below.push(comment);
  const rest: CommentNode[] = last ? [] : comments;
  return { layouts, rest, comments: all };
}

/** Comments are among the tokens around keys and values, wherever there may be white space. */
function collectComments(token: CST.Token, text: string, comments: PlacedComment[]): void {
  if (token.type === 'comment') {
    const { offset, source } = token;
    comments.push({ text: source.trimEnd(), offset, ...placeOnLine(text, offset) });
    return;
  }
  const collectAll = (tokens: readonly CST.Token[] | undefined) => {
    for (const one of tokens ?? []) collectComments(one, text, comments);
  };
  if ('start' in token && Array.isArray(token.start)) collectAll(token.start);
  if ('props' in token) collectAll(token.props);
  if (token.type === 'document' && token.value) collectComments(token.value, text, comments);
  if (CST.isCollection(token)) {
    for (const { start, key, sep, value } of token.items) {
      collectAll(start);
      if (key) collectComments(key, text, comments);
      collectAll(sep);
      if (value) collectComments(value, text, comments);
    }
  }
  if ('end' in token) collectAll(token.end);
}

/** The place of an offset on its line. `ownLine`: only white space precedes it. `blank`: and the line above is empty. */
function placeOnLine(text: string, offset: number): { column: number; ownLine: boolean; blank: boolean } {
  const start = text.slice(0, offset).lastIndexOf('\n') + 1;
  const ownLine = /^[ \t\r]*$/.test(text.slice(start, offset));
  return { column: offset - start, ownLine, blank: isBelowBlank(text, offset) };
}

/** Whether only white space precedes an offset on its line, and the line above is empty. Reads no further back. */
function isBelowBlank(text: string, offset: number): boolean {
  let newlines = 0;
  let at = offset;
  while (at > 0 && newlines < 2 && ' \t\r\n'.includes(text.charAt(at - 1))) {
    at -= 1;
    if (text[at] === '\n') newlines += 1;
  }
  return newlines === 2;
}

/** `before`: the tokens between the key or dash and the value. `from`: the place of an empty value. */
function readValue(
  token: CST.Token | null | undefined,
  before: readonly CST.SourceToken[],
  from: number,
  text: string,
): PlacedValue {
  const anchor = anchorIn(before);
  if (!token) return { kind: 'bare', anchor, source: 'null', end: from };
  if (CST.isCollection(token)) return { ...readCollection(token, text), anchor };
  const end = endOf(token);
  if (token.type === 'alias') return { kind: 'bare', anchor: null, source: token.source, end };
  const value = textOf(token);
  const bare = token.type === 'scalar' ? bareWord(value) : null;
  return bare === null ? { kind: 'text', anchor, value, end } : { kind: 'bare', anchor, source: bare, end };
}

type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

function readCollection(token: CollectionToken, text: string): PlacedCollection {
  const inBrackets = token.type === 'flow-collection';
  const isMapping = token.type === 'block-map' || (inBrackets && token.start.type === 'flow-map-start');
  const entries: PlacedEntry[] = [];
  for (const item of token.items) {
    // The last item may have only comments.
    if (!item.key && !item.value && !item.sep && !item.start.some(({ type }) => type === 'seq-item-ind')) continue;
    entries.push(isMapping ? readPair(item, text) : readItem(item, text));
  }
  const first = entries[0];
  return {
    kind: isMapping ? 'mapping' : 'list',
    anchor: null,
    entries,
    below: [],
    column: inBrackets || !first ? null : placeOnLine(text, first.start).column,
    end: inBrackets ? endOf(token.end[0] ?? token) : (entries.at(-1)?.value.end ?? token.offset),
  };
}

function readPair(item: CST.CollectionItem, text: string): PlacedEntry {
  const sep = item.sep ?? [];
  const lastBefore = sep.findLast(({ type }) => type === 'map-value-ind') ?? item.key;
  const from = lastBefore ? endOf(lastBefore) : startOf(item);
  return entryAt(startOf(item), readKey(item), readValue(item.value, sep, from, text), text);
}

function readItem(item: CST.CollectionItem, text: string): PlacedEntry {
  const start = startOf(item);
  // `[type: STAR]` is a list of one mapping of one key.
  if (item.key || item.sep) {
    const pair = readPair(item, text);
    const end = pair.value.end;
    return entryAt(start, null, { kind: 'mapping', anchor: null, entries: [pair], below: [], column: null, end }, text);
  }
  const dash = item.start.find(({ type }) => type === 'seq-item-ind');
  return entryAt(start, null, readValue(item.value, item.start, dash ? endOf(dash) : start, text), text);
}

function entryAt(start: number, key: KeyNode | null, value: PlacedValue, text: string): PlacedEntry {
  return { start, key, value, above: [], beside: null, blank: isBelowBlank(text, start) };
}

function readKey({ start, key }: CST.CollectionItem): KeyNode {
  if (key?.type === 'alias') return { name: null, printed: `${key.source} ` };
  const name = key && !CST.isCollection(key) ? textOf(key) : '';
  const anchor = anchorIn(start);
  return { name, printed: anchor === null ? name : `${anchor} ${name}` };
}

const NULL = /^(~|null|Null|NULL|)$/;
const BOOLEAN = /^(true|True|TRUE|false|False|FALSE)$/;
const INTEGER = /^([-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;
const FLOAT = /^[-+]?(\.\d+|\d+\.?\d*)([eE][-+]?\d+)?$/;

/** How to print a plain scalar that is not a text by the core schema of YAML 1.2; null for a text. */
function bareWord(plain: string): string | null {
  if (NULL.test(plain)) return 'null';
  if (BOOLEAN.test(plain)) return plain.toLowerCase();
  return INTEGER.test(plain) || FLOAT.test(plain) ? plain : null;
}

function textOf(token: CST.Token): string {
  return CST.resolveAsScalar(token)?.value ?? '';
}

function anchorIn(tokens: readonly CST.SourceToken[]): string | null {
  return tokens.find(({ type }) => type === 'anchor')?.source ?? null;
}

const BETWEEN = new Set(['space', 'newline', 'comment', 'comma']);

function startOf({ start, key, sep, value }: CST.CollectionItem): number {
  const first = start.find(({ type }) => !BETWEEN.has(type)) ?? key ?? sep?.[0] ?? value;
  return first?.offset ?? 0;
}

/** The offset after a token, without what follows on its line. */
function endOf(token: CST.Token): number {
  if (token.type !== 'block-scalar') return token.offset + ('source' in token ? token.source.length : 0);
  const last = token.props.at(-1);
  return (last ? endOf(last) : token.offset) + token.source.length;
}

/**
 * Attaches comments in order: at the end of a line to its entry, else to the entry below. After the last entry of a
 * collection, the column decides: the innermost collection that does not begin to its right.
 */
function attachComments(root: PlacedCollection, comments: readonly PlacedComment[]): void {
  const queue: Queue = { comments, at: 0 };
  attachIn(root, null, Number.POSITIVE_INFINITY, queue);
  for (const comment of taken(queue, () => true)) root.below.push(plain(comment));
}

function attachIn(collection: PlacedCollection, owner: Entry | null, limit: number, queue: Queue): void {
  const { entries, column } = collection;
  entries.forEach((entry, index) => {
    for (const comment of taken(queue, ({ offset }) => offset < entry.start)) {
      const besideKey = index === 0 && !comment.ownLine && owner?.key != null && owner.beside === null;
      if (besideKey) owner.beside = comment.text;
      else entry.above.push(plain(comment));
    }
    attachInside(entry, entries[index + 1]?.start ?? limit, queue);
  });
  const belongs = (comment: PlacedComment) => column === null || comment.column >= column;
  for (const comment of taken(queue, (next) => next.offset < limit && belongs(next))) {
    collection.below.push(plain(comment));
  }
}

/** `limit` is where the next entry begins. */
function attachInside(entry: PlacedEntry, limit: number, queue: Queue): void {
  const { value } = entry;
  const hasEntries = isCollection(value) && value.entries.length > 0;
  if (hasEntries) attachIn(value, entry, value.column === null ? value.end : limit, queue);
  for (const comment of taken(queue, ({ offset, ownLine }) => offset < value.end || (offset < limit && !ownLine))) {
    if (!comment.ownLine && entry.beside === null) entry.beside = comment.text;
    else if (hasEntries) value.below.push(plain(comment));
    else entry.above.push(plain(comment));
  }
}

function* taken(queue: Queue, wanted: (comment: PlacedComment) => boolean): Generator<PlacedComment> {
  for (let next = queue.comments[queue.at]; next && wanted(next); next = queue.comments[queue.at]) {
    queue.at += 1;
    yield next;
  }
}

function plain({ text, blank }: PlacedComment): CommentNode {
  return { text, blank };
}
