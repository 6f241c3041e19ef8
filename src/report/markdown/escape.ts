/**
 * Untrusted text in GitHub's Markdown. GitHub makes links of mentions (@name), references (#1, GH-1, owner/name#1, hashes
 * of commits, prefixes that a repository chooses) and addresses after the Markdown is HTML, so that neither a backslash nor
 * an entity stops them: only code does. So all text from others is put in code, except for plain words.
 */
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';
import { isNamed } from '../lines.ts';
import type { SentencePart } from '../sentence/parts.ts';
import { partText } from '../sentence/rule.ts';

/** In characters: one name must not take the room of many. */
const LONGEST_NAME = 100;

/** A code span on one line that nothing in the text can leave. */
export function inCode(text: string): string {
  const shown = text === '' ? '""' : visible(text);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  // One space at both ends is taken off again; without it a backtick there would belong to the fence.
  const pad = /^[ `]|[ `]$/.test(shown) && shown.trim() !== '' ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** Our own words as they are; text from others in code. */
export function partsText(parts: readonly SentencePart[]): string {
  return parts.map((part) => (part.kind === 'words' ? part.text : inCode(partText(part)))).join('');
}

/** As inCode, for a name: a long one is cut, and shows it. */
export function nameInCode(name: string): string {
  return inCode(cut(name, LONGEST_NAME));
}

/** The name of a rule, and that of its account where it has one. */
export function ruleInCode({ account, name }: { account?: string | undefined; name: string }): string {
  return inCode(
    isNamed(account) ? `${cut(account, LONGEST_NAME)}: ${cut(name, LONGEST_NAME)}` : cut(name, LONGEST_NAME),
  );
}

/** Where a rule is declared; of a long path the end. */
export function placeInCode({ file, line }: { file: string; line: number }): string {
  const end = [...file.slice(-LONGEST_NAME * 2)].slice(-LONGEST_NAME).join('');
  return inCode(`${end === file ? '' : '…'}${end}:${line}`);
}

/** A name for HTML of ours, such as the summary of details: there Markdown is not read, and code stops mentions too. */
export function nameInHtml(name: string): string {
  const text = name === '' ? '""' : visible(cut(name, LONGEST_NAME));
  return `<code>${text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/** A fenced block that nothing in the text can close. */
export function fenced(text: string, language = ''): string {
  const lines = escapedLines(text).map(withoutComments);
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [ticks + language, ...lines, ticks].join('\n');
}

// Words that are nothing but words. Not hex: GitHub takes seven such letters for a commit.
const WORD = /^(?:[A-Za-z]?[a-z]*(?:['’-][a-z]+)*|[A-Z]{2,12})$/;
const HASH = /(?:^|['’-])[\da-f]{7}/i;
const ADDRESS = /(?:www|^https?|^ftp|^mailto|^xmpp)$/i;
const NUMBER = /^\d{1,3}(?:,\d{3})*%?$/;
// What a word may begin and end with: a command that stands in code is to be copied without it.
const AROUND = /^(\(?)(.*?)(\)?[.,:;?]?)$/s;
// What a message quotes, as a whole; a line to be copied, too: `key: "value"`.
const QUOTED = /((?:^\w+: )?"(?:[^"\\]|\\.)*"|`[^`]*`)/m;

/** Takes a sentence that may quote others; gives it as text, with everything in code that is not plain words. */
export function prose(text: string): string {
  const parts = text.split(QUOTED).flatMap((part, index) => (index % 2 === 1 ? coded(part) : words(part)));
  return merged(parts);
}

interface EscapedPart {
  isCode: boolean;
  text: string;
}

function coded(part: string): EscapedPart[] {
  // Quotes tell where a name ends even in code; what stands in backticks is code as it is.
  const isCode = part.startsWith('`') && part.length > 2;
  return [{ isCode: true, text: isCode ? part.slice(1, -1) : part }];
}

function words(part: string): EscapedPart[] {
  return part
    .split(/([ \n]+)/)
    .filter((word) => word !== '')
    .flatMap((word): EscapedPart[] => {
      if (/^[ \n]+$/.test(word)) return [{ isCode: false, text: ' ' }];
      const [, open = '', inside = '', close = ''] = AROUND.exec(word) ?? [];
      if (inside === '') return [{ isCode: !/^(?:\(|\)?[.,:;?]?)$/.test(word), text: word }];
      return [plain(open), { isCode: !isPlain(inside, close), text: inside }, plain(close)].filter(
        ({ text }) => text !== '',
      );
    });
}

function plain(text: string): EscapedPart {
  return { isCode: false, text };
}

/** A number with a point or a parenthesis may begin a list. */
function isPlain(word: string, close: string): boolean {
  return NUMBER.test(word) ? !/[.)]/.test(close) : WORD.test(word) && !HASH.test(word) && !ADDRESS.test(word);
}

/** Joins what stands side by side, so that no two code spans touch. */
function merged(parts: readonly EscapedPart[]): string {
  let out = '';
  let code: string | null = null;
  let space = '';
  for (const { isCode, text } of parts) {
    if (isCode) {
      code = code === null ? text : code + space + text;
      if (space !== '' && code === text) out += space;
      space = '';
    } else if (text === ' ') space = ' ';
    else {
      out += (code === null ? '' : inCode(code)) + space;
      [code, space] = [null, ''];
      out += text;
    }
  }
  return (out + (code === null ? '' : inCode(code))).trim();
}

function visible(text: string): string {
  return withoutComments(escapeControl(text));
}

/** No text may look like a comment in HTML: those of ours are looked for. */
function withoutComments(text: string): string {
  return text.replace(/<(?=!--)/g, '\\u{3c}');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
