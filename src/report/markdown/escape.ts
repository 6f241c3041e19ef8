/**
 * Makes untrusted text safe in GitHub's and GitLab's Markdown. They link mentions (@name), references (#1, !1, GH-1,
 * %milestone, owner/name#1, commit hashes, custom prefixes) and addresses after Markdown has become HTML. Neither a
 * backslash nor an entity prevents that, only code does. So all text from others becomes code, except plain words. Code
 * also begins with a backtick, so that no line begins with text such as `/merge`, which is an order to GitLab.
 */
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';

/** In characters, so that one name cannot take up the comment. */
const LONGEST_NAME = 100;

/** A code span on one line. The text cannot end it. */
export function inCode(text: string): string {
  const shown = text === '' ? '""' : visible(text);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  // Markdown strips one space from both ends. Without it, a backtick at an end would join the fence.
  const pad = /^[ `]|[ `]$/.test(shown) && shown.trim() !== '' ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** A name in HTML, such as the summary of details. Markdown does not apply there, and code prevents mentions too. */
export function nameInHtml(name: string): string {
  return `<code>${inHtml(name === '' ? '""' : visible(cut(name, LONGEST_NAME)))}</code>`;
}

export function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A fenced block. The text cannot close it. */
export function fenced(text: string, language = ''): string {
  const lines = escapedLines(text).map(withoutComments);
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [ticks + language, ...lines, ticks].join('\n');
}

function visible(text: string): string {
  return withoutComments(escapeControl(text));
}

/** Escapes HTML comments in text from others, because the action searches comments for its own marks. */
function withoutComments(text: string): string {
  return text.replace(/<(?=!--)/g, '\\u{3c}');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
