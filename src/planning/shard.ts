/**
 * Shards: a share of the accounts for each of several machines. Which one an account is in depends on its name and on the
 * number of shards alone, so that a new account moves no other, and other programs can compute it.
 */
import { createHash } from 'node:crypto';
import type { Shard } from '../model/shard.ts';

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
