/**
 * `--only`: plans some rules as if all others were as declared. The others are planned too: a change that needs a name
 * or a sender from one of them cannot be carried out alone, so it is refused.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Among } from '../diagnostics/plans.ts';
import { globMatcher } from '../model/glob.ts';
import { nearest } from '../model/nearest.ts';
import { canonicalName } from './canonical.ts';
import type { Work } from './changes.ts';
import type { Matching } from './matching.ts';
import { allNeeded, needsOf } from './needs.ts';

export interface Only {
  /** The patterns as given; `*` stands for any characters. */
  patterns: readonly string[];
  /** Whether any of a rule's names matches (a rename has two). */
  has: (...names: readonly (string | null)[]) => boolean;
}

/** Null without patterns: the run covers all rules. */
export function onlyOf(patterns: readonly string[] = []): Only | null {
  if (patterns.length === 0) return null;
  const matchers = patterns.map((pattern) => globMatcher(canonicalName(pattern)));
  return {
    patterns,
    has: (...names) => names.some((name) => name !== null && matchers.some((matches) => matches(canonicalName(name)))),
  };
}

/** A finding for each pattern that matches none of `names`. */
export function rulesUnknown(only: Only | null, names: readonly string[], among: Among): Diagnostic[] {
  const patterns = only?.patterns.filter((pattern) => {
    const matches = globMatcher(canonicalName(pattern));
    return !names.some((name) => matches(canonicalName(name)));
  });
  if (patterns === undefined || patterns.length === 0) return [];
  const known = [...new Set(names.map(canonicalName))].sort();
  return patterns.map((name): Diagnostic => {
    const pieces = name.split(',').map((piece) => piece.trim());
    const parts = pieces.length > 1 && pieces.every((piece) => known.includes(piece)) ? pieces : [];
    const longer = known.filter((one) => one.toLowerCase().startsWith(name.toLowerCase())).length;
    const args = { name, nearest: nearest(name, known, 2), parts, longer, count: known.length, among };
    return { code: 'rule-unknown', args, severity: 'error' };
  });
}

export function splitMatching(matching: Matching, only: Only | null): { inside: Matching; outside: Matching } {
  const covers = (...names: (string | null)[]) => only?.has(...names) !== false;
  const part = (inside: boolean): Matching => ({
    ...matching,
    matches: matching.matches.filter(({ rule, from }) => covers(rule.body.name, from) === inside),
    left: matching.left.filter(({ name }) => covers(name) === inside),
    spent: matching.spent.filter(({ rule }) => covers(rule.body.name) === inside),
  });
  return { inside: part(true), outside: part(false) };
}

/** The changes that need a left-out one, directly or not, each with the names of those rules, to be shown. */
export function needingLeftOut(work: readonly Work[], leftOut: readonly Work[]): Map<Work, string[]> {
  if (leftOut.length === 0) return new Map();
  const needs = needsOf([...work, ...leftOut]);
  const missing = new Map<Work, Set<string>>(
    leftOut.map((item) => [item, new Set([item.change.renamedFrom ?? item.change.name])]),
  );
  const inside = work.map((item) => ({ item, on: allNeeded(needs.get(item)) })).filter(({ on }) => on.length > 0);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { item, on } of inside) {
      const own = missing.get(item) ?? new Set();
      const before = own.size;
      for (const one of on) for (const name of missing.get(one) ?? []) own.add(name);
      if (own.size > 0) missing.set(item, own);
      grew ||= own.size > before;
    }
  }
  for (const item of leftOut) missing.delete(item);
  return new Map([...missing].map(([item, names]) => [item, [...names].sort()]));
}
