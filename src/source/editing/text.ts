/** How a text is written anew where another text stood, in the style of that one if it can be. */

import { literalBlock, oneLine } from '../formatting/scalar.ts';
import type { ScalarStyle } from './layout.ts';

/** What follows a key: `head` on its line, and the lines below with their indentation. */
export interface Rendered {
  head: string;
  lines: string[];
}

/** Takes a text and the style it should have; gives it on one line, in a style that can hold it. */
export function inline(text: string, style: ScalarStyle, inBrackets: boolean): string {
  const plain = oneLine(text, inBrackets);
  if (style === 'QUOTE_DOUBLE') return plain.startsWith('"') ? plain : `"${escaped(text)}"`;
  const isEscaped = plain.startsWith('"') && plain.replaceAll('\\"', '').replaceAll('\\\\', '').includes('\\');
  if (style === 'QUOTE_SINGLE' && !isEscaped) return `'${text.replaceAll("'", "''")}'`;
  // Quotes within quotes are easier to read in those of the other kind.
  return plain.startsWith('"') && /["\\]/.test(text) && !isEscaped && !text.includes("'") ? `'${text}'` : plain;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/**
 * Takes a text, the column of its key and that of the block's lines; gives it as a literal block, or null where a
 * block cannot hold it. `like` is the header of the block that it replaces: what of that still holds is kept.
 */
export function literal(text: string, column: number, inner: number, like = '|'): Rendered | null {
  const isOpen = !text.includes('\n');
  const block = literalBlock(isOpen ? `${text}\n` : text);
  if (!block) return null;
  const chomping = isOpen ? '-' : (/[-+]/.exec(block.header)?.[0] ?? (like.includes('+') ? '+' : ''));
  const indicator = /\d/.test(block.header) || /\d/.test(like) ? String(inner - column) : '';
  const indentation = ' '.repeat(inner);
  const lines = block.lines.map((line) => (line === '' ? '' : indentation + line));
  return { head: `|${/^.[-+]\d/.test(like) ? chomping + indicator : indicator + chomping}`, lines };
}

/**
 * Takes a text, the column of its key and the source lines of the folded text that it replaces; gives it folded, with
 * the lines that say the same kept as they are. Null where folding would change it.
 */
export function folded(text: string, header: string, body: readonly string[]): Rendered | null {
  const inner = /^ */.exec(body.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  const content = text.replace(/(?<!\n)\n+$/, '');
  const ends = text.length - content.length;
  if (inner === 0 || /\d/.test(header) || content === '' || !oneLineIsPlainEnough(content)) return null;
  const old = body.map((line) => line.slice(inner).trimEnd());
  const width = old.reduce((widest, line) => Math.max(widest, line.length), 40);
  const known = paragraphsOf(old);
  const unchanged = new Map(known.map((lines) => [lines.join(' '), lines]));
  const lines: string[] = [];
  let count = 0;
  for (const [index, paragraph] of content.split('\n').entries()) {
    if (index > 0) lines.push('');
    if (paragraph === '') continue;
    const before = unchanged.get(paragraph) ?? known[count] ?? [];
    for (const line of refolded(paragraph, before, width)) lines.push(line);
    count++;
  }
  const chomping = ends === 0 ? '-' : ends > 1 ? '+' : header.includes('+') ? '+' : '';
  for (let blank = 1; blank < ends; blank++) lines.push('');
  return { head: `>${chomping}`, lines: lines.map((line) => (line === '' ? '' : ' '.repeat(inner) + line)) };
}

/** White space at the beginning or end of a line, and more than one space, are not folded as other text is. */
function oneLineIsPlainEnough(content: string): boolean {
  return literalBlock(`${content}\n`) !== null && !/^[ \t]|[ \t]$|[ \t]\n|\n[ \t]|^\n| {2}|\t/.test(content);
}

/** The lines of each paragraph of a folded text. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [];
  let open: string[] = [];
  for (const line of lines) {
    if (line !== '') open.push(line);
    else if (open.length > 0) {
      paragraphs.push(open);
      open = [];
    }
  }
  if (open.length > 0) paragraphs.push(open);
  return paragraphs;
}

/** Breaks a paragraph into lines; those of its beginning and end that are as they were are broken where they were. */
function refolded(paragraph: string, old: readonly string[], width: number): string[] {
  let from = 0;
  let first = 0;
  while (first < old.length && paragraph.startsWith(`${old[first]} `, from)) from += (old[first++] ?? '').length + 1;
  if (first === old.length - 1 && paragraph.slice(from) === old[first]) return [...old];
  let to = paragraph.length;
  let last = old.length;
  while (last > first + 1 && endsWithLine(paragraph, old[last - 1] ?? '', from, to))
    to -= (old[--last] ?? '').length + 1;
  return [...old.slice(0, first), ...wrapped(paragraph.slice(from, to), width), ...old.slice(last)];
}

function endsWithLine(paragraph: string, line: string, from: number, to: number): boolean {
  return to - line.length - 1 > from && paragraph.endsWith(` ${line}`, to) && to > 0;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Takes the source of a text without quotes that goes over several lines, what it says and what it shall say; gives
 * it over several lines again, those that stay as they were. Null where that does not fit.
 */
export function rewrapped(source: string, old: string, text: string): string | null {
  const lines = source.split('\n');
  const said = lines.map((line) => line.trim());
  if (said.join(' ') !== old || oneLine(text, false) !== text || !/^\S+( \S+)*$/.test(text)) return null;
  const width = said.reduce((widest, line) => Math.max(widest, line.length), 40);
  const indentation = /^\s*/.exec(lines[1] ?? '')?.[0] ?? '';
  const joint = lines[0]?.endsWith('\r') ? '\r\n' : '\n';
  const wrap = refolded(text, said, width);
  return wrap.some((line) => line.startsWith('#')) ? null : wrap.join(joint + indentation);
}
