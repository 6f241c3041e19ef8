import { groupBy } from '../model/group-by.ts';
import type { RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from './canonical.ts';
import type { Work } from './changes.ts';
import { looksAtSenderOnly, type Sender, type SenderIndex, senderIndex, sendersOf } from './checks/senders.ts';

/** What a change waits for: other changes of the same account that give up something it needs. */
export interface ChangeNeeds {
  /**
   * Those whose live rules have the name that it needs: where names are unique it cannot be made before them, elsewhere
   * it would make a second rule of one name. More than one only where live rules share a name.
   */
  names: Work[];
  /** Those whose live rules, enabled and about senders alone, overlap its own: some deployments refuse it before them. */
  senders: Work[];
}

/**
 * Where senders may overlap, and nothing refuses them, thousands of rules can have one sender. Each of thousands of others
 * waits for so many of them at most: what comes too early and is refused is tried again.
 */
const MOST_SENDERS = 100;

/**
 * Takes the work of one account that is to be carried out; gives what each change waits for, never itself. A change that
 * keeps what another needs is waited for in vain, so it is left out.
 */
export function needsOf(work: readonly Work[]): Map<Work, ChangeNeeds> {
  const givers = groupBy(
    work.filter(({ live, wanted }) => live !== null && wanted?.name !== canonicalName(live.name)),
    ({ live }) => canonicalName(live?.name ?? ''),
  );
  const held = senderIndex<Work>();
  for (const item of work) {
    if (item.live?.enabled) for (const sender of soleSenders(canonicalLive(item.live))) held.add(sender, item);
  }
  const keeps = senderKeeper();
  return new Map(
    work.map((item) => {
      const { live, wanted } = item;
      if (wanted === null) return [item, { names: [], senders: [] }];
      const hasName = live !== null && canonicalName(live.name) === wanted.name;
      const names = hasName ? [] : (givers.get(wanted.name) ?? []);
      return [item, { names, senders: holdersOf(item, soleSenders(wanted), held, keeps) }];
    }),
  );
}

function holdersOf(
  item: Work,
  senders: readonly Sender[],
  held: SenderIndex<Work>,
  keeps: (other: Work, senders: readonly Sender[]) => boolean,
): Work[] {
  const met = new Set<Work>([item]);
  const holders: Work[] = [];
  for (const sender of senders) {
    for (const { owner } of held.overlapping(sender)) {
      if (met.has(owner)) continue;
      if (met.size > MOST_SENDERS) return holders;
      met.add(owner);
      if (!keeps(owner, senders)) holders.push(owner);
    }
  }
  return holders;
}

/** Gives a test for changes after which a rule still overlaps some senders. */
function senderKeeper(): (other: Work, senders: readonly Sender[]) => boolean {
  const indexes = new Map<Work, SenderIndex<true>>();
  const indexOf = (other: Work): SenderIndex<true> => {
    const known = indexes.get(other);
    if (known !== undefined) return known;
    const index = senderIndex<true>();
    if (other.wanted !== null) for (const sender of soleSenders(other.wanted)) index.add(sender, true);
    indexes.set(other, index);
    return index;
  };
  return (other, senders) => senders.some((sender) => [...indexOf(other).overlapping(sender)].length > 0);
}

function soleSenders(rule: RuleBody): Sender[] {
  return looksAtSenderOnly(rule) ? sendersOf(rule.condition.static.from ?? '') : [];
}
