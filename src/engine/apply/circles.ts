/**
 * Changes that wait for each other in a circle, as rules do that swap names or senders: one of them is parked, which
 * takes its name and its sender out of the others' way.
 */
import { isOutbound } from '../../planning/risks.ts';
import type { Item } from './item.ts';

/** What a change waits for: another change that has the name or the sender that it needs. */
export interface Wait {
  on: Item;
  by: 'name' | 'sender';
}

/** Takes changes and what each waits for; gives the one that is to step aside and what it must give up, or null. */
export function toPark(blocked: readonly Item[], waitsOf: (item: Item) => readonly Wait[]): Wait | null {
  const seen = new Set<Item>();
  for (const start of blocked) {
    const circle = circleFrom(start, waitsOf, seen);
    if (circle === null) continue;
    const able = circle.filter((wait) => isParkable(wait));
    // A rule that sends may be switched off by the PUT (measured): another one steps aside if it can.
    const chosen = able.find(({ on }) => !sends(on)) ?? able[0];
    if (chosen !== undefined) return chosen;
  }
  return null;
}

/** Depth first, without recursion: ten thousand rules may stand in a line. */
function circleFrom(start: Item, waitsOf: (item: Item) => readonly Wait[], seen: Set<Item>): Wait[] | null {
  const path: { item: Item; left: Wait[] }[] = [];
  const taken: Wait[] = [];
  const enter = (item: Item) => {
    seen.add(item);
    path.push({ item, left: [...waitsOf(item)] });
  };
  if (!seen.has(start)) enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const wait = top.left.shift();
    if (wait === undefined) {
      path.pop();
      taken.pop();
      continue;
    }
    const at = path.findIndex(({ item }) => item === wait.on);
    if (at >= 0) return [...taken.slice(at), wait];
    if (seen.has(wait.on)) continue;
    taken.push(wait);
    enter(wait.on);
  }
  return null;
}

function isParkable({ on: item, by }: Wait): boolean {
  if (item.work.change.op !== 'replace' || item.unparkable) return false;
  return item.parked === null || (item.parked === 'sender' && by === 'name');
}

function sends({ work: { live } }: Item): boolean {
  return live?.enabled === true && isOutbound(live.actions);
}
