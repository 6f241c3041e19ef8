/**
 * Detects likely renames. If someone edits `name` in a file, it looks like a delete and a create, and the rule would
 * lose its id, its history and what the service learned. So created rules are compared with deleted ones, and similar
 * pairs are pointed out with the line that makes them a rename. This never decides anything.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../diagnostics/diagnostic.ts';
import { areTwins } from '../diagnostics/look-alike.ts';
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import { nearest } from '../model/nearest.ts';
import { onceFor } from '../model/once-for.ts';
import type { DeclaredRule, RuleBody } from '../model/rule.ts';
import { canonicalLive } from './canonical.ts';
import type { Work } from './changes.ts';
import { difference } from './checks/names.ts';
import type { Matching } from './matching.ts';

type RenameFinding = { rule: DeclaredRule; finding: Finding<'likely-rename' | 'rename-misspelled' | 'rename-spent'> };

/** Findings about declared renames, and about likely ones that nobody declared. */
export function renameFindings({ matches, spent }: Matching, work: readonly Work[]): RenameFinding[] {
  const argsOf = new Map(spent.map(({ rule, args }) => [rule, args]));
  const created = new Set(matches.flatMap(({ rule, candidate }) => (candidate === null ? [rule] : [])));
  const unclaimed = [...created].filter((rule) => (argsOf.get(rule)?.why ?? 'nothing-live') === 'nothing-live');
  const deleted = work.flatMap(({ change, live }) => {
    const body = change.reason === 'undeclared' && live !== null ? canonicalLive(live) : null;
    // A secret name cannot be written into a file.
    return body?.name === change.name ? [body] : [];
  });
  const ruleOf = new Map(unclaimed.map((rule) => [rule.body, rule]));
  const pairs = likelyRenames([...ruleOf.keys()], deleted);
  const meant = new Map(pairs.map((pair) => [ruleOf.get(pair.created) as DeclaredRule, pair.deleted.name]));
  const free = new Set(deleted.map(({ name }) => name));
  for (const name of meant.values()) free.delete(name);
  const misspelled = unclaimed.filter((rule) => argsOf.has(rule) && !meant.has(rule));
  for (const rule of misspelled.length * free.size <= MOST_COMPARED ? misspelled : []) {
    const name = nearest(argsOf.get(rule)?.from ?? '', [...free]);
    if (name === null) continue;
    meant.set(rule, name);
    free.delete(name);
  }
  return [
    ...[...meant].map(([rule, name]): RenameFinding => {
      const from = argsOf.get(rule)?.from;
      const code = from === undefined ? 'likely-rename' : 'rename-misspelled';
      const own = rule.body.name;
      const twin = areTwins(own, name) ? { twin: { name: own, differs: difference(own, name) } } : {};
      return { rule, finding: { code, args: { from: from ?? '', meant: name, ...twin } } };
    }),
    ...spent.flatMap(({ rule, args }): RenameFinding[] => {
      if (meant.has(rule)) return [];
      const why = args.why === 'nothing-live' && created.has(rule) ? 'not-found' : args.why;
      return [{ rule, finding: { code: 'rename-spent', args: { ...args, why } } }];
    }),
  ];
}

/** The most pairs of rules to compare. Above it, only rules with the same condition are compared. */
const MOST_COMPARED = 10_000;
const MOST_ALIKE = 10;

/** Pairs created rules with the deleted ones they probably were, most similar first, each rule at most once. */
export function likelyRenames(created: readonly RuleBody[], deleted: readonly RuleBody[]) {
  if (created.length === 0 || deleted.length === 0) return [];
  const pairsOf = onceFor(wordPairs);
  const found = candidates(byName(created), byName(deleted)).flatMap((pair) => {
    const isTwin = areTwins(pair.created.name, pair.deleted.name);
    const nearness = isTwin ? NEAREST : nearnessOf(pair.created, pair.deleted, pairsOf);
    return nearness < LEAST_NEAR ? [] : [{ nearness, ...pair }];
  });
  // Candidates are in order of their names, and the sort is stable.
  found.sort((a, b) => b.nearness - a.nearness);
  const taken = new Set<RuleBody>();
  return found.filter((pair) => {
    if (taken.has(pair.created) || taken.has(pair.deleted)) return false;
    taken.add(pair.created).add(pair.deleted);
    return true;
  });
}

function byName(bodies: readonly RuleBody[]): RuleBody[] {
  return [...bodies].sort((a, b) => compareText(a.name, b.name));
}

function candidates(news: readonly RuleBody[], olds: readonly RuleBody[]): { created: RuleBody; deleted: RuleBody }[] {
  const keyOf = (body: RuleBody) => JSON.stringify(conditionTexts(body));
  const alike = news.length * olds.length <= MOST_COMPARED ? null : groupBy(olds, keyOf);
  return news.flatMap((created) => {
    const near = alike === null ? olds : (alike.get(keyOf(created)) ?? []).slice(0, MOST_ALIKE);
    return near.map((deleted) => ({ created, deleted }));
  });
}

/**
 * The condition counts most. Equal conditions with half of the actions equal are just enough, for example if a label
 * changed together with the name. Equal actions alone are never enough.
 */
const LEAST_NEAR = 4.5;
const NEAREST = 6;

function nearnessOf(a: RuleBody, b: RuleBody, pairsOf: PairsOf): number {
  const actions = actionsNear(a.actions, b.actions);
  // Even equal conditions could not reach the limit, so skip comparing them.
  if (actions < LEAST_NEAR - 4) return actions;
  return 4 * meanNear(conditionTexts(a), conditionTexts(b), pairsOf) + actions;
}

function conditionTexts({ condition }: RuleBody): (string | null)[] {
  return [condition.aiInstructions, ...Object.values(condition.static)];
}

/** Similarity from 0 to 1. Actions of the same type are compared in order: one with other fields counts half. */
function actionsNear(a: RuleBody['actions'], b: RuleBody['actions']): number {
  const others = groupBy(b, ({ type }) => type);
  const near = a.reduce((sum, action) => {
    const other = others.get(action.type)?.shift();
    return sum + (other === undefined ? 0 : isDeepStrictEqual(action, other) ? 1 : 0.5);
  }, 0);
  return (2 * near) / Math.max(1, a.length + b.length);
}

/** The mean similarity over the texts that at least one rule has; 0 if there are none. */
function meanNear(a: readonly (string | null)[], b: readonly (string | null)[], pairsOf: PairsOf): number {
  const either = [...a.keys()].filter((index) => (a[index] ?? b[index] ?? null) !== null);
  if (either.length === 0) return 0;
  const sum = either.reduce((near, index) => near + textsNear(a[index] ?? null, b[index] ?? null, pairsOf), 0);
  return sum / either.length;
}

/** The share of neighboring word pairs that two texts have in common (Dice): 1 if equal, 0 if one is missing. */
function textsNear(a: string | null, b: string | null, pairsOf: PairsOf): number {
  if (a === b) return 1;
  if (a === null || b === null) return 0;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

type PairsOf = (text: string) => ReadonlySet<string>;

/** In characters. The rest of a longer text is not compared, unless the whole texts are equal. */
const LONGEST_COMPARED = 5_000;

function wordPairs(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, LONGEST_COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}@._*-]+/gu) ?? [];
  return new Set((words.length === 0 ? [] : ['', ...words]).map((word, index) => `${word} ${words[index] ?? ''}`));
}
