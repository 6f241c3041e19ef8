/** The documents of a file: where each begins, and the file without some of them. */
import { type CST, Parser } from 'yaml';
import { isLastOnLine, nextLine } from './lines.ts';
import type { Splice } from './splices.ts';

interface Extent {
  /** With its directives, without the comments at the head of the file. */
  start: number;
  /** Where its `---` stands; null where it has none. */
  marker: number | null;
  hasDirective: boolean;
}

/** Takes the text of a file; gives where its documents begin. */
export function documentExtents(text: string): Extent[] {
  const extents: Extent[] = [];
  // What stands before a document and belongs to it: its directives, and comments after the one before has ended.
  let start: number | null = null;
  let hasDirective = false;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'directive') hasDirective = true;
    if (token.type === 'directive' || (token.type === 'comment' && extents.length > 0)) start ??= token.offset;
    if (token.type === 'document') {
      const marker = token.start.find(({ type }) => type === 'doc-start')?.offset ?? null;
      extents.push({ start: start ?? token.offset, marker, hasDirective });
    }
    if (token.type === 'document' || token.type === 'doc-end') {
      start = null;
      hasDirective = false;
    }
  }
  return extents;
}

/** Takes the indexes of documents to remove; gives the splices that do it. The comments at the file's head stay. */
export function withoutDocuments(text: string, removed: ReadonlySet<number>): Splice[] {
  const extents = documentExtents(text);
  const splices: Splice[] = [];
  for (const index of removed) {
    const extent = extents[index];
    if (extent) splices.push({ start: extent.start, end: extents[index + 1]?.start ?? text.length, text: '' });
  }
  const next = extents.find((_, index) => !removed.has(index));
  const isBareStart = extents[0]?.marker === null;
  if (removed.has(0) && isBareStart && next?.marker != null && !next.hasDirective) {
    const { marker } = next;
    const isBare = isLastOnLine(text, marker + 3) && !text.slice(marker, nextLine(text, marker)).includes('#');
    if (isBare) splices.push({ start: marker, end: nextLine(text, marker), text: '' });
  }
  return splices;
}

/** Takes the text of a file; gives the comments at its head, or '' where there are none. */
export function headComments(text: string): string {
  let end = 0;
  for (const token of new Parser().parse(text) as Iterable<CST.Token>) {
    if (token.type === 'comment') end = nextLine(text, token.offset);
    else if (token.type === 'document' || token.type === 'directive' || token.type === 'doc-end') break;
  }
  return text.slice(0, end);
}
