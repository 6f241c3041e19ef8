/** Actions that come back in another order, the same until the next PUT: one in 15 rules of 4 actions or more (measured: 6 to 7 %). */
import { createHash } from 'node:crypto';
import type { WireRule } from './wire.ts';

const LARGE = 4;
const ONE_IN = 15;

/** Which rules have their actions turned: none, those of the measured share, or all. */
export type Reordering = 'none' | 'some' | 'all';

/** The actions of a rule about to be stored, turned by one place where it is one of those. */
export function actionsInStoredOrder(rule: WireRule, reordering: Reordering): WireRule['actions'] {
  const { actions } = rule;
  const turns = reordering === 'all' || (reordering === 'some' && isPicked(rule));
  return turns ? [...actions.slice(1), ...actions.slice(0, 1)] : actions;
}

function isPicked({ id, updatedAt, actions }: WireRule): boolean {
  if (actions.length < LARGE) return false;
  const hash = createHash('sha256').update(`${id} ${updatedAt}`).digest().readUInt32BE();
  return hash % ONE_IN === 0;
}
