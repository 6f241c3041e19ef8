/**
 * What counts as a difference: the settings `ignoreDifferences` and `actionOrder` applied to a canonical rule. The
 * result is compared and enters the digest; what is sent is the rule as declared.
 */
import type { ShownRule } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import { firstGlob, globMatcher } from './glob.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Form = (rule: ShownRule) => ShownRule;

export interface Comparison {
  /** For rules that stand alone, as in a create: the order of actions, where it does not count. */
  alone: Form;
  /** For the two sides of a replace of the rule declared as `name`: ignored fields are null too. */
  against: (name: string) => Form;
}

/** Takes the settings, gives what brings rules (in canonical form, plain or with secrets shown) into the compared form. */
export function comparison(settings: Pick<PlanSettings, 'actionOrder' | 'ignoreDifferences'>): Comparison {
  const alone: Form = settings.actionOrder === 'any' ? withSortedActions : (rule) => rule;
  const entries = settings.ignoreDifferences.map(({ rule, fields }) => ({ matches: globMatcher(rule), fields }));
  const against = (name: string): Form => {
    if (entries.length === 0) return alone;
    const globs = entries.filter(({ matches }) => matches(name)).flatMap(({ fields }) => fields);
    if (globs.length === 0) return alone;
    const ignored = firstGlob(globs);
    // Sorted first: a place in the list must mean the same action on both sides.
    return (rule) => withoutFields(alone(rule), ignored);
  };
  return { alone, against };
}

function withSortedActions(rule: ShownRule): ShownRule {
  return rule.actions === null ? rule : { ...rule, actions: [...rule.actions].sort(byJson) };
}

/** The name stays whatever the globs say: rules are matched by it. */
function withoutFields(rule: ShownRule, ignored: (path: string) => string | null): ShownRule {
  return { ...(withoutPaths(rule as unknown as Json, '', ignored) as unknown as ShownRule), name: rule.name };
}

function withoutPaths(value: Json, path: string, ignored: (path: string) => string | null): Json {
  if (path !== '' && ignored(path) !== null) return null;
  if (value === null || typeof value !== 'object') return value;
  const below = (key: string | number) => (path === '' ? String(key) : `${path}/${key}`);
  if (Array.isArray(value)) return value.map((item, index) => withoutPaths(item, below(index), ignored));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPaths(item, below(key), ignored)]));
}

function byJson(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
