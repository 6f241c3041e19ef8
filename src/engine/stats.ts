/** The statistics of several accounts, side by side: one that cannot be read does not stop the others. */
import pMap from 'p-map';
import type { Failure } from '../model/applied.ts';
import { failureOf } from './failure.ts';
import { AT_ONCE } from './plan-accounts.ts';

export type Read<T> = { name: string; value: T } | { name: string; failure: Failure };

/** Takes accounts and what to ask their clients; gives the answers in the same order. */
export function readEach<C, T>(
  accounts: readonly { name: string; client: C }[],
  ask: (client: C) => Promise<T>,
): Promise<Read<T>[]> {
  const read = async ({ name, client }: { name: string; client: C }): Promise<Read<T>> => {
    try {
      return { name, value: await ask(client) };
    } catch (error) {
      return { name, failure: failureOf(error) };
    }
  };
  return pMap(accounts, read, { concurrency: AT_ONCE });
}
