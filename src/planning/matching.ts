/** Matches live rules with declared ones: by name, trimmed as the service does, and by renames. */
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive } from './canonical.ts';
import type { Comparison } from './compared.ts';
import { type Parked, parkedAs, unparked } from './parking.ts';
import { type Renames, resolveRenames } from './renames.ts';

/** A live rule with its canonical form. A parked rule has the form it had before parking. */
export interface Candidate {
  live: LiveRule;
  body: RuleBody;
  parked: Parked | null;
}

/** A declared rule and its live rule, if there is one. */
export interface Match {
  rule: DeclaredRule;
  candidate: Candidate | null;
  /** The live name, if the rule is renamed. */
  from: string | null;
  /** The rule to send. */
  wanted: RuleBody;
  equal: boolean;
}

export interface Matching {
  matches: Match[];
  /** The live rules that no declared rule takes, by name. `of` counts all live rules with the name. */
  left: { name: string; rest: readonly Candidate[]; of: number }[];
  spent: Renames['spent'];
  isLive: (name: string) => boolean;
}

/** The order of the rules does not matter. Each live rule is taken at most once. */
export function match(declared: readonly DeclaredRule[], live: readonly LiveRule[], compared: Comparison): Matching {
  const liveByName = groupByName(live);
  const declaredByName = new Map(declared.map((rule) => [rule.body.name, rule]));
  const isIdentical = (rule: DeclaredRule, { body }: Candidate) => {
    return compared.isSame(compared.over(withOperator(rule.body, body), body), body);
  };
  // A parked rule never counts as equal: it still has to be restored.
  const isEqual = (rule: DeclaredRule, one: Candidate) => one.parked === null && isIdentical(rule, one);
  const named = (name: string) => liveByName.get(name) ?? [];
  const isLive = (name: string) => liveByName.has(name);
  const { taken, spent } = resolveRenames(declared, {
    isLive,
    isAsDeclared: (name) => {
      const rule = declaredByName.get(name);
      return rule !== undefined && named(name).some((one) => isEqual(rule, one));
    },
    isParked: (name) => named(name).some(({ parked }) => parked !== null),
  });

  /**
   * Picks one of several live rules that differ from the declared one: the oldest, but not one with a parked name. Only
   * a rename parks a name. Such a rule is preferred under its own name only if it was exactly as declared now.
   */
  const firstOf = (free: readonly Candidate[], rule: DeclaredRule, from: string | null) => {
    const gaveUpName = (one: Candidate) => one.parked === 'name';
    if (from !== null) return free.find(gaveUpName) ?? free[0];
    return (
      free.find((one) => one.parked !== null && isIdentical(rule, one)) ??
      free.find((one) => !gaveUpName(one)) ??
      free[0]
    );
  };

  const used = new Set<LiveRule>();
  const pick = (rule: DeclaredRule, from: string | null): Match => {
    const free = named(from ?? rule.body.name).filter(({ live: one }) => !used.has(one));
    const same = free.find((one) => isEqual(rule, one));
    const candidate = same ?? firstOf(free, rule, from) ?? null;
    if (candidate === null) return { rule, candidate, from, wanted: rule.body, equal: false };
    used.add(candidate.live);
    const { body } = candidate;
    const wanted = compared.sent(withOperator(rule.body, body), body);
    return { rule, candidate, from, wanted, equal: same !== undefined };
  };
  // Renames pick first. The live rules they leave go to the rule declared under that name.
  const renamed = new Map([...taken].map(([index, from]) => [index, pick(declared[index] as DeclaredRule, from)]));
  const matches = declared.map((rule, index) => renamed.get(index) ?? pick(rule, null));
  const left = [...liveByName].map(([name, all]) => {
    return { name, rest: all.filter(({ live: one }) => !used.has(one)), of: all.length };
  });
  return { matches, left, spent, isLive };
}

/** An operator that is not managed keeps its live value. */
function withOperator(body: RuleBody, live: RuleBody): RuleBody {
  const { conditionalOperator } = live.condition;
  if (body.condition.conditionalOperator !== null || conditionalOperator === null) return body;
  return { ...body, condition: { ...body.condition, conditionalOperator } };
}

/** Groups live rules by name, parked ones by their earlier name, each group from oldest to newest. */
function groupByName(live: readonly LiveRule[]): Map<string, Candidate[]> {
  const candidates = live.map((rule): Candidate => {
    return { live: rule, body: canonicalLive(unparked(rule)), parked: parkedAs(rule) };
  });
  const groups = groupBy(candidates, ({ body }) => body.name);
  for (const group of groups.values()) group.sort((a, b) => byAge(a.live, b.live));
  return groups;
}

/** Oldest first. Times can have any offset and precision, so comparing them as text would be wrong. */
function byAge(a: LiveRule, b: LiveRule): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a given time, not the clock
  const [left, right] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return left - right || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}
