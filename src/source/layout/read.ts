/**
 * Reads a text as layouts. Walks the tokens of the parser, since its documents do not keep every comment with its place. The
 * loader must find no problem in the text.
 */
import { CST, Parser } from 'yaml';
import {
  attachComments,
  type PlacedCollection,
  type PlacedComment,
  type PlacedEntry,
  type PlacedValue,
} from './comments.ts';
import { type CommentNode, isCollection, type KeyNode, type Layout } from './tree.ts';

/** The documents that are not empty, all comments in order, and in `rest` those of a text without documents. */
export function readLayouts(text: string) {
  const layouts: Layout[] = [];
  const all: string[] = [];
  let comments: PlacedComment[] = [];
  for (const token of new Parser().parse(text)) {
    collectComments(token, text, comments);
    const root = token.type === 'document' ? readRoot(token, text) : null;
    if (root === null) continue;
    for (const comment of comments) all.push(comment.text);
    layouts.push(layoutOf(root, comments));
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

/** Comments above the first entry of a document are about the document, so they do not move with the entry. */
function layoutOf(root: PlacedCollection, comments: readonly PlacedComment[]): Layout {
  attachComments(root, comments);
  const first = root.entries[0];
  return { head: first?.above.splice(0) ?? [], root };
}

function readRoot(document: CST.Document, text: string): PlacedCollection | null {
  const root = readValue(document.value, document.start, document.offset, text);
  return isCollection(root) ? root : null;
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
