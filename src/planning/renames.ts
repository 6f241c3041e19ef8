/**
 * `renamedFrom`: which declared rules take over a live rule of another name.
 *
 * A rename is written in a file and stays there after it was applied, so most renames met are old ones. It takes the
 * old live rule only while it can still be meant: the rule is not already live as declared under its own name, the old
 * live rule is not what another declaration of that name wants, and the own name is free or is itself renamed away.
 * The last condition depends on other renames (chains, swaps), so candidates are dropped until none has to be.
 */
import type { ArgsOf } from '../diagnostics/diagnostic.ts';
import type { DeclaredRule } from '../model/rule.ts';
import { canonicalName } from './canonical.ts';

export interface Renames {
  /** Index of a declared rule -> name of the live rule that it takes over. */
  taken: Map<number, string>;
  /** Renames that do nothing any more, and why. */
  spent: { rule: DeclaredRule; args: ArgsOf<'rename-spent'> }[];
}

/** What is asked about names. A rule that is parked has the name here that it had before. */
export interface LiveNames {
  isLive: (name: string) => boolean;
  /** Whether the rule declared under a name is live just as declared. */
  isAsDeclared: (name: string) => boolean;
  /** Whether a rule of this name is parked: a rename that was cut short may have left it, and another has its name. */
  isParked: (name: string) => boolean;
}

/** Takes the declared rules and what names are live; gives the renames that apply. */
export function resolveRenames(
  declared: readonly DeclaredRule[],
  { isLive, isAsDeclared, isParked }: LiveNames,
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
        : isAsDeclared(from) && !isParked(from)
          ? 'old-name-in-use'
          : null;
    if (why === null) taken.set(index, from);
    else spent.push({ rule, args: { from, why } });
  }
  // A rename that is dropped keeps its old name, so another one that needs this name is dropped in the next round.
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
