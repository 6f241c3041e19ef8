/** Lines for a terminal: wrapping with a hanging indent, and quoted values. */
import { wrapAnsi } from 'fast-wrap-ansi';
import { escapeControl, escapeQuotes, isCommand, withoutCommands } from '../diagnostics/escape-control.ts';
import type { ShownText } from '../model/plan.ts';
import { DEFAULT_ACCOUNT } from '../model/project.ts';
import { escapeAlike } from './differing-parts.ts';
import type { Style } from './style.ts';
import { textWidth } from './width.ts';

type Wrap = (line: string, width: number, index: number) => string[];

/** Wraps a text, with newlines and colors, to the width; the first line begins with `first`. Composes marks (NFC). */
export function hang(first: string, text: string, width: number, wrap: Wrap = wrapped): string[] {
  const indent = ' '.repeat(textWidth(first));
  const room = Math.max(20, width - indent.length);
  const lines = text.split('\n').flatMap((line, index) => wrap(line, room, index));
  return lines.map((line, index) => ((index === 0 ? first : indent) + line).trimEnd());
}

/** Like `hang`, but what is to be typed or copied stays on one line: code, `inboxctl …` after a colon, commands. */
export function hangTyped(first: string, text: string, width: number): string[] {
  return hang(first, text, width, aroundTyped).map((line) => line.replaceAll(NO_BREAK, ' '));
}

const NO_BREAK = '\u00a0';
// Matches from the start of a word only, so that a long text is scanned once.
const TYPED = /(?<![^\s`])[^\s`]*`[^`]+`[^\s`]*|(?:(?<=: )|^ *)inboxctl .*/g;

function aroundTyped(line: string, width: number, index: number): string[] {
  if (index > 0 && /^[a-z]/.test(line)) return [line];
  const parts = line.replace(TYPED, (typed) =>
    textWidth(typed) > width ? `\n${typed}\n` : typed.replaceAll(' ', NO_BREAK),
  );
  return parts.split('\n').flatMap((part, at) => {
    if (at % 2 === 1) return [part];
    if (at === 0) return wrapped(part, width);
    return part.trim() === '' ? [] : wrapped(part.trimStart(), width);
  });
}

// The space where a line was broken is at the start of the next line, after its colors.
const ESCAPE = '\u001b';
const BROKEN_AT = new RegExp(`^((?:${ESCAPE}\\[[\\d;]*m)*) `);

function wrapped(line: string, width: number): string[] {
  const lines = broken(line, width);
  return lines.some(isCommand) ? broken(withoutCommands(line), width) : lines;
}

function broken(line: string, width: number): string[] {
  const [head = '', ...rest] = wrapAnsi(line, width, { hard: true, trim: false }).split('\n');
  // Between two texts that fill their lines, that space is a line by itself.
  return [head, ...rest.map((part) => part.replace(BROKEN_AT, '$1')).filter((part) => textWidth(part) > 0)];
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Formats a value on one line. Text is quoted, so that white space at its ends is visible. */
export function quoteValue(value: ShownText | number | boolean): string {
  return quoteBeside(value, null);
}

/** Like `quoteValue`, for a value next to a different one. `changed` is applied to both. */
export function quoteBeside(
  value: ShownText | number | boolean,
  beside: ShownText | number | boolean,
  changed: (text: string) => string = (text) => text,
): string {
  if (value === null) return '(none)';
  if (typeof value === 'object') return escapeControl(value.shown);
  if (typeof value !== 'string') return String(value);
  const text = changed(escapeQuotes(value));
  return `"${escapeControl(typeof beside === 'string' ? escapeAlike(text, changed(escapeQuotes(beside)))[0] : text)}"`;
}

/** Whether a value is one short line. */
export function isShort(value: ShownText | number | boolean, style: Style): boolean {
  if (typeof value !== 'string') return true;
  return !value.includes('\n') && textWidth(value) <= style.width / 2 - 10;
}

/** Whether an account has a name, other than the default one. */
export function isNamed(account: string | undefined): account is string {
  return account !== undefined && account !== DEFAULT_ACCOUNT;
}

/** Returns `alice: ` for a named account, else an empty text. */
export function accountPrefix(account: string | undefined): string {
  return isNamed(account) ? `${escapeControl(account)}: ` : '';
}
