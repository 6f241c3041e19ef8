/** Overrides: rules that take the place of a rule of the same name in a folder that `rules` lists before theirs. */
import type { DeclaredRule, Spot } from '../model/rule.ts';
import type { LoadedRules } from '../source/load/loader.ts';

export type Counted = ReturnType<typeof counted>;

/** Keeps the rules that count for an account. Of several overrides of one rule all do, and that is an error. */
export function counted<Checked extends { rule: DeclaredRule }>(loaded: LoadedRules<Checked>) {
  const rootOf = ({ spot }: DeclaredRule) => loaded.files.find(({ shown }) => shown === spot.file)?.root ?? 0;
  const all = [...loaded.rules, ...loaded.broken].map(({ rule }) => rule);
  /** By the spot of each override, the rule that it takes the place of; null if there is none. */
  const overridden = new Map<Spot, DeclaredRule | null>();
  for (const rule of all.filter(({ overrides, body }) => overrides && body.name !== '')) {
    const earlier = all.filter((one) => one.body.name === rule.body.name && rootOf(one) < rootOf(rule));
    const other = earlier.length === 0 ? null : earlier.find(({ overrides }) => !overrides);
    if (other !== undefined) overridden.set(rule.spot, other);
  }
  const left = new Set(overridden.values());
  const counts = ({ rule }: Checked) => !left.has(rule);
  return { ...loaded, rules: loaded.rules.filter(counts), broken: loaded.broken.filter(counts), overridden, rootOf };
}
