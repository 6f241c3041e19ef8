/**
 * Attaches comments to entries. A comment at the end of a line belongs to the entry on that line, and one on its own line to
 * the entry below. After the last entry of a collection the column decides: the comment belongs to the innermost collection
 * that does not begin to its right. Printed files read back the same way.
 */
import { type Collection, type CommentNode, type Entry, isCollection, type ValueNode } from './tree.ts';

/** A comment and its place. `ownLine`: there is nothing before it on its line. */
export interface PlacedComment extends CommentNode {
  offset: number;
  column: number;
  ownLine: boolean;
}

/** `end` is the offset after its last character. */
export type PlacedValue = (Exclude<ValueNode, Collection> | PlacedCollection) & { end: number };

export interface PlacedEntry extends Entry {
  start: number;
  value: PlacedValue;
}

export interface PlacedCollection extends Collection {
  entries: PlacedEntry[];
  /** Of its first entry; null in brackets, where columns mean nothing. */
  column: number | null;
  end: number;
}

interface Queue {
  comments: readonly PlacedComment[];
  at: number;
}

/** Attaches the comments of a document, in order, to the entries of its outermost collection. */
export function attachComments(root: PlacedCollection, comments: readonly PlacedComment[]): void {
  const queue: Queue = { comments, at: 0 };
  attachIn(root, null, Number.POSITIVE_INFINITY, queue);
  for (const comment of taken(queue, () => true)) root.below.push(plain(comment));
}

function attachIn(collection: PlacedCollection, owner: Entry | null, limit: number, queue: Queue): void {
  const { entries, column } = collection;
  entries.forEach((entry, index) => {
    for (const comment of taken(queue, ({ offset }) => offset < entry.start)) {
      const besideKey = index === 0 && !comment.ownLine && owner?.key != null && owner.beside === null;
      if (besideKey) owner.beside = comment.text;
      else entry.above.push(plain(comment));
    }
    attachInside(entry, entries[index + 1]?.start ?? limit, queue);
  });
  const belongs = (comment: PlacedComment) => column === null || comment.column >= column;
  for (const comment of taken(queue, (next) => next.offset < limit && belongs(next))) {
    collection.below.push(plain(comment));
  }
}

/** `limit` is where the next entry begins. */
function attachInside(entry: PlacedEntry, limit: number, queue: Queue): void {
  const { value } = entry;
  const hasEntries = isCollection(value) && value.entries.length > 0;
  if (hasEntries) attachIn(value, entry, value.column === null ? value.end : limit, queue);
  for (const comment of taken(queue, ({ offset, ownLine }) => offset < value.end || (offset < limit && !ownLine))) {
    if (!comment.ownLine && entry.beside === null) entry.beside = comment.text;
    else if (hasEntries) value.below.push(plain(comment));
    else entry.above.push(plain(comment));
  }
}

function* taken(queue: Queue, wanted: (comment: PlacedComment) => boolean): Generator<PlacedComment> {
  for (let next = queue.comments[queue.at]; next && wanted(next); next = queue.comments[queue.at]) {
    queue.at += 1;
    yield next;
  }
}

function plain({ text, blank }: PlacedComment): CommentNode {
  return { text, blank };
}
