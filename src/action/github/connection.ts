/** The way to GitHub: octokit, loaded when something is asked, with what is tried again, and errors in our words. */
import { setTimeout } from 'node:timers/promises';
import type { GitHub as ActionsOctokit } from '@actions/github/lib/utils';
import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import { gitHubError, isOpen } from './errors.ts';
import { GitHubError } from './port.ts';

type Octokit = InstanceType<typeof ActionsOctokit>;

/** Where requests go. */
interface Repository {
  owner: string;
  repo: string;
}

export interface GitHubConnection {
  repository: Repository;
  /** `needs`: the permission that a workflow gives for it, such as `issues: write`. Throws a GitHubError. */
  ask: <T>(needs: string, request: (octokit: Octokit) => Promise<T>) => Promise<T>;
  /** Whether the token belongs to an app: a workflow's own token does. */
  isOfApp: boolean;
  pause: (seconds: number) => Promise<unknown>;
}

export interface ConnectionOptions {
  token: string | null;
  repository: Repository;
  env: Record<string, string | undefined>;
  /** How long a second of waiting takes, in milliseconds. */
  second: number;
}

/** GitHub itself gives up after 10 seconds. */
const TIMEOUT_MS = 30_000;

/** How many seconds a run waits for limits in all; after that the call fails, and can be run again. */
const WAIT_FOR_LIMITS = 120;

export function connection({ token, repository, env, second }: ConnectionOptions): GitHubConnection {
  let octokit: Promise<Octokit> | null = null;
  return {
    repository,
    isOfApp: token?.startsWith('ghs_') ?? false,
    pause: (seconds) => setTimeout(seconds * second),
    async ask(needs, request) {
      if (token === null) {
        const message = 'There is no token for GitHub: the input github-token is empty.';
        throw new GitHubError(message, { status: 401, permission: null });
      }
      octokit ??= open(token, env, second);
      try {
        return await request(await octokit);
      } catch (error) {
        throw gitHubError(error, needs);
      }
    },
  };
}

async function open(token: string, env: ConnectionOptions['env'], second: number): Promise<Octokit> {
  const [{ GitHub, defaults, getOctokitOptions }, { retry }, { throttling }] = await Promise.all([
    import('@actions/github/lib/utils'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  let waited = 0;
  const waits = (seconds: number) => {
    waited += seconds;
    return waited <= WAIT_FOR_LIMITS;
  };
  const octokit = new (GitHub.plugin(retry, throttling))(
    getOctokitOptions(token, {
      userAgent: 'inboxctl',
      baseUrl: env.GITHUB_API_URL || 'https://api.github.com',
      log: { debug() {}, info() {}, warn() {}, error() {} },
      request: { ...defaults.request, fetch: whole(defaults.request?.fetch ?? fetch) },
      // 5xx and lost connections. What GitHub refuses, it refuses again; limits are the other plugin's.
      retry: { retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
      throttle: {
        retryAfterBaseValue: second,
        onRateLimit: waits,
        onSecondaryRateLimit: waits,
        // By itself the plugin waits seconds between any two writes, which is meant for many; a run has a handful.
        write: UNSPACED,
        notifications: UNSPACED,
      },
    }),
  );
  // All requests share one object of options, into which a plugin counts: each would begin where the one before had failed.
  octokit.hook.before('request', (options) => {
    options.request = { ...options.request };
  });
  return octokit;
}

type ApiCall = (...args: unknown[]) => unknown;

/** A group of Bottleneck as far as the plugin uses one, that holds nothing back. */
const UNSPACED = {
  key: () => ({ schedule: async (_options: unknown, call: ApiCall, ...args: unknown[]) => call(...args) }),
} as unknown as NonNullable<ThrottlingOptions['write']>;

/** An answer that ends too early is none: octokit would take what came for the whole text. */
function whole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, options) => {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.clone().arrayBuffer();
    return response;
  };
}

const TRIES = 4;

/**
 * Creates; where it is open whether that was done, looks before it tries again. Both throw GitHubErrors. `create` must not
 * be repeated below (see NEVER_REPEATED), and `look` gives what was created, or null.
 */
export async function createOnce<T>(
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
