/** What a second plan still finds after an apply, field by field. */
import type { Difference } from '../model/applied.ts';
import type { Change, ShownRule } from '../model/plan.ts';

type Leaf = Difference['declared'];
type Leaves = Map<string, Leaf>;

/** Takes the changes that are still needed, gives each field that the service stored in another way. */
export function remainingDifferences(changes: readonly Change[]): Difference[] {
  return changes.flatMap((change): Difference[] => {
    const { account, name: rule, before, after } = change;
    if (before === null) return [{ account, rule, path: '', declared: rule, live: null, kind: 'missing' }];
    if (after === null) return [{ account, rule, path: '', declared: null, live: rule, kind: 'left-over' }];
    if (sameButOrder(before, after)) {
      return [{ account, rule, path: 'actions', declared: types(after), live: types(before), kind: 'order' }];
    }
    const [live, declared] = [leavesOf(before), leavesOf(after)];
    const paths = [...new Set([...declared.keys(), ...live.keys()])];
    return paths.flatMap((path): Difference[] => {
      const [wanted, found] = [declared.get(path) ?? null, live.get(path) ?? null];
      if (JSON.stringify(wanted) === JSON.stringify(found)) return [];
      return [{ account, rule, path, declared: wanted, live: found, kind: 'field' as const }];
    });
  });
}

function sameButOrder(before: ShownRule, after: ShownRule): boolean {
  const sorted = (rule: ShownRule) => (rule.actions ?? []).map((action) => JSON.stringify(action)).sort();
  const [live, declared] = [sorted(before), sorted(after)];
  return (
    JSON.stringify({ ...before, actions: null }) === JSON.stringify({ ...after, actions: null }) &&
    JSON.stringify(live) === JSON.stringify(declared)
  );
}

function types(rule: ShownRule): string {
  return (rule.actions ?? []).map((action) => action?.type ?? '').join(', ');
}

function leavesOf(rule: ShownRule): Leaves {
  const leaves: Leaves = new Map();
  const walk = (value: unknown, path: string) => {
    const inner = value !== null && typeof value === 'object' && !('tag' in value);
    if (!inner) leaves.set(path, value as Leaf);
    else for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}/${key}`);
  };
  walk(rule, '');
  return leaves;
}
