/** A share of the accounts for one of several machines, such as `3/20`. `index` is from 1 to `count`. */
export interface Shard {
  index: number;
  count: number;
}

/** A typing error must not make ten million jobs. */
const MOST = 10_000;

/** Explains the form of a shard in messages. */
export const SHARD_FORM = `It takes I/N, such as 3/20: the third of twenty shares. I is from 1 to N, and N at most ${MOST}.`;

/** The shard that is written as `I/N`, or null. */
export function shardIn(written: string): Shard | null {
  const [, index, count] = (/^(\d{1,9})\/(\d{1,9})$/.exec(written) ?? []).map(Number);
  if (index === undefined || count === undefined) return null;
  return index >= 1 && index <= count && count <= MOST ? { index, count } : null;
}

/** A shard as `I/N`. */
export function shownShard({ index, count }: Shard): string {
  return `${index}/${count}`;
}
