/** Why a change is not to be made, as the live rules are known to be right before it is sent. */
import type { Item } from './item.ts';
import { isAsSent, isExpected, type Known } from './known.ts';
import type { Waiting } from './waiting.ts';

/** `skipped`: somebody has made this change already. */
type Objection = 'changed-meanwhile' | 'name-not-free' | 'skipped';

/** Takes a change that is about to be sent; gives why it must not or need not be, or null. */
export function objectionTo(item: Item, known: Known, waiting: Waiting): Objection | null {
  const { live, wanted } = item.work;
  if (live !== null) {
    const current = known.get(live.id);
    if (current === null) return wanted === null ? 'skipped' : 'changed-meanwhile';
    if (!isExpected(current, item))
      return wanted !== null && isAsSent(current, wanted) ? 'skipped' : 'changed-meanwhile';
  }
  const [holder] = waiting.holders(item, known);
  if (holder === undefined || wanted === null) return null;
  return live === null && isAsSent(holder, wanted) ? 'skipped' : 'name-not-free';
}
