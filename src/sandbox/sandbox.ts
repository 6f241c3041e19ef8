/** The embedded service: the whole API on loopback, with its state in memory or in a file. */
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { lockDataFile, readDataFile, writeDataFile } from './data-file.ts';
import type { ApiKey } from './key.ts';
import { listenOnLoopback } from './loopback.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import { BASE, type RouteStep, routes } from './routes.ts';
import { changesOfSeed } from './seed.ts';
import { delayed, type LoggedRequest, limited, logged } from './steps.ts';
import { Store, type StoreOptions } from './store.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number | undefined;
  /** `spec` by default. */
  profile?: ProfileName | undefined;
  /** The state to start with, as parsed JSON (see seed.ts). Ignored if the data file already has a state. */
  seed?: unknown;
  /** The file that keeps the state. Without it the state is gone at the end. */
  dataFile?: string | undefined;
  /** How long every answer takes, in milliseconds. */
  latencyMs?: number | undefined;
  /** Requests per second, of all keys together. More get 429. */
  ratePerSecond?: number | undefined;
  /** Called with each request once it is answered. */
  log?: ((request: LoggedRequest) => void) | undefined;
  /** What every request passes first. Tests watch and change requests and answers there. */
  middleware?: RouteStep | undefined;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
  /** Numbers from 0 to 1, without 1, for the ids of rules and the outcome of races. */
  random?: (() => number) | undefined;
  /** Waits for the latency. Rejects when the signal aborts. */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface Sandbox {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Unless the seed or the data file has its own, the first and the last one are of the first inbox. */
  keys: readonly ApiKey[];
  store: Store;
  /** Stops at once, even with open connections and unanswered requests. */
  close(): Promise<void>;
}

/** Starts the service. Throws a CannotStart. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const unlock = options.dataFile === undefined ? () => {} : lockDataFile(options.dataFile);
  try {
    return await serving(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serving(options: SandboxOptions, unlock: () => void): Promise<Sandbox> {
  const { dataFile, port = 0, profile = 'spec', now = Date.now, random = Math.random } = options;
  let save = () => {};
  const store = filledStore(options, { profile: PROFILES[profile], now, random, changed: () => save() });
  const stopping = new AbortController();
  // Each request that waits listens to it.
  setMaxListeners(0, stopping.signal);
  const app = routes(store, PROFILES[profile], stepsOf(options, store, stopping.signal));
  const loopback = await listenOnLoopback(getRequestListener(app.fetch, { overrideGlobalObjects: false }), port);
  const close = async () => {
    stopping.abort();
    await loopback.close();
    unlock();
  };
  try {
    // Only now that nothing else can fail: a sandbox that does not start leaves the file as it was.
    if (dataFile !== undefined) save = () => writeDataFile(dataFile, store.lines());
    save();
  } catch (error) {
    await close();
    throw error;
  }
  return { baseUrl: `${loopback.origin}${BASE}`, keys: store.keys, store, close };
}

/** A store with the state of the data file, or else with that of the seed. */
function filledStore({ seed = {}, dataFile }: SandboxOptions, options: StoreOptions): Store {
  const store = new Store(options);
  const kept = dataFile === undefined ? null : readDataFile(dataFile);
  for (const change of kept ?? changesOfSeed(seed, options)) store.apply(change);
  return store;
}

function stepsOf(options: SandboxOptions, store: Store, stopping: AbortSignal): RouteStep[] {
  const { profile = 'spec', latencyMs = 0, ratePerSecond, log, middleware, now = Date.now } = options;
  const wait = options.wait ?? ((milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }));
  const steps = middleware === undefined ? [] : [middleware];
  if (log !== undefined) steps.push(logged((key) => store.inboxOfKey(key), now, log));
  steps.push(delayed(async () => (latencyMs > 0 ? wait(latencyMs, stopping) : undefined)));
  if (ratePerSecond !== undefined) {
    steps.push(limited(ratePerSecond, PROFILES[profile].sendsRetryAfter, now));
  }
  return steps;
}
