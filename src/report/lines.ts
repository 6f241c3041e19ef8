/** Lines for a terminal: wrapping with a hanging indent, and values as people read them. */

import { wrapAnsi } from 'fast-wrap-ansi';
import { escapeControl, escapeQuotes, isCommand, withoutCommands } from '../diagnostics/escape-control.ts';
import type { ShownText } from '../model/plan.ts';
import { DEFAULT_ACCOUNT } from '../model/project.ts';
import { toldApart } from './differing-parts.ts';
import type { Style } from './style.ts';
import { textWidth } from './width.ts';

type Wrap = (line: string, width: number, index: number) => string[];

/**
 * Takes a text (colours allowed, newlines kept) and wraps it to the width: the first line begins with `first`, the
 * others with as many spaces. Words longer than a line are broken; the indentation of the text's own lines stays. Letters
 * with marks are shown composed (NFC).
 */
export function hang(first: string, text: string, width: number, wrap: Wrap = wrapped): string[] {
  const indent = ' '.repeat(textWidth(first));
  const room = Math.max(20, width - indent.length);
  const lines = text.split('\n').flatMap((line, index) => wrap(line, room, index));
  return lines.map((line, index) => ((index === 0 ? first : indent) + line).trimEnd());
}

/**
 * As hang, for text of ours: what is to be typed or copied is on one line, even where it is longer than the width. That is
 * what stands between backticks, `inboxctl` and what follows it after a colon, and a line below the first that does not
 * begin as a sentence does.
 */
export function hangTyped(first: string, text: string, width: number): string[] {
  return hang(first, text, width, aroundTyped).map((line) => line.replaceAll(NO_BREAK, ' '));
}

const NO_BREAK = '\u00a0';
// Begins at the beginning of a word: a long text is read once.
const TYPED = /(?<![^\s`])[^\s`]*`[^`]+`[^\s`]*|(?:(?<=: )|^ *)inboxctl .*/g;

function aroundTyped(line: string, width: number, index: number): string[] {
  if (index > 0 && /^[a-z]/.test(line)) return [line];
  const parts = line.replace(TYPED, (typed) =>
    textWidth(typed) > width ? `\n${typed}\n` : typed.replaceAll(' ', NO_BREAK),
  );
  return parts.split('\n').flatMap((part, at) => {
    if (at % 2 === 1) return [part];
    // A space at the end would be a line of its own where the text before it fills the width.
    if (at === 0) return wrapped(part.trimEnd(), width);
    return part.trim() === '' ? [] : wrapped(part.trimStart(), width);
  });
}

// The space at which a line was broken begins the next one, after its colours.
const ESCAPE = '\u001b';
const BROKEN_AT = new RegExp(`^((?:${ESCAPE}\\[[\\d;]*m)*) `);

function wrapped(line: string, width: number): string[] {
  const lines = broken(line, width);
  return lines.some(isCommand) ? broken(withoutCommands(line), width) : lines;
}

function broken(line: string, width: number): string[] {
  const [head = '', ...rest] = wrapAnsi(line, width, { hard: true, trim: false }).split('\n');
  return [head, ...rest.map((part) => part.replace(BROKEN_AT, '$1'))];
}

/** As a sentence begins. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A value on one line: texts in quotes, so that white space at their ends is seen, and those in them escaped. */
export function quoted(value: ShownText | number | boolean): string {
  return quotedBeside(value, null);
}

/** As quoted, for a value that differs from the other one. `changed` is done to both. */
export function quotedBeside(
  value: ShownText | number | boolean,
  beside: ShownText | number | boolean,
  changed: (text: string) => string = (text) => text,
): string {
  if (value === null) return '(none)';
  if (typeof value === 'object') return escapeControl(value.shown);
  if (typeof value !== 'string') return String(value);
  const text = changed(escapeQuotes(value));
  return `"${escapeControl(typeof beside === 'string' ? toldApart(text, changed(escapeQuotes(beside)))[0] : text)}"`;
}

/** Whether a text is one short line. */
export function isShort(value: ShownText | number | boolean, style: Style): boolean {
  if (typeof value !== 'string') return true;
  return !value.includes('\n') && textWidth(value) <= style.width / 2 - 10;
}

/** Whether an account has a name that people gave it. */
export function isNamed(account: string | undefined): account is string {
  return account !== undefined && account !== DEFAULT_ACCOUNT;
}

/** `alice: ` before what is said of an account; nothing where the project has but one without a name. */
export function accountPrefix(account: string | undefined): string {
  return isNamed(account) ? `${escapeControl(account)}: ` : '';
}
