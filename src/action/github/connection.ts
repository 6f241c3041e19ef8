/** The connection to GitHub: octokit, loaded at the first request, with retries and converted errors. */
import { setTimeout } from 'node:timers/promises';
import type { GitHub as ActionsOctokit } from '@actions/github/lib/utils';
import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import { GitHubError, gitHubError, isOpen } from './errors.ts';

type Octokit = InstanceType<typeof ActionsOctokit>;

export interface GitHubConnection {
  repository: { owner: string; repo: string };
  /** `needs`: the permission that the request needs, such as `issues: write`. Throws a GitHubError. */
  ask: <T>(needs: string, request: (octokit: Octokit) => Promise<T>) => Promise<T>;
  /** Whether the token belongs to an app, as the workflow's own token does. */
  isOfApp: boolean;
  pause: (seconds: number) => Promise<unknown>;
}

/** GitHub itself gives up after 10 seconds. */
const TIMEOUT_MS = 30_000;

/** How many seconds a run waits for rate limits in total. After that a call fails, and the job can be run again. */
const WAIT_FOR_LIMITS = 120;

/** `second`: how long a second of waiting takes, in milliseconds. */
export function connection(
  token: string | null,
  repository: GitHubConnection['repository'],
  env: Record<string, string | undefined>,
  second: number,
): GitHubConnection {
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

async function open(token: string, env: Record<string, string | undefined>, second: number): Promise<Octokit> {
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
      // Retries 5xx and lost connections. GitHub would repeat a refusal; the other plugin handles rate limits.
      retry: { retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
      throttle: {
        retryAfterBaseValue: second,
        onRateLimit: waits,
        onSecondaryRateLimit: waits,
        // By default the plugin waits seconds between any two writes. A run has only a handful.
        write: UNSPACED,
        notifications: UNSPACED,
      },
    }),
  );
  // All requests share one object of options, in which a plugin counts retries: each request would start with the count
  // of the one before.
  octokit.hook.before('request', (options) => {
    options.request = { ...options.request };
  });
  return octokit;
}

type ApiCall = (...args: unknown[]) => unknown;

/** The part of a Bottleneck group that the plugin uses, without any delay. */
const UNSPACED = {
  key: () => ({ schedule: async (_options: unknown, call: ApiCall, ...args: unknown[]) => call(...args) }),
} as unknown as NonNullable<ThrottlingOptions['write']>;

/** Fails if an answer ends too early: octokit would take the part that arrived for the whole text. */
function whole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, options) => {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.clone().arrayBuffer();
    return response;
  };
}

const TRIES = 4;

/** If it is unknown whether `create` worked, looks before it tries again. Octokit must not retry it (NEVER_REPEATED). */
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

/** Options for a request of `create`. Rate limits are still waited for, because then nothing was created. */
export const NEVER_REPEATED = { request: { retries: 0 } };
