/** A text in a file of its own. */
import { isSeen } from '../../diagnostics/unseen.ts';
import type { FileEdit } from '../../model/pull.ts';
import { isTooBig } from '../../source/load/read-file.ts';
import { textOfFile } from '../../source/load/read-reference.ts';
import { shownPath } from '../../source/paths.ts';
import type { PullInput } from './input.ts';

const BOM = '\ufeff';

/** What a pull writes into the file of a text (absolute); null where it is not there, before or after. `rules` are their names. */
export function textFileEdit(
  file: string,
  before: string | null,
  after: string | null,
  rules: string[],
  { where }: Pick<PullInput, 'where'>,
): FileEdit {
  return { path: file, shown: shownPath(file, where.cwd), kind: 'text', before, after, rules };
}

/**
 * The content of the file of a text, with the line ends, the byte order mark and the end of the file as they were `before`
 * (null: there was none). null where a file cannot hold the text, or a new one would hide some of it.
 */
export function textFileContent(text: string, before: string | null): string | null {
  const isDos = before !== null && /\r\n/.test(before) && !/(^|[^\r])\n/.test(before);
  const eol = isDos ? '\r\n' : '\n';
  const mark = before?.startsWith(BOM) ? BOM : '';
  // One line end is dropped when it is read, so a text that ends with one needs another.
  const isClosed = before === null || before === mark || before.endsWith('\n') || text.endsWith('\n');
  const content = mark + text.replaceAll('\n', eol) + (isClosed ? eol : '');
  if (before === null && !isSeen(text)) return null;
  const isWhole = !isTooBig(content) && !/\0|\p{Cs}/u.test(text);
  return isWhole && unixLines(textOfFile(withoutMark(content))) === unixLines(text) ? content : null;
}

/** Without the byte order mark that a file may begin with. */
export function withoutMark(content: string): string {
  return content.startsWith(BOM) ? content.slice(BOM.length) : content;
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
