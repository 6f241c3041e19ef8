import type { Work } from './work.ts';

/**
 * Takes the work of one account, gives it in an order that can succeed where names are unique: deletes, then replaces,
 * then creates; a rename to a name that another rename gives up comes after that one.
 */
export function applyOrder(work: readonly Work[]): Work[] {
  const replaces = work.filter(({ change }) => change.op === 'replace');
  const byLiveName = new Map(replaces.map((item) => [item.live?.name.trim(), item]));
  const ordered = new Set<Work>();
  const visiting = new Set<Work>();
  const visit = (item: Work) => {
    if (ordered.has(item) || visiting.has(item)) return;
    visiting.add(item);
    const holder = byLiveName.get(item.wanted?.name);
    if (holder !== undefined && holder !== item) visit(holder);
    ordered.add(item);
  };
  for (const item of replaces) visit(item);
  const deletes = work.filter(({ change }) => change.op === 'delete');
  const creates = work.filter(({ change }) => change.op === 'create');
  return [...deletes, ...ordered, ...creates];
}
