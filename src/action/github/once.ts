/** Creating what must not be there twice, where an answer may be lost. */
import type { GitHubConnection } from './connection.ts';
import { isOpen } from './errors.ts';

const TRIES = 4;

/**
 * Creates; where it is open whether that was done, looks before it tries again. Both throw GitHubErrors. `create` must not
 * be repeated below (see NEVER_REPEATED), and `look` gives what was created, or null.
 */
export async function once<T>(
  { pause }: Pick<GitHubConnection, 'pause'>,
  create: () => Promise<T>,
  look: () => Promise<T | null>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      if (!isOpen(error)) throw error;
      await pause(tries ** 2);
      const found = await look();
      if (found !== null) return found;
      if (tries === TRIES) throw error;
    }
  }
}

/** For a request of `create`: a limit is still waited for, as then nothing was done. */
export const NEVER_REPEATED = { request: { retries: 0 } };
