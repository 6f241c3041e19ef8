/** Shows changed files as a unified diff. Without color it is a patch for `git apply`, unless something was hidden. */
import { type StructuredPatchHunk, structuredPatch } from 'diff';
import { escapeControl } from '../diagnostics/escape-control.ts';
import { commonEnds } from '../model/pair-actions.ts';
import type { PulledFile } from '../model/pull.ts';
import { escapeAlike } from './differing-parts.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';

/** Returns the diff of one file. `redact` hides the secrets in a line. `isExact`: nothing had to be hidden or escaped. */
export function fileDiff(
  { shown, before, after }: Omit<PulledFile, 'rules'>,
  redact: (line: string) => string,
  options: Pick<TextOptions, 'color'>,
): { text: string; isExact: boolean } {
  const { color } = styleOf({ unicode: true, width: 0, verbose: false, ...options });
  const name = escapeControl(shown);
  const hunks = hunksOf(before ?? '', after ?? '');
  // Without this line, git ignores an empty file.
  const lines = [color.bold(`diff --git a/${name} b/${name}`)];
  if (before === null) lines.push(color.bold('new file mode 100644'));
  if (after === null) lines.push(color.bold('deleted file mode 100644'));
  // If a name contains a space, a tab must end it.
  const side = (text: string | null, prefix: string) =>
    text === null ? '/dev/null' : `${prefix}/${name}${name.includes(' ') ? '\t' : ''}`;
  if (hunks.length > 0) lines.push(color.bold(`--- ${side(before, 'a')}`), color.bold(`+++ ${side(after, 'b')}`));
  let isExact = name === shown;
  for (const { oldStart, oldLines, newStart, newLines, lines: own } of hunks) {
    lines.push(color.cyan(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`));
    const contents = own.map((line) => line.slice(1).replace(/\r$/, ''));
    const shownContents = escapeHunk(own, contents.map(redact));
    for (const [index, line] of own.entries()) {
      const content = contents[index] ?? '';
      const safe = (shownContents[index] ?? '').split('\t').map(escapeControl).join('\t');
      isExact &&= safe === content;
      const end = !line.endsWith('\r') ? '' : options.color ? '^M' : '\r';
      lines.push(painted(line.slice(0, 1), safe + end, color));
    }
  }
  return { text: lines.map((line) => `${line}\n`).join(''), isExact };
}

/** As in structuredPatch. */
const CONTEXT = 4;

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  // Beyond so many edits, the diff takes minutes.
  const most = { maxEditLength: 2000, context: CONTEXT };
  return structuredPatch('', '', before, after, undefined, undefined, most)?.hunks ?? [wholeHunk(before, after)];
}

/** Returns a single hunk with everything between the common ends of both texts. */
function wholeHunk(before: string, after: string): StructuredPatchHunk {
  const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '');
  const [old, wanted] = [linesOf(before), linesOf(after)];
  const { head, tail } = commonEnds(old, wanted);
  const from = Math.max(0, head - CONTEXT);
  const around = Math.max(0, tail - CONTEXT);
  const signed = (sign: string, lines: readonly string[]) =>
    lines.flatMap((line) =>
      line.endsWith('\n') ? sign + line.slice(0, -1) : [sign + line, '\\ No newline at end of file'],
    );
  return {
    oldStart: from + 1,
    oldLines: old.length - from - around,
    newStart: from + 1,
    newLines: wanted.length - from - around,
    lines: [
      ...signed(' ', old.slice(from, head)),
      ...signed('-', old.slice(head, old.length - tail)),
      ...signed('+', wanted.slice(head, wanted.length - tail)),
      ...signed(' ', old.slice(old.length - tail, old.length - around)),
    ],
  };
}

/** Returns the contents of a hunk's lines. Removed text never looks like added text. */
function escapeHunk(own: readonly string[], contents: readonly string[]): readonly string[] {
  if (contents.every((content) => /^[\t -~]*$/.test(content))) return contents;
  const side = (sign: string) => contents.filter((_, index) => own[index]?.startsWith(sign)).join('\n');
  const [removed, added] = escapeAlike(side('-'), side('+'));
  const sides: Record<string, string[]> = { '-': removed.split('\n'), '+': added.split('\n') };
  return own.map((line, index) => sides[line.charAt(0)]?.shift() ?? contents[index] ?? '');
}

/** Formats a range of a hunk header. An empty range counts from the line before it. */
function range(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`;
}

function painted(sign: string, line: string, color: Style['color']): string {
  if (sign === '+') return color.green(sign + line);
  return sign === '-' ? color.red(sign + line) : sign + line;
}
