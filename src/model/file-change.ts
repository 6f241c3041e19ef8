/** What becomes of a file whose text is `before` and will be `after`; null: it is not there. */
export function changeOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
}
