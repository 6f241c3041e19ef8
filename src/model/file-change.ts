/** How a file changes. `null`: it does not exist. */
export function changeOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
}
