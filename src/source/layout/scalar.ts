/** How a text is written: plain where it can be, else in double quotes; over several lines as a block. */

// What begins something else in YAML, or ends a plain text.
const INDICATOR_FIRST = /^[-?:,[\]{}#&*!|>'"%@`=<]|^\.+($|\d|inf$|nan$)/i;
const ENDS_PLAIN = /: |:$| #/;
const ENDS_PLAIN_IN_BRACKETS = /[,[\]{}]/;
// Null, booleans, numbers, dates and times of YAML 1.2 and of 1.1, which other tools may read.
const WORD_OF_YAML = /^(~|null|true|false|yes|no|on|off|y|n)$/i;
const LIKE_A_NUMBER = /^[-+]?\d[\da-fxo_.,:+-]*$|^\d{4}-\d\d?-\d\d?[t ]/i;

// Control characters (all but tab and line feed), line ends that only some tools know, the byte order mark, and marks that
// turn the direction of text, so that a reviewer sees what is there. Halves of surrogate pairs too.
const HIDDEN = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufffe\\uffff';
const NEEDS_ESCAPE = new RegExp(`[${HIDDEN}]|\\p{Surrogate}`, 'u');
const HIDDEN_EACH = new RegExp(`[${HIDDEN}]`, 'g');

/** A text on one line: plain, or in double quotes. */
export function oneLine(text: string, inBrackets: boolean): string {
  return isPlain(text, inBrackets) ? text : quoted(text);
}

/** A block: what follows the key, and the lines below it without their indentation. */
export interface Block {
  header: string;
  lines: string[];
}

/** A text of several lines as a literal block; null where only quotes can carry it. */
export function literalBlock(text: string): Block | null {
  if (!text.includes('\n') || NEEDS_ESCAPE.test(text)) return null;
  // White space alone on the last line is seen in quotes only.
  if (/^\s*$/.test(text) || /\n[ \t]+\n*$/.test(text)) return null;
  const indentation = /^\n*[ \t]/.test(text) ? '2' : '';
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return { header: `|${indentation}${chomping}`, lines };
}

/** One long line as a folded block of lines up to `width`; null where it cannot be broken. */
export function foldedBlock(text: string, width: number): Block | null {
  if (/[\n\t]|^ | $/.test(text) || NEEDS_ESCAPE.test(text)) return null;
  const lines: string[] = [];
  let line = '';
  // A line may end at a single space only: a line that began with another would not be joined again.
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
  if (text === '' || text !== text.trim() || /[\n\t]/.test(text) || NEEDS_ESCAPE.test(text)) return false;
  if (INDICATOR_FIRST.test(text) || ENDS_PLAIN.test(text)) return false;
  if (inBrackets && ENDS_PLAIN_IN_BRACKETS.test(text)) return false;
  return !WORD_OF_YAML.test(text) && !LIKE_A_NUMBER.test(text);
}

/** JSON's way to write a text is one of YAML's. */
function quoted(text: string): string {
  const coded = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(HIDDEN_EACH, coded);
}
