/**
 * Untrusted text made harmless for a terminal and for a log of GitHub Actions. Rule names and texts come from people
 * and mail services: a control, ANSI or bidi character in them must show as text and do nothing, white space must not
 * pass for other white space, and no text may be a command to the runner.
 */
import { escapeUnseen, unseenCells } from './unseen.ts';

// Commands of a workflow: `::` where a line begins with it or can after it is wrapped, and `##[` anywhere.
const COMMANDS = /(?<=^|\s):(?=:)|#(?=#\[)/gm;

/** Takes any text, gives it with every character that could do or hide something written as `\u{…}`; newlines too. */
export function escapeControl(text: string): string {
  return escapeUnseen(text.replace(COMMANDS, escaped), escaped);
}

/** A text that is to stand in double quotes: those in it have a backslash, so that nobody mistakes where it ends. */
export function escapeQuotes(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}

/** As escapeControl, for text of several lines: gives its lines, with tabs as two spaces. */
export function escapedLines(text: string): string[] {
  return text.split('\n').map((line) => escapeControl(line.replaceAll('\t', '  ')));
}

/** As escapeControl, for one line whose columns count: gives what each of its characters shows as, a tab as two spaces. */
export function escapedCells(line: string): string[] {
  const shown = (character: string) => (character === '\t' ? '  ' : escaped(character));
  const pieces = line.split(new RegExp(`(${COMMANDS.source})`, 'm'));
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? [escaped(piece)] : unseenCells(piece, shown)));
}

/** Whether a line would be a command: a word that is broken before a `::` in it can make one. */
export function isCommand(line: string): boolean {
  return /^\s*::/.test(line);
}

/** Takes a text that is to be broken anywhere; gives it without any `::`. */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:)/g, escaped);
}

/** The text with every character but those of ASCII as its number; line ends stay. Two texts never become the same one. */
export function escapeLetters(text: string): string {
  return text.replace(/[^ -~\n]|\\(?=u\{)/gu, escaped);
}

/** A list of addresses or hosts in which letters outside ASCII show as numbers; names beside the addresses stay. */
export function escapeAddresses(text: string): string {
  const words = text.split(/([\s,;|<>()"]+)/);
  return words.map((word) => (/[@.]/.test(word) ? escapeLetters(word) : word)).join('');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
