/** Words of a report in GitHub's Markdown: ours as they are, text of others in code. */
import { cut, type Theirs } from '../../diagnostics/message.ts';
import type { Inline, Span } from '../document.ts';
import { inCode, nameInHtml } from '../markdown/escape.ts';

/** In characters: one name must not take the room of many, nor one message that of others. */
const LONGEST_NAME = 100;
const LONGEST = 1_000;

/** On one line. What is to be typed on a line of its own stands in code. */
export function inlineMarkdown(parts: Inline): string {
  return markdownLines(parts).join(' ');
}

/** As inlineMarkdown, line by line. */
export function markdownLines(parts: Inline): string[] {
  return linesOf(parts).map((line, index) =>
    index > 0 && isTyped(line) ? inCode(plainInline(line)) : lineMarkdown(line),
  );
}

/** For the summary of details: there Markdown is not read, and code stops mentions too. */
export function summaryMarkdown(parts: Inline): string {
  return piecesOf(parts)
    .map(({ kind, text }) => (kind === 'code' ? nameInHtml(text) : kind === 'ours' ? inHtml(text) : ''))
    .join('');
}

/** A line of a message below the first, unless it begins as a sentence does. */
function isTyped([first]: Inline): boolean {
  return typeof first !== 'string' || /^\s*[a-z]/.test(first);
}

/** Line ends are in ours only. */
function linesOf(parts: Inline): Inline[] {
  const lines: Inline[number][][] = [[]];
  for (const part of parts) {
    const [head = '', ...rest] = typeof part === 'string' ? part.split('\n') : [];
    lines.at(-1)?.push(...(typeof part === 'string' ? (head === '' ? [] : [head]) : [part]));
    for (const line of rest) lines.push(line === '' ? [] : [line]);
  }
  return lines;
}

function lineMarkdown(parts: Inline): string {
  return piecesOf(parts)
    .map(({ kind, text }) => (kind === 'code' ? inCode(text) : kind === 'ours' ? escapedOurs(text) : text))
    .join('');
}

interface Piece {
  kind: 'ours' | 'code' | 'markup';
  text: string;
}

/** Text of others, and what stands between backticks in ours, is code; quotes around code go. No two code pieces touch. */
function piecesOf(parts: Inline): Piece[] {
  const pieces: Piece[] = [];
  let isInBackticks = false;
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '' || kind === 'code') pieces.push({ kind, text });
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      for (const [index, text] of part.split('`').entries()) {
        if (index > 0) isInBackticks = !isInBackticks;
        for (const [at, word] of isInBackticks ? [text].entries() : text.split(ADDRESS).entries()) {
          if (word !== '') add(isInBackticks || at % 2 === 1 ? 'code' : 'ours', word);
        }
      }
    } else if ('theirs' in part) add('code', shown(part));
    else if (isInBackticks || isAllCode(part)) add('code', cut(plainInline(part.inside), LONGEST_NAME));
    else {
      const [before, after] = markupOf(part);
      add('markup', before);
      for (const { kind, text } of piecesOf(part.inside)) add(kind, text);
      add('markup', after);
    }
  }
  return withoutQuotes(pieces);
}

function markupOf({ look, to = '' }: Span): [before: string, after: string] {
  if (look === 'strong') return ['**', '**'];
  if (look !== 'link') return ['', ''];
  // What could end the address.
  return ['[', `](${to.replace(/[\s()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)})`];
}

/** An example of an address in ours, which GitHub would take for a mention. */
const ADDRESS = /([^\s"<(]*@[^\s",>)]*[^\s",>).])/;

function isAllCode({ look }: Span): boolean {
  return look === 'code' || look === 'rule' || look === 'quote' || look === 'name';
}

function withoutQuotes(pieces: Piece[]): Piece[] {
  for (const [index, { kind }] of pieces.entries()) {
    const [before, after] = [pieces[index - 1], pieces[index + 1]];
    if (kind !== 'code' || !before?.text.endsWith('"') || !after?.text.startsWith('"')) continue;
    before.text = before.text.slice(0, -1);
    after.text = after.text.slice(1);
  }
  return pieces;
}

function shown({ theirs, show }: Theirs): string {
  return cut(show(theirs), LONGEST);
}

/** Without looks and with nothing escaped, for where Markdown is not read. */
export function plainInline(parts: Inline): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'theirs' in part ? shown(part) : plainInline(part.inside);
    })
    .join('');
}

function escapedOurs(text: string): string {
  return text.replace(/[\\*<>[\]~|&$]/g, '\\$&');
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
