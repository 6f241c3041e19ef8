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
  const addressAt = new Map<string, Owned<Owner>[]>();
  const below = new Map<string, Owned<Owner>[]>();
  return {
    add(sender, owner) {
      const owned = { owner, sender };
      append(exact, sender.written, owned);
      if (sender.kind === 'wildcard' || sender.kind === 'name') return;
      if (sender.kind === 'address') append(addressAt, sender.domain, owned);
      for (const domain of withParents(sender.domain)) append(below, domain, owned);
    },
    *overlapping(sender) {
      yield* exact.get(sender.written) ?? [];
      if (sender.kind === 'wildcard' || sender.kind === 'name') return;
      for (const domain of withParents(sender.domain)) {
        if (domain !== sender.written) yield* exact.get(domain) ?? [];
      }
      if (sender.kind === 'address') yield* exact.get(`@${sender.domain}`) ?? [];
      else yield* (sender.withSubdomains ? below : addressAt).get(sender.domain) ?? [];
    },
  };
}

/** `a.b.c` to `a.b.c`, `b.c`, `c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
