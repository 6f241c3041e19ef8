/**
 * Shards: a share of the accounts for each of several machines, written `3/20`. Which one an account is in depends on its name
 * and on the number of shards alone, so that a new account moves no other, and other programs can compute it.
 */
import { createHash } from 'node:crypto';

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

/** In hex digits: 48 bits, which every language computes with exactly. */
const DIGITS = 12;

/**
 * Takes the name of an account and the number of shards; gives the shard that it is in, from 1: the first 48 bits of the
 * SHA-256 of the name in UTF-8, as a number, modulo the number of shards, plus 1.
 */
export function shardOf(name: string, count: number): number {
  const hash = createHash('sha256').update(name, 'utf8').digest('hex');
  return (Number.parseInt(hash.slice(0, DIGITS), 16) % count) + 1;
}

/** Whether an account of this name is in a shard. */
export function isInShard(name: string, { index, count }: Shard): boolean {
  return shardOf(name, count) === index;
}
