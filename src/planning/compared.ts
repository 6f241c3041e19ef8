/**
 * Decides what a replace sends and what counts as a difference (settings `ignoreDifferences` and `actionOrder`). An ignored
 * field is sent with its live value, so it never differs, and both sides of a change show all there is to review.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../model/compare-text.ts';
import { firstGlob, globMatcher } from '../model/glob.ts';
import { pairActions } from '../model/pair-actions.ts';
import type { ShownRule } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { Action, RuleBody } from '../model/rule.ts';
import { missingField } from './checks/actions.ts';

type IsIgnored = (path: string) => boolean;
type Actions = Pick<ShownRule, 'actions'>;

export interface Comparison {
  /** The declared rule, with live values in its ignored fields. */
  over: (declared: RuleBody, live: RuleBody) => RuleBody;
  /** Like `over`, but ready to send: fields that an action requires and the live rule does not show are as declared. */
  sent: (declared: RuleBody, live: RuleBody) => RuleBody;
  isSame: (a: RuleBody, b: RuleBody) => boolean;
  /** Puts the actions into the order in which they are shown and sent. `shown`: the same rule without its secrets. */
  ordered: <R extends Actions>(rule: R, shown?: Actions) => R;
  /** Sets everything to null that is ignored for the declared rule `name`. */
  counted: (rule: RuleBody, name: string) => ShownRule;
  /** Whether a path of the declared rule `name`, or a parent of the path, is ignored. */
  isIgnored: (name: string, path: string) => boolean;
  isAnyOrder: boolean;
}

export type ComparisonSettings = Pick<PlanSettings, 'actionOrder' | 'ignoreDifferences'>;

/** `more`: additional paths to ignore, by the name of the declared rule. */
export function comparison(
  { actionOrder, ignoreDifferences }: ComparisonSettings,
  more: (name: string) => readonly string[] = () => [],
): Comparison {
  const entries = ignoreDifferences.map(({ rule, fields }) => ({ matches: globMatcher(rule), fields }));
  const ignoredIn = (name: string): IsIgnored | null => {
    const globs = [...entries.filter(({ matches }) => matches(name)).flatMap(({ fields }) => fields), ...more(name)];
    if (globs.length === 0) return null;
    const first = firstGlob(globs);
    return (path) => first(path) !== null;
  };
  const filled = (rule: RuleBody, other: RuleBody | null, name: string): unknown => {
    const isIgnored = ignoredIn(name);
    if (isIgnored === null) return rule;
    // Rules are matched by name, so globs cannot ignore it.
    return { ...Object(fill(rule, other, '', isIgnored)), name: rule.name };
  };
  const over: Comparison['over'] = (declared, live) => filled(declared, live, declared.name) as RuleBody;
  const isAnyOrder = actionOrder === 'any';
  const ordered: Comparison['ordered'] = isAnyOrder ? inOrder : (rule) => rule;
  return {
    isAnyOrder,
    over,
    sent: (declared, live) => completed(over(declared, live), declared),
    isSame: (a, b) => isDeepStrictEqual(ordered(a), ordered(b)),
    ordered,
    counted: (rule, name) => filled(rule, null, name) as ShownRule,
    isIgnored: (name, path) => {
      const isIgnored = ignoredIn(name);
      return isIgnored !== null && [...path.matchAll(/\/|$/g)].some(({ index }) => isIgnored(path.slice(0, index)));
    },
  };
}

/** Replaces ignored parts of a value with those of `other`, or with null if `other` lacks them. */
function fill(value: unknown, other: unknown, path: string, isIgnored: IsIgnored): unknown {
  if (path !== '' && isIgnored(path)) return other ?? null;
  if (!isObject(value)) return value;
  const below = (key: string | number) => (path === '' ? String(key) : `${path}/${key}`);
  if (!Array.isArray(value)) {
    const there = isObject(other) ? other : {};
    const entries = Object.entries(value).map(([key, item]) => [key, fill(item, there[key], below(key), isIgnored)]);
    return Object.fromEntries(entries);
  }
  if (!Array.isArray(other)) return value.map((item, index) => fill(item, null, below(index), isIgnored));
  const live = liveByDeclared(value, other, path, isIgnored);
  // Without a live counterpart, an action keeps its own value.
  return value.map((item, index) => {
    const partner = live.get(index);
    return partner === undefined ? item : fill(item, partner, below(index), isIgnored);
  });
}

/** Pairs declared actions with live ones, ignoring what does not count: an equal one, or else one of the same type. */
function liveByDeclared(
  declared: readonly unknown[],
  live: readonly unknown[],
  path: string,
  isIgnored: IsIgnored,
): Map<number, unknown> {
  // Paths always use the position in the declared list.
  const counted = (action: unknown, place: number) => fill(action, null, `${path}/${place}`, isIgnored);
  const isEqual = (from: number, at: number) =>
    JSON.stringify(counted(declared[from], from)) === JSON.stringify(counted(live[at], from));
  const types = (all: readonly unknown[]) => all.map((action, place) => String(Object(counted(action, place)).type));
  const pairs = pairActions({ declared: types(declared), live: types(live), isEqual, canTurn: () => false });
  return new Map(pairs.flatMap((from, at) => (from === null ? [] : [[from, live[at]] as const])));
}

/** Some services do not show everything they require (measured: the folders of some mailboxes). */
function completed(rule: RuleBody, declared: RuleBody): RuleBody {
  const missing = missingField(rule);
  if (rule === declared || missing.length === 0) return rule;
  const paths = new Set(missing.map(({ path }) => path.join('/')));
  const actions = rule.actions.map((action, index) => {
    const own = declared.actions[index];
    if (own?.type !== action.type) return action;
    return fill(action, own, `actions/${index}`, (path) => paths.has(path)) as Action;
  });
  return { ...rule, actions };
}

/** Sorts by what is shown: the order of secret values would reveal something about them. */
function inOrder<R extends Actions>(rule: R, shown: Actions = rule): R {
  const { actions } = rule;
  if (actions === null) return rule;
  const sorted = (shown.actions ?? []).map((action, place) => ({ text: JSON.stringify(action), place }));
  sorted.sort((a, b) => compareText(a.text, b.text));
  return { ...rule, actions: sorted.map(({ place }) => actions[place]) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
