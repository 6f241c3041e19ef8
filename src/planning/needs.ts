import { groupBy } from '../model/group-by.ts';
import type { RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from './canonical.ts';
import type { Work } from './changes.ts';
import { looksAtSenderOnly, type Sender, type SenderIndex, senderIndex, sendersOf } from './checks/senders.ts';

/** The changes of the same account that a change has to wait for. */
export interface ChangeNeeds {
  /** Changes of live rules that have the name it needs. Several only if live rules share a name. */
  names: Work[];
  /** Changes of enabled rules that match senders alone and overlap its senders. Some deployments refuse both at once. */
  senders: Work[];
}

export function allNeeded(needs: ChangeNeeds | undefined): Work[] {
  return needs === undefined ? [] : [...needs.names, ...needs.senders];
}

/** The most changes to wait for because of senders: with thousands of one sender, one too early is retried. */
const MOST_SENDERS = 100;

/** What each change of an account waits for, never itself; not for a change that does not free the sender. */
export function needsOf(work: readonly Work[]): Map<Work, ChangeNeeds> {
  const givers = groupBy(
    work.filter(({ live, wanted }) => live !== null && wanted?.name !== canonicalName(live.name)),
    ({ live }) => canonicalName(live?.name ?? ''),
  );
  const held = senderIndex<Work>();
  for (const item of work) {
    if (item.live?.enabled) for (const sender of soleSenders(canonicalLive(item.live))) held.add(sender, item);
  }
  const after = new Map(work.map((item) => [item, sendersAfter(item)]));
  return new Map(
    work.map((item) => {
      const { live, wanted } = item;
      if (wanted === null) return [item, { names: [], senders: [] }];
      const hasName = live !== null && canonicalName(live.name) === wanted.name;
      const names = hasName ? [] : (givers.get(wanted.name) ?? []);
      return [item, { names, senders: holdersOf(item, soleSenders(wanted), held, after) }];
    }),
  );
}

function holdersOf(
  item: Work,
  senders: readonly Sender[],
  held: SenderIndex<Work>,
  after: ReadonlyMap<Work, SenderIndex<true>>,
): Work[] {
  const isKept = (owner: Work) =>
    senders.some((sender) => [...(after.get(owner)?.overlapping(sender) ?? [])].length > 0);
  const met = new Set<Work>([item]);
  const holders: Work[] = [];
  for (const sender of senders) {
    for (const { owner } of held.overlapping(sender)) {
      if (met.has(owner)) continue;
      if (met.size > MOST_SENDERS) return holders;
      met.add(owner);
      if (!isKept(owner)) holders.push(owner);
    }
  }
  return holders;
}

function sendersAfter({ wanted }: Work): SenderIndex<true> {
  const index = senderIndex<true>();
  for (const sender of wanted === null ? [] : soleSenders(wanted)) index.add(sender, true);
  return index;
}

function soleSenders(rule: RuleBody): Sender[] {
  return looksAtSenderOnly(rule) ? sendersOf(rule.condition.static.from ?? '') : [];
}
