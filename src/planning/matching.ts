/** Which live rule belongs to which declared one: by name, after the trim that the service does, and by renames. */
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive } from './canonical.ts';
import type { Comparison } from './compared.ts';
import { type Parked, parkedAs, unparked } from './parking.ts';
import { type Renames, resolveRenames } from './renames.ts';

/** A live rule, with its canonical form: of a parked one, as it was before. */
export interface Candidate {
  live: LiveRule;
  body: RuleBody;
  parked: Parked | null;
}

/** A declared rule and the live rule that it is to be, if there is one. */
export interface Match {
  rule: DeclaredRule;
  candidate: Candidate | null;
  /** The live name, where the rule is renamed. */
  from: string | null;
  /** The rule as it is to be sent. */
  wanted: RuleBody;
  /** Whether it is live as declared. */
  equal: boolean;
}

export interface Matching {
  matches: Match[];
  /** Live rules of each name that no declared rule takes; `of` counts all of the name. */
  left: { name: string; rest: readonly Candidate[]; of: number }[];
  spent: Renames['spent'];
  isLive: (name: string) => boolean;
}

/** Takes declared and live rules in any order; each live rule is taken at most once. */
export function match(declared: readonly DeclaredRule[], live: readonly LiveRule[], compared: Comparison): Matching {
  const liveByName = groupByName(live);
  const declaredByName = new Map(declared.map((rule) => [rule.body.name, rule]));
  const isIdentical = (rule: DeclaredRule, { body }: Candidate) => {
    return compared.isSame(compared.over(withOperator(rule.body, body), body), body);
  };
  // A parked rule is never as declared: it is still to be put back.
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
   * Of live rules that are not as declared: the oldest, but only a rename parks a name. So what has given up its name was on
   * its way to another name; under its own it is wanted again where it was just what is declared now.
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
  // Renames choose first: what they leave of a name's live rules is for the rule declared under that name.
  const renamed = new Map([...taken].map(([index, from]) => [index, pick(declared[index] as DeclaredRule, from)]));
  const matches = declared.map((rule, index) => renamed.get(index) ?? pick(rule, null));
  const left = [...liveByName].map(([name, all]) => {
    return { name, rest: all.filter(({ live: one }) => !used.has(one)), of: all.length };
  });
  return { matches, left, spent, isLive };
}

/** A declared rule for a live one: an operator that is not managed keeps the live value. */
function withOperator(body: RuleBody, live: RuleBody): RuleBody {
  const { conditionalOperator } = live.condition;
  if (body.condition.conditionalOperator !== null || conditionalOperator === null) return body;
  return { ...body, condition: { ...body.condition, conditionalOperator } };
}

/** Live rules by name, a parked one's as it was; those of one name from the oldest to the youngest. */
function groupByName(live: readonly LiveRule[]): Map<string, Candidate[]> {
  const candidates = live.map((rule): Candidate => {
    return { live: rule, body: canonicalLive(unparked(rule)), parked: parkedAs(rule) };
  });
  const groups = groupBy(candidates, ({ body }) => body.name);
  for (const group of groups.values()) group.sort((a, b) => byAge(a.live, b.live));
  return groups;
}

/** The oldest first. Times are date-times of any offset and precision, so their texts do not tell. */
function byAge(a: LiveRule, b: LiveRule): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a given time, not the clock
  const [left, right] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return left - right || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}
