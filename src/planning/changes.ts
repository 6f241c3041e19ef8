/** Turns a match into a change: the part to show, and the part to send. */
// The package is CommonJS, and Node cannot see its named exports: only the default import works everywhere.
import jsonPatch from 'fast-json-patch';
import type { Place } from '../diagnostics/diagnostic.ts';
import { compareText } from '../model/compare-text.ts';
import { changeDigest } from '../model/digest.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import type { LiveRule, RuleBody, Spot } from '../model/rule.ts';
import type { AccountRedactor, RuleWithReferences } from './account-redactor.ts';
import { canonicalName } from './canonical.ts';
import type { Comparison } from './compared.ts';
import type { Candidate, Match } from './matching.ts';
import { risksOf } from './risks.ts';

/** Everything needed to carry out a change. Holds secrets in the clear, so it never leaves the program. */
export interface Work {
  change: Change;
  wanted: RuleBody | null;
  live: LiveRule | null;
  /** The rule whose references say which texts of the two are secrets. Omitted or null: none does. */
  rule?: RuleWithReferences | null;
}

export interface ChangeContext {
  account: string;
  baseUrl: string;
  redactor: AccountRedactor;
  comparison: Comparison;
  /** undefined: the rule is in no file. */
  placeOf: (spot: Spot) => Place | undefined;
}

/** A create if the match has no live rule, else a replace. */
export function declaredChange({ rule, candidate, from, wanted }: Match, context: ChangeContext): Work {
  const renamed = from === null ? {} : { renamedFrom: context.redactor.text(from) };
  const more = { source: context.placeOf(rule.spot) ?? null, ...renamed };
  return workOf({ candidate, wanted, rule }, context, more);
}

/** Deletes a live rule. `rule` says which of its texts are secrets: the declared one, if it is a duplicate. */
export function deletion(
  candidate: Candidate,
  reason: Change['reason'],
  rule: RuleWithReferences | null,
  context: ChangeContext,
): Work {
  return workOf({ candidate, wanted: null, rule }, context, { reason });
}

/** Leaves out deletes of an id that another live rule also has: that rule stays. */
export function withoutKept(work: readonly Work[], live: readonly LiveRule[]): Work[] {
  const deleted = new Set(work.map(({ change, live: one }) => (change.op === 'delete' ? one : null)));
  const kept = new Set(live.filter((rule) => !deleted.has(rule)).map(({ id }) => id));
  return work.filter(({ change }) => change.op !== 'delete' || !kept.has(change.id ?? ''));
}

type ChangeSides = { candidate: Candidate | null; wanted: RuleBody | null; rule: RuleWithReferences | null };

/** Makes a change from its two sides and what else to show. What is sent is `after`, with secrets in the clear. */
function workOf(
  { candidate, wanted, rule }: ChangeSides,
  { account, baseUrl, redactor, comparison: { ordered } }: Omit<ChangeContext, 'placeOf'>,
  more: Partial<Change>,
): Work {
  const live = candidate?.live ?? null;
  const shown = wanted && redactor.rule(wanted, rule);
  const before = candidate && ordered(redactor.rule(candidate.body, rule));
  const after = shown && ordered(shown);
  const sent = wanted && ordered(wanted, shown ?? undefined);
  const op = live === null ? 'create' : wanted === null ? 'delete' : 'replace';
  const change: Change = {
    account,
    op,
    name: (after ?? before)?.name ?? '',
    id: live?.id ?? null,
    digest: changeDigest({ account, op, before, after }, baseUrl),
    source: null,
    before,
    after,
    patch: patchBetween(before, after),
    risks: risksOf({ before: candidate && { body: candidate.body, enabled: candidate.live.enabled }, after: sent }),
    ...more,
  };
  return { change, wanted: sent, live, rule };
}

/** The RFC 6902 operations that turn `before` into `after`. Null means that there is no rule. */
export function patchBetween(before: ShownRule | null, after: ShownRule | null): Change['patch'] {
  if (before === null || after === null) return [{ op: 'replace', path: '', value: after }];
  return jsonPatch.compare(before, after).map((operation) => ({ ...operation }));
}

export function byName({ change: a }: Work, { change: b }: Work): number {
  return compareText(a.name, b.name) || compareText(a.id ?? '', b.id ?? '');
}

/** Refuses the change of an item. If it is already refused, it keeps its code. */
export function refusing(item: Work, code: string): Work {
  const { change } = item;
  return change.refused === undefined ? { ...item, change: { ...change, refused: code } } : item;
}

/**
 * A refused rename keeps its old name. Refuses every create and replace that needs such a name, and then those that
 * need theirs: there could be two rules with one name, and the next plan would delete the first.
 */
export function withDependentsRefused(work: readonly Work[]): Work[] {
  const byWantedName = new Map(work.map((item) => [item.wanted?.name, item]));
  const dependents = new Set<Work>();
  const refused = work.filter(({ change }) => change.refused !== undefined);
  for (let item = refused.pop(); item !== undefined; item = refused.pop()) {
    if (item.live === null) continue;
    const name = canonicalName(item.live.name);
    const dependent = byWantedName.get(name);
    if (dependent === undefined || dependent.change.refused !== undefined || dependents.has(dependent)) continue;
    // A duplicate: the rule already has the name.
    if (dependent.live !== null && canonicalName(dependent.live.name) === name) continue;
    dependents.add(dependent);
    refused.push(dependent);
  }
  return work.map((item) => (dependents.has(item) ? refusing(item, 'name-not-free') : item));
}
