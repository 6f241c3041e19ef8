/** Aligns two lists of actions for display. By index, one inserted action would be a change of every action after it. */
import { diffArrays } from 'diff';
import { pairActions } from '../model/pair-actions.ts';
import type { ShownAction } from '../model/plan.ts';

export type AlignedAction =
  | { kind: 'same' | 'moved'; from: number; to: number; action: ShownAction }
  | { kind: 'changed'; from: number; to: number; before: ShownAction; after: ShownAction }
  | { kind: 'added'; to: number; action: ShownAction }
  | { kind: 'removed'; from: number; action: ShownAction };

/** Returns rows in the new order. A removed action keeps its old place among them. Positions are zero-based. */
export function alignActions(before: readonly ShownAction[], after: readonly ShownAction[]): AlignedAction[] {
  const texts = (all: readonly ShownAction[]) => all.map((action) => JSON.stringify(action));
  const [left, right] = [texts(before), texts(after)];
  const types = (all: readonly ShownAction[]) => all.map((action) => String(action.type));
  const isEqual = (from: number, to: number) => left[from] === right[to];
  const pairs = pairActions({ declared: types(before), live: types(after), isEqual, canTurn: () => false });
  const paired = new Set(pairs);
  const stays = inKeptOrder(pairs.filter((from) => from !== null));
  const rows: AlignedAction[] = [];
  let shown = 0;
  const removedUpTo = (end: number) => {
    for (; shown < end; shown += 1) {
      const action = before[shown];
      if (action !== undefined && !paired.has(shown)) rows.push({ kind: 'removed', from: shown, action });
    }
  };
  for (const [to, action] of after.entries()) {
    const from = pairs[to] ?? null;
    if (from === null) {
      rows.push({ kind: 'added', to, action });
      continue;
    }
    if (stays.has(from)) removedUpTo(from);
    const old = before[from] ?? action;
    if (!isEqual(from, to)) rows.push({ kind: 'changed', from, to, before: old, after: action });
    else rows.push({ kind: stays.has(from) ? 'same' : 'moved', from, to, action });
  }
  removedUpTo(before.length);
  return rows;
}

/** If more actions have moved, all count as moved. */
const MOST_CHANGES = 2_000;

/** Returns the old positions of the actions that keep their relative order. All other actions have moved. */
function inKeptOrder(positions: readonly number[]): Set<number> {
  const old = [...positions].sort((a, b) => a - b);
  const changes = diffArrays(old, [...positions], { maxEditLength: MOST_CHANGES }) ?? [];
  return new Set(changes.flatMap(({ added, removed, value }) => (added || removed ? [] : value)));
}
