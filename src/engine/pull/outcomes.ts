/** Compares the live rules of one account with its declared rules, and finds those that no file declares. */
import type { Undeclarable } from '../../diagnostics/pulls.ts';
import { compareText } from '../../model/compare-text.ts';
import { firstGlob } from '../../model/glob.ts';
import type { LiveRule } from '../../model/rule.ts';
import { comparison } from '../../planning/compared.ts';
import { type Candidate, match } from '../../planning/matching.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { declaredRule } from '../declare.ts';
import type { PullAccount, PullInput } from './input.ts';
import { type DraftRule, newRule, textKind } from './new-rule.ts';
import { type PulledRule, pulledRule } from './pulled-rule.ts';

/** A declared rule and its live rule, which is null if it is gone. */
export interface RuleOutcome {
  source: LoadedRule;
  live: LiveRule | null;
  /** Null if it is gone. */
  pulled: PulledRule | null;
}

/** A live rule to be declared. */
export type Fresh = { account: PullAccount; live: LiveRule; name: string; draft: DraftRule };

/** A live rule that cannot be declared. */
export type Excluded = { account: PullAccount; name: string; reason: Undeclarable };

export interface AccountOutcomes {
  outcomes: RuleOutcome[];
  fresh: Fresh[];
  excluded: Excluded[];
  duplicates: { name: string; count: number }[];
}

export function pullOutcomes(account: PullAccount, live: readonly LiveRule[], input: PullInput): AccountOutcomes {
  const { settings, counted: rules } = account;
  const declared = rules.map(declaredRule);
  const names = new Set(declared.map(({ body }) => body.name));
  // A text that is not known never equals a live one.
  const unknown = new Map(declared.map(({ body }, index) => [body.name, [...(rules[index]?.unknown ?? [])]]));
  const { matches, left } = match(
    declared,
    live,
    comparison(settings, (name) => unknown.get(name) ?? []),
  );
  const context = { settings, kind: textKind(input.redactor, false) };
  const isMeant = (...names: (string | null)[]) => input.options.only?.has(...names) !== false;
  const outcomes = matches.flatMap(({ rule, candidate }, index): RuleOutcome[] => {
    const source = rules[index] as LoadedRule;
    // By what is declared, so that accounts that share a file agree on it.
    if (!isMeant(rule.body.name, rule.renamedFrom)) return [];
    if (candidate === null) return [{ source, live: null, pulled: null }];
    return [{ source, live: candidate.live, pulled: pulledRule(source, candidate, context) }];
  });
  const ignoredBy = firstGlob(settings.ignore);
  const result: AccountOutcomes = { outcomes, fresh: [], excluded: [], duplicates: [] };
  for (const { name, rest, of } of left) {
    const [kept] = rest;
    if (kept === undefined || ignoredBy(name) !== null || !isMeant(name)) continue;
    if (of > 1) result.duplicates.push({ name, count: of });
    if (!names.has(name)) addNew(kept, name, account, input, result);
  }
  result.fresh.sort((a, b) => compareText(a.name, b.name));
  return result;
}

function addNew(
  candidate: Candidate,
  name: string,
  account: PullAccount,
  { redactor }: PullInput,
  result: AccountOutcomes,
): void {
  const { live } = candidate;
  const made = newRule(candidate, textKind(redactor, true));
  const holdsSecret = redactor.text(name) !== name;
  const reason: Undeclarable | null = holdsSecret ? { why: 'secret-name' } : 'why' in made ? made : null;
  if (reason !== null) result.excluded.push({ account, name, reason });
  else if ('draft' in made) result.fresh.push({ account, live, name, draft: made.draft });
}
