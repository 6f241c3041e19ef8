import type { Block, Cell } from '../document.ts';
import { inlineMarkdown } from '../print/inline-markdown.ts';

/** A table whose cells cannot be broken by their text. */
export function tableMarkdown({ head, rows, foot, isText }: Omit<Extract<Block, { kind: 'table' }>, 'kind'>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellMarkdown).join(' | ')} |`;
  return [
    line(head.map(shown)),
    `| --- |${(isText ? ' --- |' : ' ---: |').repeat(head.length - 1)}`,
    ...rows.map((row) => line(row.map(shown))),
    ...(foot === undefined ? [] : [line(foot.map((cell) => `**${shown(cell)}**`))]),
  ].join('\n');
}

/** A backslash escapes a pipe, even in code. After an odd number of backslashes it would not: the pipe is a code. */
function cellMarkdown(text: string): string {
  return text.replace(
    /(\\*)\|/g,
    (_whole, slashes: string) => slashes + (slashes.length % 2 === 0 ? '\\|' : '\\u{7c}'),
  );
}

function shown(cell: Cell): string {
  return cell === null ? '' : inlineMarkdown(cell);
}
