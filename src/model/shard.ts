/** How a shard, a share of the accounts for one of several machines, is written: `3/20`. */

/** `index` counts from 1 to `count`. */
export interface Shard {
  index: number;
  count: number;
}

/** A typing error must not give ten million jobs next to nothing to do. */
const MOST = 10_000;

/** What a shard is, in words, for whoever wrote something else. */
export const SHARD_FORM = `It takes I/N, such as 3/20: the third of twenty shares. I is from 1 to N, and N at most ${MOST}.`;

/** Takes `I/N` as it is written; gives the shard, or null where it is none. */
export function shardIn(written: string): Shard | null {
  const [, index, count] = (/^(\d{1,9})\/(\d{1,9})$/.exec(written) ?? []).map(Number);
  if (index === undefined || count === undefined) return null;
  return index >= 1 && index <= count && count <= MOST ? { index, count } : null;
}

/** Gives a shard as it is written: `I/N`. */
export function shownShard({ index, count }: Shard): string {
  return `${index}/${count}`;
}
