/**
 * `renamedFrom`: which declared rules take over a live rule of another name.
 *
 * A rename is written in a file and stays there after it was applied, so most renames met are old ones. It takes the
 * old live rule only while it can still be meant: the rule is not already live as declared under its own name, the old
 * live rule is not what another declaration of that name wants, and the own name is free or is itself renamed away.
 * The last condition depends on other renames (chains, swaps), so candidates are dropped until none has to be.
 */
import type { ArgsOf } from '../model/diagnostic.ts';
import type { DeclaredRule } from '../model/rule.ts';
import { canonicalName } from './canonical.ts';

export interface Renames {
  /** Index of a declared rule -> name of the live rule that it takes over. */
  taken: Map<number, string>;
  /** Renames that do nothing any more, and why. */
  spent: { rule: DeclaredRule; args: ArgsOf<'rename-spent'> }[];
}

/**
 * Takes the declared rules, whether a name is live, and whether the rule declared under a name is live just as
 * declared. Gives the renames that apply.
 */
export function resolveRenames(
  declared: readonly DeclaredRule[],
  isLive: (name: string) => boolean,
  isAsDeclared: (name: string) => boolean,
): Renames {
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
  for (let dropped = true; dropped; ) {
    dropped = false;
    const freed = new Set(taken.values());
    for (const [index, from] of taken) {
      const rule = declared[index] as DeclaredRule;
      if (!isLive(rule.body.name) || freed.has(rule.body.name)) continue;
      taken.delete(index);
      spent.push({ rule, args: { from, why: 'new-name-live' } });
      dropped = true;
    }
  }
  return { taken, spent };
}
