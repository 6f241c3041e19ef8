/** Writes texts: plain if possible, else in double quotes; several lines as a block. */
import { escapeQuotes } from '../../diagnostics/escape-control.ts';
import { escapeUnseen, isSeen } from '../../diagnostics/unseen.ts';
import { yamlEscape } from '../../diagnostics/yaml-text.ts';

// The beginning of something else in YAML, and the end of a plain text.
const INDICATOR_FIRST = /^[-?:,[\]{}#&*!|>'"%@`=<]|^\.+($|\d|inf$|nan$)/i;
const ENDS_PLAIN = /: |:$| #/;
const ENDS_PLAIN_IN_BRACKETS = /[,[\]{}]/;
// Null, booleans, numbers, dates and times of YAML 1.2, and of 1.1, which other tools may use.
const WORD_OF_YAML = /^(~|null|true|false|yes|no|on|off|y|n)$/i;
const LIKE_A_NUMBER = /^[-+]?\d[\da-fxo_.,:+-]*$|^\d{4}-\d\d?-\d\d?[t ]/i;

/** A text on one line: plain, or in double quotes. */
export function oneLine(text: string, inBrackets: boolean): string {
  return isPlain(text, inBrackets) ? text : inDoubleQuotes(text);
}

/** A text on several lines. `header` follows the key; `lines` have no indentation. */
export type Block = { header: string; lines: string[] };

/** A text with line breaks as a literal block; null if it needs quotes. */
export function literalBlock(text: string): Block | null {
  if (!text.includes('\n') || !isSeen(text)) return null;
  // Nobody would see white space on the last line.
  if (/^\s*$/.test(text) || /\n[ \t]+\n*$/.test(text)) return null;
  const indentation = /^\n*[ \t]/.test(text) ? '2' : '';
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return { header: `|${indentation}${chomping}`, lines };
}

/** A text with line breaks and invisible characters, in double quotes on as many lines; null for any other. */
export function quotedBlock(text: string): Block | null {
  if (!text.includes('\n') || isSeen(text)) return null;
  // YAML ignores a line break after a backslash, and the spaces that begin the next line.
  const lines = text
    .split(/(?<=\n)(?!$)/)
    .map((line) => `${inDoubleQuotes(line).slice(1, -1)}\\`.replace(/^ /, '\\x20'));
  const [first, last] = [lines.shift() ?? '', lines.pop()];
  if (last === undefined) return null;
  return { header: `"${first}`, lines: [...lines, `${last.slice(0, -1)}"`] };
}

/** One long line as a folded block with lines up to `width`; null if it cannot be broken. */
export function foldedBlock(text: string, width: number): Block | null {
  if (/[\n\t]|^ | $/.test(text) || !isSeen(text)) return null;
  const lines: string[] = [];
  let line = '';
  // Break only at single spaces: lines that begin with a space are not joined again.
  for (const word of text.split(/(?<! ) (?! )/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.length > 1 ? { header: '>-', lines } : null;
}

function isPlain(text: string, inBrackets: boolean): boolean {
  if (text === '' || text !== text.trim() || /[\n\t]/.test(text) || !isSeen(text)) return false;
  if (INDICATOR_FIRST.test(text) || ENDS_PLAIN.test(text)) return false;
  if (inBrackets && ENDS_PLAIN_IN_BRACKETS.test(text)) return false;
  return !WORD_OF_YAML.test(text) && !LIKE_A_NUMBER.test(text);
}

export function inDoubleQuotes(text: string): string {
  return `"${escapeUnseen(escapeQuotes(text), yamlEscape)}"`;
}
