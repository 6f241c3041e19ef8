/**
 * Rules that hand names or senders to each other in a circle: each change waits for the next one, so none can go first.
 * They are refused. Without one of them the others have an order, so the finding says what to give up first.
 */
import type { ArgsOf, Finding } from '../diagnostics/diagnostic.ts';
import { compareText } from '../model/compare-text.ts';
import { senderParts } from '../model/patterns.ts';
import { refusing, type Work } from './changes.ts';
import { senderIndex, sendersOf } from './checks/senders.ts';
import { allNeeded, type ChangeNeeds, needsOf } from './needs.ts';

/** Refuses the changes of an account that wait for each other, and reports each circle. Refused changes are in none. */
export function withCirclesRefused(work: readonly Work[]): { work: Work[]; findings: Finding<'circle'>[] } {
  const needs = needsOf(work.filter(({ change }) => change.refused === undefined));
  const circles = groupsWaiting(needs);
  const inCircle = new Set(circles.flat());
  return {
    work: work.map((item) => (inCircle.has(item) ? refusing(item, 'circle') : item)),
    findings: circles.map((group) => ({ code: 'circle', args: described(group, needs) })),
  };
}

/** The groups of changes that wait for each other (Tarjan), without recursion: ten thousand may wait in a line. */
function groupsWaiting(needs: ReadonlyMap<Work, ChangeNeeds>): Work[][] {
  const numbers = new Map<Work, number>();
  /** The smallest number that a change leads to; infinite once its group is known. */
  const lowest = new Map<Work, number>();
  const ungrouped: Work[] = [];
  const groups: Work[][] = [];
  const path: { item: Work; left: Iterator<Work> }[] = [];
  const enter = (item: Work) => {
    lowest.set(item, numbers.size);
    numbers.set(item, numbers.size);
    ungrouped.push(item);
    path.push({ item, left: allNeeded(needs.get(item)).values() });
  };
  const lower = (item: Work, to: Work) => lowest.set(item, Math.min(lowest.get(item) ?? 0, lowest.get(to) ?? 0));
  for (const start of needs.keys()) {
    if (!numbers.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { item, left } = top;
      const next = left.next();
      if (next.done !== true) {
        if (numbers.has(next.value)) lower(item, next.value);
        else enter(next.value);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.item, item);
      if (lowest.get(item) !== numbers.get(item)) continue;
      const group = ungrouped.splice(ungrouped.lastIndexOf(item));
      for (const one of group) lowest.set(one, Number.POSITIVE_INFINITY);
      if (group.length > 1) groups.push(group);
    }
  }
  return groups;
}

/** Names the rules as they are called now, since the new names of some are the old names of others. */
function described(group: readonly Work[], needs: ReadonlyMap<Work, ChangeNeeds>): ArgsOf<'circle'> {
  const members = new Set(group);
  const within = (item: Work, by: keyof ChangeNeeds) => (needs.get(item)?.[by] ?? []).filter((one) => members.has(one));
  const taken = group.map((item) => {
    const holders = within(item, 'senders');
    const senders = holders.length === 0 ? null : sendersTaken(item, holders);
    return { item, name: within(item, 'names').length > 0, senders };
  });
  // The easiest one does most of its work while it does without what it takes.
  const rank = (one: (typeof taken)[number]) => {
    return one.senders === null ? 0 : (one.senders.areAll ? 2 : 1) + (one.name ? 2 : 0);
  };
  const easiest = taken.sort((a, b) => rank(a) - rank(b) || compareText(nameOf(a.item), nameOf(b.item)))[0];
  const { item: first, name, senders } = easiest as (typeof taken)[number];
  const round = shortestRound(first, (item) => allNeeded(needs.get(item)).filter((one) => members.has(one)));
  const inRound = new Set(round);
  return {
    round: round.map((item, index) => {
      const next = round[(index + 1) % round.length] ?? first;
      const takes = { name: within(item, 'names').includes(next), senders: within(item, 'senders').includes(next) };
      return { rule: nameOf(item), takes };
    }),
    others: group
      .filter((item) => !inRound.has(item))
      .map(nameOf)
      .sort(),
    giveUp: { now: nameOf(first), declared: first.change.name, name, senders },
  };
}

/** The fewest changes that lead from one back to itself: breadth first. */
function shortestRound(first: Work, next: (item: Work) => readonly Work[]): Work[] {
  const from = new Map<Work, Work>();
  const queue = [first];
  for (const item of queue) {
    if (from.has(first)) break;
    for (const one of next(item)) {
      if (from.has(one)) continue;
      from.set(one, item);
      queue.push(one);
    }
  }
  const back: Work[] = [];
  for (let item = from.get(first); item !== undefined && item !== first; item = from.get(item)) back.push(item);
  return [first, ...back.reverse()];
}

/** The senders that a rule takes from others, as written: none if they are secret. `areAll`: it has no others. */
function sendersTaken({ change, wanted }: Work, holders: readonly Work[]): { taken: string[]; areAll: boolean } {
  const held = senderIndex<Work>();
  for (const item of holders) {
    for (const sender of sendersOf(item.live?.condition.static.from ?? '')) held.add(sender, item);
  }
  const parts = senderParts(wanted?.condition.static.from ?? '');
  const taken = parts.filter((part) => sendersOf(part).some((sender) => [...held.overlapping(sender)].length > 0));
  const isPlain = typeof change.after?.condition?.static?.from === 'string';
  return { taken: isPlain ? taken : [], areAll: taken.length === parts.length };
}

function nameOf({ change }: Work): string {
  return change.before?.name ?? change.name;
}
