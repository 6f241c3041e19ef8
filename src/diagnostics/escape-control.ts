/**
 * Untrusted text made harmless for a terminal and for a log of GitHub Actions. Rule names and texts come from people
 * and mail services: a control, ANSI or bidi character in them must show as text and do nothing, white space must not
 * pass for other white space, and no text may be a command to the runner.
 */

// C0, DEL and C1 controls; bidi marks, embeddings, overrides and isolates; line and paragraph separators; zero-width
// characters that hide differences; the BOM; tag characters; halves of surrogate pairs; every space but the plain one.
// Then the commands of a workflow: `::` where a line begins with it or can after it is wrapped, and `##[` anywhere.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]|(?! )\p{Zs}|(?<=^|\s):(?=:)|#(?=#\[)/gmu;

/** Takes any text, gives it with every character that could do or hide something written as `\u{…}`; newlines too. */
export function escapeControl(text: string): string {
  return text.replace(UNSAFE, escaped);
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
  const cells: string[] = [];
  let end = 0;
  for (const { 0: character, index } of line.matchAll(UNSAFE)) {
    for (const cell of line.slice(end, index)) cells.push(cell);
    cells.push(character === '\t' ? '  ' : escaped(character));
    end = index + character.length;
  }
  return [...cells, ...line.slice(end)];
}

/** Whether a line would be a command: a word that is broken before a `::` in it can make one. */
export function isCommand(line: string): boolean {
  return /^\s*::/.test(line);
}

/** Takes a text that is to be broken anywhere; gives it without any `::`. */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:)/g, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
