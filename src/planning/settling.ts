/**
 * Differences that an apply cannot end: the service is known to answer them in its own way, whatever is sent. Such a rule
 * would be replaced by each apply for ever, so the plan says how to settle it.
 */

import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Difference } from '../model/applied.ts';
import type { Change } from '../model/plan.ts';
import type { Comparison } from './compared.ts';
import { remainingDifferences } from './differences.ts';

/** What is known never to be kept (measured): folders on some mailbox providers, and the order of some actions. */
function isNeverKept({ kind, path, live }: Difference): boolean {
  return kind === 'order' || (live === null && /^actions\/[\d*]+\/fields\/folderName$/.test(path));
}

/** Takes the changes of a plan, and how they were found; gives what is to be said of the replaces that are about nothing else. */
export function neverConverging(
  changes: readonly Change[],
  how: Pick<Comparison, 'isIgnored' | 'isAnyOrder'>,
): Finding<'never-converges'>[] {
  const replaces = changes.filter(({ op, renamedFrom }) => op === 'replace' && renamedFrom === undefined);
  const found = replaces.flatMap((change) => {
    const all = remainingDifferences([change], how);
    return all.every(isNeverKept) ? all : [];
  });
  return (['order', 'field'] as const).flatMap((kind) => {
    const at = found.filter((difference) => difference.kind === kind).map(({ rule, path }) => ({ rule, path }));
    return at.length === 0 ? [] : [{ code: 'never-converges', args: { kind, at } }];
  });
}
