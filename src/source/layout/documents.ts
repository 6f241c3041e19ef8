/** Where the documents of a file begin and end. */
import { type CST, Parser } from 'yaml';

/** Joined, `head` and `documents` are the whole text. */
export interface DocumentTexts {
  /** The comments before the first document. */
  head: string;
  /** Each with its directives, its `---` and the comments after the end (`...`) of the one before. */
  documents: string[];
}

export function documentTexts(text: string): DocumentTexts {
  const starts: number[] = [];
  let head = 0;
  // Directives and comments after `...` belong to the document that follows.
  let start: number | null = null;
  for (const token of new Parser().parse(text) as Iterable<CST.Token>) {
    if (token.type === 'comment' && starts.length === 0 && start === null) head = nextLine(text, token.offset);
    if (token.type === 'directive' || (token.type === 'comment' && starts.length > 0)) start ??= token.offset;
    if (token.type === 'document') starts.push(starts.length === 0 ? head : (start ?? token.offset));
    if (token.type === 'document' || token.type === 'doc-end') start = null;
  }
  const documents = starts.map((from, index) => text.slice(from, starts[index + 1] ?? text.length));
  return { head: text.slice(0, head), documents };
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
