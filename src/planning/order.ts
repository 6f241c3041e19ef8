import { canonicalName } from './canonical.ts';
import type { Work } from './work.ts';

/**
 * Takes the work of one account, gives it in an order that can succeed where names are unique: deletes, then replaces,
 * then creates; a rename to a name that another rename gives up comes after that one.
 */
export function applyOrder(work: readonly Work[]): Work[] {
  const replaces = work.filter(({ change }) => change.op === 'replace');
  const byLiveName = new Map(replaces.map((item) => [item.live && canonicalName(item.live.name), item]));
  const ordered: Work[] = [];
  const met = new Set<Work>();
  for (const start of replaces) {
    // Each waits for the next: the one that holds the name it wants. A circle ends where it began.
    const waiting: Work[] = [];
    for (let item: Work | undefined = start; item !== undefined && !met.has(item); ) {
      met.add(item);
      waiting.push(item);
      item = item.wanted === null ? undefined : byLiveName.get(item.wanted.name);
    }
    for (const item of waiting.reverse()) ordered.push(item);
  }
  const deletes = work.filter(({ change }) => change.op === 'delete');
  const creates = work.filter(({ change }) => change.op === 'create');
  return [...deletes, ...ordered, ...creates];
}
