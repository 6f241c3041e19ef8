/**
 * Shards: split accounts over several machines. The shard depends only on the account's name and the number of shards,
 * so adding an account moves no other, and other programs can compute it.
 */
import { createHash } from 'node:crypto';
import type { Shard } from '../model/shard.ts';

/** In hex digits: 48 bits, which every language can compute exactly. */
const DIGITS = 12;

/**
 * The shard of an account, from 1 to `count`: the first 48 bits of the SHA-256 of its name (UTF-8) modulo `count`, plus
 * 1.
 */
export function shardOf(name: string, count: number): number {
  const hash = createHash('sha256').update(name, 'utf8').digest('hex');
  return (Number.parseInt(hash.slice(0, DIGITS), 16) % count) + 1;
}

export function isInShard(name: string, { index, count }: Shard): boolean {
  return shardOf(name, count) === index;
}
