/**
 * Makes untrusted text safe for a terminal and for a log of GitHub Actions. Rule names and texts come from people and
 * mail services. Control, ANSI and bidi characters must be visible and have no effect, white space must not look like
 * other white space, and no text may be a command to the runner.
 */
import { escapeUnseen, unseenCells } from './unseen.ts';

// Workflow commands: `::` at the start of a line, or where wrapping could move it there, and `##[` anywhere.
const COMMANDS = /(?<=^|\s):(?=:)|#(?=#\[)/gm;

/** Replaces every character that could have an effect or hide something with `\u{…}`, newlines included. */
export function escapeControl(text: string): string {
  return escapeUnseen(text.replace(COMMANDS, escaped), escaped);
}

export function escapeQuotes(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}

/** Like `escapeControl`, but returns the lines of a text, with two spaces for each tab. */
export function escapedLines(text: string): string[] {
  return text.split('\n').map((line) => escapeControl(line.replaceAll('\t', '  ')));
}

/** Like `escapeControl`, but returns what each character of a line is shown as. A tab becomes two spaces. */
export function escapedCells(line: string): string[] {
  const shown = (character: string) => (character === '\t' ? '  ' : escaped(character));
  const pieces = line.split(new RegExp(`(${COMMANDS.source})`, 'm'));
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? [escaped(piece)] : unseenCells(piece, shown)));
}

/** Whether a line would be a workflow command, as can happen if a word is broken before `::`, or `[-` follows `##`. */
export function isCommand(line: string): boolean {
  return /^\s*::|##\[/.test(line);
}

/** Escapes every `::` and `##[`, so that the text may be broken anywhere. */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:)|#(?=#\[)/g, escaped);
}

/** Replaces every character outside ASCII with its code, except line ends. Different texts have different results. */
export function escapeLetters(text: string): string {
  return text.replace(/[^ -~\n]|\\(?=u\{)/gu, escaped);
}

/** Replaces letters outside ASCII in a list of addresses or hosts with their codes. Display names stay. */
export function escapeAddresses(text: string): string {
  const words = text.split(/([\s,;|<>()"]+)/);
  return words.map((word) => (/[@.]/.test(word) ? escapeLetters(word) : word)).join('');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
