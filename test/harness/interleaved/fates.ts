/**
 * What may become of each live rule by an apply of what is declared: told again from what users are promised, and without
 * the planner. Where several live rules share a name more than one outcome is right.
 */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { Truth, Truths } from './log.ts';
import { factsOf, isIgnored, says } from './written.ts';

export interface Fates {
  /** By the name of a declared rule: the live rules that may become it, and of those that are it already one stays. */
  sources: ReadonlyMap<string, { ids: readonly string[]; isThere: boolean }>;
  /** Live rules that may be deleted, by id; of each group at most so many. */
  deletable: ReadonlyMap<string, { group: readonly string[]; most: number }>;
}

/** Takes what is declared and what is live; gives what may become of it. */
export function fatesOf(declared: readonly ResolvedRule[], live: Truths): Fates {
  const rules = [...live.values()];
  const named = (name: string) => rules.filter((rule) => rule.name === name);
  const declaredAs = new Map(declared.map((rule) => [rule.name, rule]));
  const isAs = (rule: ResolvedRule, one: Truth) => says(one.facts, factsOf(rule));
  const isAsDeclared = (name: string) => {
    const rule = declaredAs.get(name);
    return rule !== undefined && named(name).some((one) => isAs(rule, one));
  };
  const renames = renamesOf(declared, { named, isAsDeclared });

  const takenFrom = (name: string) => [...renames.values()].filter((from) => from === name).length;
  const sources = new Map<string, { ids: string[]; isThere: boolean }>();
  for (const rule of declared) {
    const from = renames.get(rule.name);
    const group = named(from ?? rule.name);
    const isLeft = from !== undefined || group.length > takenFrom(rule.name);
    const able = isLeft ? group : [];
    const isThere = from === undefined && group.some((one) => isAs(rule, one));
    sources.set(rule.name, { ids: able.map(({ id }) => id), isThere });
  }
  const deletable = new Map<string, { group: string[]; most: number }>();
  for (const { id, name } of rules) {
    if (isIgnored(name)) continue;
    const group = named(name).map((one) => one.id);
    const stays = declaredAs.has(name) && !renames.has(name) ? 1 : 0;
    const most = Math.max(0, group.length - takenFrom(name) - stays);
    if (most > 0) deletable.set(id, { group, most });
  }
  return { sources, deletable };
}

interface Asked {
  named: (name: string) => readonly Truth[];
  isAsDeclared: (name: string) => boolean;
}

/** The renames that still mean something: new name to old. */
function renamesOf(declared: readonly ResolvedRule[], { named, isAsDeclared }: Asked): Map<string, string> {
  const meant = declared.flatMap(({ name, renamedFrom: from }): [string, string][] => {
    if (from == null || named(from).length === 0 || isAsDeclared(name)) return [];
    return isAsDeclared(from) ? [] : [[name, from]];
  });
  for (;;) {
    const kept = meant.filter(([name]) => named(name).length === 0 || meant.some(([, from]) => from === name));
    if (kept.length === meant.length) return new Map(kept);
    meant.splice(0, meant.length, ...kept);
  }
}

/** Whether the inbox is as declared: ignored rules apart, each declared rule is live once, and no other is. */
export function isConverged(declared: readonly ResolvedRule[], live: Truths): boolean {
  const rules = [...live.values()].filter(({ name }) => !isIgnored(name));
  const isLive = (rule: ResolvedRule) =>
    rules.some(({ name, facts }) => name === rule.name && says(facts, factsOf(rule)));
  return rules.length === declared.length && declared.every(isLive);
}
