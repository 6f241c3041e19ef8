import { createHash } from 'node:crypto';

/** A share of the accounts for one of several machines, such as `3/20`. `index` is from 1 to `count`. */
export type Shard = { index: number; count: number };

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

/** In hex digits: 48 bits, which every language can compute exactly. */
const DIGITS = 12;

/** The shard of an account, from 1 to `count`: the first 48 bits of the SHA-256 of its name (UTF-8) modulo `count`, plus 1. */
export function shardOf(name: string, count: number): number {
  const hash = createHash('sha256').update(name, 'utf8').digest('hex');
  return (Number.parseInt(hash.slice(0, DIGITS), 16) % count) + 1;
}

export function isInShard(name: string, { index, count }: Shard): boolean {
  return shardOf(name, count) === index;
}
