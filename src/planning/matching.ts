/** Matches live rules with declared ones: by name, trimmed as the service does, and by renames. */
import type { ArgsOf } from '../diagnostics/diagnostic.ts';
import { byAge } from '../model/age.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../model/rule.ts';
import type { RuleWithReferences } from './account-redactor.ts';
import { canonicalLive, canonicalName } from './canonical.ts';
import type { Comparison } from './compared.ts';

export type Candidate = { live: LiveRule; body: RuleBody };

export interface Match {
  rule: DeclaredRule;
  candidate: Candidate | null;
  from: string | null;
  wanted: RuleBody;
  equal: boolean;
}

export interface Matching {
  matches: Match[];
  /** The live rules that no declared rule takes, by name. */
  left: Left[];
  spent: Renames['spent'];
}

/** Live rules of one name to delete. */
interface Left {
  name: string;
  rest: readonly Candidate[];
  /** How many live rules have the name. */
  of: number;
  reason: Change['reason'];
  /** Says which of their texts are secrets: the declared rule of the name. */
  rule: RuleWithReferences | null;
}

/** The order of the rules does not matter. Each live rule is taken at most once. */
export function match(declared: readonly DeclaredRule[], live: readonly LiveRule[], compared: Comparison): Matching {
  const liveByName = groupByName(live);
  const declaredByName = new Map(declared.map((rule) => [rule.body.name, rule]));
  const isEqual = (rule: DeclaredRule, { body }: Candidate) => {
    return compared.isSame(compared.over(withOperator(rule.body, body), body), body);
  };
  const named = (name: string) => liveByName.get(name) ?? [];
  const isLive = (name: string) => liveByName.has(name);
  const { taken, spent } = resolveRenames(declared, {
    isLive,
    isAsDeclared: (name) => {
      const rule = declaredByName.get(name);
      return rule !== undefined && named(name).some((one) => isEqual(rule, one));
    },
  });

  const used = new Set<LiveRule>();
  const pick = (rule: DeclaredRule, from: string | null): Match => {
    const free = named(from ?? rule.body.name).filter(({ live: one }) => !used.has(one));
    const same = free.find((one) => isEqual(rule, one));
    const candidate = same ?? free[0] ?? null;
    if (candidate === null) return { rule, candidate, from, wanted: rule.body, equal: false };
    used.add(candidate.live);
    const { body } = candidate;
    const wanted = compared.sent(withOperator(rule.body, body), body);
    return { rule, candidate, from, wanted, equal: same !== undefined };
  };
  // Renames pick first. The live rules they leave go to the rule declared under that name.
  const renamed = new Map([...taken].map(([index, from]) => [index, pick(declared[index] as DeclaredRule, from)]));
  const matches = declared.map((rule, index) => renamed.get(index) ?? pick(rule, null));
  const left = [...liveByName].map(([name, all]): Left => {
    const rule = declaredByName.get(name) ?? null;
    const rest = all.filter(({ live: one }) => !used.has(one));
    return { name, rest, of: all.length, reason: rule === null ? 'undeclared' : 'duplicate', rule };
  });
  return { matches, left, spent };
}

/** The live rules that are declared, under their name or as one that a rule is renamed from. */
export function declaredAmong(live: readonly LiveRule[], declared: readonly DeclaredRule[]): LiveRule[] {
  const names = new Set(
    declared.flatMap(({ body, renamedFrom }) => [body.name, canonicalName(renamedFrom ?? body.name)]),
  );
  return live.filter(({ name }) => names.has(canonicalName(name)));
}

function withOperator(body: RuleBody, live: RuleBody): RuleBody {
  const { conditionalOperator } = live.condition;
  if (body.condition.conditionalOperator !== null || conditionalOperator === null) return body;
  return { ...body, condition: { ...body.condition, conditionalOperator } };
}

function groupByName(live: readonly LiveRule[]): Map<string, Candidate[]> {
  const candidates = live.map((rule): Candidate => ({ live: rule, body: canonicalLive(rule) }));
  const groups = groupBy(candidates, ({ body }) => body.name);
  for (const group of groups.values()) group.sort((a, b) => byAge(a.live, b.live));
  return groups;
}

interface Renames {
  /** By the index of a declared rule: the name of the live rule it takes over. */
  taken: Map<number, string>;
  /** Renames that no longer do anything, and why. */
  spent: { rule: DeclaredRule; args: ArgsOf<'rename-spent'> }[];
}

interface LiveNames {
  isLive: (name: string) => boolean;
  /** Whether the rule declared under this name is live exactly as declared. */
  isAsDeclared: (name: string) => boolean;
}

/**
 * A rename stays in its file after it was applied, so most of them are old. A rename applies only if all of this is
 * true: the rule is not yet live as declared under its own name, no other declaration wants the old live rule, and its
 * own name is free or is itself renamed away. The last condition depends on other renames (chains, swaps), so
 * candidates are dropped until all that are left meet it.
 */
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
