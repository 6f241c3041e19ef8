/**
 * Untrusted text in GitHub's Markdown. GitHub makes links of mentions (@name), references (#1, GH-1, owner/name#1, hashes
 * of commits, prefixes that a repository chooses) and addresses after the Markdown is HTML, so that neither a backslash nor
 * an entity stops them: only code does. So all text from others is put in code, except for plain words.
 */
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';

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

/** As inCode, for a name: a long one is cut, and shows it. */
export function nameInCode(name: string): string {
  return inCode(cut(name, LONGEST_NAME));
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

/** An alert, which GitHub shows as a coloured box; none without lines. */
export function box(kind: 'CAUTION' | 'WARNING' | 'IMPORTANT', lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`[!${kind}]`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n');
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
