/** A text as the content of a file of its own. */
import { isTooBig } from '../../source/load/read-file.ts';
import { textOfFile } from '../../source/load/read-reference.ts';

const BOM = '\ufeff';

/**
 * Takes a text and the content of its file so far, or null; gives the content that stands for it, with the line ends, the
 * byte order mark and the habit at the end of the file as they were. null where a file cannot hold the text.
 */
export function fileOfText(text: string, before: string | null): string | null {
  const isDos = before !== null && /\r\n/.test(before) && !/(^|[^\r])\n/.test(before);
  const eol = isDos ? '\r\n' : '\n';
  const mark = before?.startsWith(BOM) ? BOM : '';
  // One line end is dropped when it is read, so a text that ends with one needs another.
  const isClosed = before === null || before === mark || before.endsWith('\n') || text.endsWith('\n');
  const content = mark + text.replaceAll('\n', eol) + (isClosed ? eol : '');
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
