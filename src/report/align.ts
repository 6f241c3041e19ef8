/**
 * Two lists of actions, aligned for people: a comparison by index would show one inserted action as a change of all
 * that follow.
 */
import { diffArrays } from 'diff';
import { MOST_CHANGES, pairActions } from '../model/pair-actions.ts';
import type { ShownAction } from '../model/plan.ts';

export type AlignedAction =
  | { kind: 'same' | 'moved'; from: number; to: number; action: ShownAction }
  | { kind: 'changed'; from: number; to: number; before: ShownAction; after: ShownAction }
  | { kind: 'added'; to: number; action: ShownAction }
  | { kind: 'removed'; from: number; action: ShownAction };

/** Takes both lists; gives rows in the new order, removed ones where they stood. Positions count from 0. */
export function alignActions(before: readonly ShownAction[], after: readonly ShownAction[]): AlignedAction[] {
  const [left, right] = [before, after].map((all) => all.map((action) => JSON.stringify(action))) as [
    string[],
    string[],
  ];
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

/** Which of old positions in their new order only made room for others that moved. */
function inKeptOrder(positions: readonly number[]): Set<number> {
  const old = [...positions].sort((a, b) => a - b);
  const changes = diffArrays(old, [...positions], { maxEditLength: MOST_CHANGES }) ?? [];
  return new Set(changes.flatMap(({ added, removed, value }) => (added || removed ? [] : value)));
}
