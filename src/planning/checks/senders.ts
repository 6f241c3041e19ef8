/**
 * Who owns a sender, looked up by senders that overlap it: an index, so that ten thousand rules take no longer than ten
 * thousand lookups.
 */
import { STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { isBlank } from './finding.ts';
import type { Sender } from './senders.ts';

interface Owned<Owner> {
  owner: Owner;
  sender: Sender;
}

export interface SenderIndex<Owner> {
  add(sender: Sender, owner: Owner): void;
  /** Who has a sender that overlaps one, the most alike first, each a few times at most however many of its senders do. */
  overlapping(sender: Sender): Iterable<Owned<Owner>>;
}

/** Some deployments refuse a rule that looks at nothing but a sender that an enabled one has already (measured). */
export function looksAtSenderOnly({ condition }: Pick<ResolvedRule, 'condition'>): boolean {
  const matchers = STATIC_KEYS.filter((key) => !isBlank(condition.static?.[key]));
  return matchers.length === 1 && matchers[0] === 'from' && isBlank(condition.aiInstructions);
}

/**
 * Takes how many owners to keep of senders that are alike: the first ones. All senders of one owner are added in a row, and
 * of those that are alike only its first is kept: a rule may list one sender a thousand times.
 */
export function senderIndex<Owner>(most = Number.POSITIVE_INFINITY): SenderIndex<Owner> {
  const append = (lists: Map<string, Owned<Owner>[]>, key: string, value: Owned<Owner>) => {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else if (list.length < most && list.at(-1)?.owner !== value.owner) list.push(value);
  };
  const exact = new Map<string, Owned<Owner>[]>();
  const addressesAt = new Map<string, Owned<Owner>[]>();
  const atDomain = ({ domain }: Sender) => exact.get(`@${domain}`) ?? [];
  return {
    add(sender, owner) {
      const owned = { owner, sender };
      append(exact, sender.isAddress ? sender.written : `@${sender.domain}`, owned);
      if (sender.isAddress) append(addressesAt, sender.domain, owned);
    },
    *overlapping(sender) {
      if (sender.isAddress) yield* exact.get(sender.written) ?? [];
      yield* atDomain(sender);
      if (!sender.isAddress) yield* addressesAt.get(sender.domain) ?? [];
    },
  };
}
