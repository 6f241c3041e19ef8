/**
 * What a replace sends, and what counts as a difference: the settings `ignoreDifferences` and `actionOrder`. An ignored
 * field is sent as it is live, so it never differs, and the two sides of a change are all that there is to review.
 */

import { compareText } from '../model/compare-text.ts';
import { firstGlob, globMatcher } from '../model/glob.ts';
import { pairActions } from '../model/pair-actions.ts';
import type { ShownRule } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { RuleBody } from '../model/rule.ts';
import type { ResolvedRule } from '../model/written-rule.ts';
import { missingChannel, missingField } from './checks/actions.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type IsIgnored = (path: string) => boolean;
type Actions = Pick<ShownRule, 'actions'>;

export interface Comparison {
  /** The declared rule with the live values of what is ignored in it. */
  over: (declared: RuleBody, live: RuleBody) => RuleBody;
  /** The same as a replace sends it: what an action cannot do without and the live one does not show is as declared. */
  sent: (declared: RuleBody, live: RuleBody) => RuleBody;
  isSame: (a: RuleBody, b: RuleBody) => boolean;
  /** A rule with its actions in the order in which it is shown and sent; `shown`: the same rule as it may be shown. */
  ordered: <R extends Actions>(rule: R, shown?: Actions) => R;
  /** A rule with null for what is ignored in the rule declared as `name`. */
  counted: (rule: RuleBody, name: string) => ShownRule;
  /** Whether a path of the rule declared as `name`, or what it is in, is ignored. */
  isIgnored: (name: string, path: string) => boolean;
  isAnyOrder: boolean;
}

/** Takes the settings; `more` gives paths of the rule declared under a name that are ignored too. */
export function comparison(
  { actionOrder, ignoreDifferences }: Pick<PlanSettings, 'actionOrder' | 'ignoreDifferences'>,
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
    // Rules are matched by their names, whatever the globs say.
    return { ...(fill(rule as unknown as Json, other as unknown as Json, '', isIgnored) as object), name: rule.name };
  };
  const over: Comparison['over'] = (declared, live) => filled(declared, live, declared.name) as RuleBody;
  const isAnyOrder = actionOrder === 'any';
  const ordered: Comparison['ordered'] = isAnyOrder ? inOrder : (rule) => rule;
  return {
    isAnyOrder,
    over,
    sent: (declared, live) => completed(over(declared, live), declared),
    isSame: (a, b) => isSame(ordered(a), ordered(b)),
    ordered,
    counted: (rule, name) => filled(rule, null, name) as ShownRule,
    isIgnored: (name, path) => {
      const isIgnored = ignoredIn(name);
      return isIgnored !== null && [...path.matchAll(/\/|$/g)].some(({ index }) => isIgnored(path.slice(0, index)));
    },
  };
}

/** A value with what is ignored as it is in the other one; null there where there is no other. */
function fill(value: Json, other: Json, path: string, isIgnored: IsIgnored): Json {
  if (path !== '' && isIgnored(path)) return other;
  if (value === null || typeof value !== 'object') return value;
  const below = (key: string | number) => (path === '' ? String(key) : `${path}/${key}`);
  if (!Array.isArray(value)) {
    const at = (key: string) => (other === null ? null : ((other as typeof value)[key] ?? null));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item, at(key), below(key), isIgnored)]),
    );
  }
  if (!Array.isArray(other)) return value.map((item, index) => fill(item, null, below(index), isIgnored));
  const live = liveByDeclared(value, other, path, isIgnored);
  // An action that is not live yet has no value but its own.
  return value.map((item, index) => {
    const partner = live.get(index);
    return partner === undefined ? item : fill(item, partner, below(index), isIgnored);
  });
}

/** Which live action each declared one is, by what counts of them: one that is equal, else one of its type. */
function liveByDeclared(declared: Json[], live: Json[], path: string, isIgnored: IsIgnored): Map<number, Json> {
  // Places are those of the declared list, whichever live action is looked at.
  const counted = (action: Json | undefined, place: number) =>
    fill(action ?? null, null, `${path}/${place}`, isIgnored);
  const isEqual = (from: number, at: number) =>
    JSON.stringify(counted(declared[from], from)) === JSON.stringify(counted(live[at], from));
  const types = (all: Json[]) => all.map((action, place) => String(Object(counted(action, place)).type));
  const pairs = pairActions({ declared: types(declared), live: types(live), isEqual, canTurn: () => false });
  return new Map(pairs.flatMap((from, at) => (from === null ? [] : [[from, live[at] ?? null] as const])));
}

/** Some services do not show all that they need (measured: the folders of some mailboxes). */
function completed(rule: RuleBody, declared: RuleBody): RuleBody {
  const missing = [...missingField(rule as ResolvedRule), ...missingChannel(rule as ResolvedRule)];
  if (rule === declared || missing.length === 0) return rule;
  const paths = new Set(missing.map(({ path }) => path.join('/')));
  const actions = rule.actions.map((action, index) => {
    const own = declared.actions[index];
    if (own?.type !== action.type) return action;
    return fill(action as unknown as Json, own as unknown as Json, `actions/${index}`, (path) => paths.has(path));
  });
  return { ...rule, actions: actions as unknown as RuleBody['actions'] };
}

/** Sorted as they are shown: an order by the values of secrets would tell about them. */
function inOrder<R extends Actions>(rule: R, shown: Actions = rule): R {
  const { actions } = rule;
  if (actions === null) return rule;
  const sorted = (shown.actions ?? []).map((action, place) => ({ text: JSON.stringify(action), place }));
  sorted.sort((a, b) => compareText(a.text, b.text));
  return { ...rule, actions: sorted.map(({ place }) => actions[place]) };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b || !isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
