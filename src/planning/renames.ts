/**
 * `renamedFrom`: decides which declared rules take over a live rule with another name.
 *
 * A rename stays in its file after it was applied, so most of them are old. A rename applies only if all of this is
 * true: the rule is not yet live as declared under its own name, no other declaration wants the old live rule, and its
 * own name is free or is itself renamed away. The last condition depends on other renames (chains, swaps), so
 * candidates are dropped until all that are left meet it.
 */
import type { ArgsOf } from '../diagnostics/diagnostic.ts';
import type { DeclaredRule } from '../model/rule.ts';
import { canonicalName } from './canonical.ts';

export interface Renames {
  /** By the index of a declared rule: the name of the live rule it takes over. */
  taken: Map<number, string>;
  /** Renames that no longer do anything, and why. */
  spent: { rule: DeclaredRule; args: ArgsOf<'rename-spent'> }[];
}

export interface LiveNames {
  isLive: (name: string) => boolean;
  /** Whether the rule declared under this name is live exactly as declared. */
  isAsDeclared: (name: string) => boolean;
}

export function resolveRenames(declared: readonly DeclaredRule[], { isLive, isAsDeclared }: LiveNames): Renames {
  const taken = new Map<number, string>();
  const spent: Renames['spent'] = [];
  for (const [index, rule] of declared.entries()) {
    if (rule.renamedFrom === null) continue;
    const from = canonicalName(rule.renamedFrom);
    const why = !isLive(from)
      ? 'nothing-live'
      : isAsDeclared(rule.body.name)
        ? 'applied'
        : isAsDeclared(from)
          ? 'old-name-in-use'
          : null;
    if (why === null) taken.set(index, from);
    else spent.push({ rule, args: { from, why } });
  }
  // A dropped rename keeps its old name, so the next round drops those that need this name.
  for (let left = -1; left !== taken.size; ) {
    left = taken.size;
    const freed = new Set(taken.values());
    for (const [index, from] of taken) {
      const rule = declared[index] as DeclaredRule;
      if (!isLive(rule.body.name) || freed.has(rule.body.name)) continue;
      spent.push({ rule, args: { from, why: 'new-name-live' } });
      taken.delete(index);
    }
  }
  return { taken, spent };
}
