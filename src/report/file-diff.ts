/** Changes of files as a unified diff. */
import { structuredPatch } from 'diff';
import type { FileEdit } from '../model/pull.ts';
import { harmless } from './harmless.ts';
import { maskedUrls } from './masked-urls.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';

type Diffed = Pick<FileEdit, 'shown' | 'kind' | 'before' | 'after'>;

/** Takes files as they are and as they shall be, and what hides secrets in a line; gives the lines that differ. */
export function fileDiffs(files: readonly Diffed[], hide: (line: string) => string, options: TextOptions): string {
  const style = styleOf(options);
  return files.map((file) => fileDiff(file, hide, style)).join('');
}

function fileDiff({ shown, kind, before, after }: Diffed, hide: (line: string) => string, style: Style): string {
  const { color } = style;
  const name = harmless(shown);
  const safe = (line: string) => harmless(kind === 'text' ? hide(line) : shortUrls(hide(line)));
  const lines = [
    color.bold(`--- ${before === null ? '/dev/null' : `a/${name}`}`),
    color.bold(`+++ ${after === null ? '/dev/null' : `b/${name}`}`),
  ];
  for (const hunk of structuredPatch('', '', before ?? '', after ?? '').hunks) {
    const { oldStart, oldLines, newStart, newLines } = hunk;
    lines.push(color.cyan(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`));
    for (const line of hunk.lines) lines.push(painted(line.slice(0, 1), safe(line.slice(1).replace(/\r$/, '')), style));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Of nothing it is the line before. */
function range(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`;
}

function painted(sign: string, line: string, { color }: Style): string {
  if (sign === '+') return color.green(sign + line);
  return sign === '-' ? color.red(sign + line) : sign + line;
}

/** A URL in a rule is a webhook's more often than not. */
function shortUrls(line: string): string {
  return maskedUrls(line).replace(/(?<=:\/\/[^\s/?#]{1,300}[/?#])\*+/g, '…');
}
