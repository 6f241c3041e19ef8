/** Inline text and tables as GitHub's Markdown. Text from others becomes code. */
import { cut, type Theirs } from '../../diagnostics/message.ts';
import type { Block, Cell } from '../document.ts';
import type { Inline, Span } from '../inline.ts';
import { inCode, inHtml, nameInHtml } from '../markdown/escape.ts';

/** In characters. Keeps one name or message from filling the comment. */
const LONGEST_NAME = 100;
const LONGEST = 1_000;

/** Prints on one line. Lines to type become code. */
export function inlineMarkdown(parts: Inline): string {
  return markdownLines(parts).join(' ');
}

/** Like `inlineMarkdown`, but keeps the lines. */
export function markdownLines(parts: Inline): string[] {
  return linesOf(parts).map((line, index) =>
    index > 0 && isTyped(line) ? inCode(plainInline(line)) : lineMarkdown(line),
  );
}

/** Prints for the summary of details. Markdown does not apply there, and code prevents mentions too. */
export function summaryMarkdown(parts: Inline): string {
  return piecesOf(parts)
    .map(({ kind, text }) => (kind === 'code' ? nameInHtml(text) : kind === 'ours' ? inHtml(text) : ''))
    .join('');
}

/** Whether a line after the first is to be typed: it does not start like a sentence. */
function isTyped([first]: Inline): boolean {
  return typeof first !== 'string' || /^\s*[a-z]/.test(first);
}

/** Splits into lines. Only our own words contain line ends. */
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
  const texts = piecesOf(parts).map(({ kind, text }) => {
    if (kind === 'code') return inCode(text);
    return kind === 'ours' ? text.replace(/[\\*<>[\]~|&$]/g, '\\$&') : text;
  });
  return texts.join('');
}

type Piece = { kind: 'ours' | 'code' | 'markup'; text: string };

/** Text from others and anything between backticks becomes code, without quotes around it. Merges adjacent pieces. */
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
  // Encodes characters that would end the URL.
  return ['[', `](${to.replace(/[\s()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)})`];
}

/** An example address in our own words, which GitHub would turn into a mention. */
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

/** Prints without styles or escapes, where Markdown does not apply. */
export function plainInline(parts: Inline): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'theirs' in part ? shown(part) : plainInline(part.inside);
    })
    .join('');
}

/** A table whose cells cannot be broken by their text. */
export function tableMarkdown({ head, rows, foot, isText }: Extract<Block, { kind: 'table' }>): string {
  const row = (cells: readonly Cell[], around = '') => {
    const texts = cells.map((cell) => around + (cell === null ? '' : inlineMarkdown(cell)) + around);
    return `| ${texts.map(cellMarkdown).join(' | ')} |`;
  };
  return [
    row(head),
    `| --- |${(isText ? ' --- |' : ' ---: |').repeat(head.length - 1)}`,
    ...rows.map((cells) => row(cells)),
    ...(foot === undefined ? [] : [row(foot, '**')]),
  ].join('\n');
}

/** A backslash escapes a pipe, even in code. After an odd number of backslashes it would not: the pipe is a code. */
function cellMarkdown(text: string): string {
  return text.replace(
    /(\\*)\|/g,
    (_whole, slashes: string) => slashes + (slashes.length % 2 === 0 ? '\\|' : '\\u{7c}'),
  );
}
