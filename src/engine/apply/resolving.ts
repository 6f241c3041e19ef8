/** What a read tells of a write whose answer was lost, or did not show the rule. */
import type { LiveRule } from '../../model/rule.ts';
import type { Item } from './item.ts';
import { isAsSent, isExpected, type Known } from './known.ts';

export type Resolution =
  | { kind: 'made'; rule: LiveRule | null }
  /** As it was before. */
  | { kind: 'not-made' }
  /** A rule of this name that is another one. */
  | { kind: 'taken' }
  | { kind: 'gone' }
  /** Neither as before nor as wanted. */
  | { kind: 'otherwise' };

/** Takes an item that is unknown, and the live rules as read after that. */
export function resolutionOf(item: Item, known: Known): Resolution {
  const { write, presumed } = item;
  if (write === null) throw new Error('Nothing was written');
  if (write.op === 'create') {
    const named = known.named(write.body.name);
    const ours = named.find((rule) => isAsSent(rule, write.body));
    if (ours !== undefined) return { kind: 'made', rule: ours };
    return { kind: named.length === 0 ? 'not-made' : 'taken' };
  }
  const rule = known.get(write.id);
  if (rule === null) return write.op === 'delete' ? { kind: 'made', rule: null } : { kind: 'gone' };
  if (write.op === 'replace' && (presumed || isAsSent(rule, write.body))) return { kind: 'made', rule };
  return { kind: isExpected(rule, item) ? 'not-made' : 'otherwise' };
}
