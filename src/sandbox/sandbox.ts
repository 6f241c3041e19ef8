/** The embedded service: the whole API on loopback, with its state in memory or in a file. */
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { lockDataFile, readDataFile, writeDataFile } from './data-file.ts';
import { Faults } from './faults/faults.ts';
import { spoiled } from './faults/spoiling.ts';
import { type ApiKey, fullKey } from './key.ts';
import { listenOnLoopback } from './loopback.ts';
import { PROFILES, type Profile, type ProfileName } from './profiles.ts';
import { type RouteStep, routes } from './routes.ts';
import { changesOfSeed } from './seed.ts';
import { delayed, type LoggedRequest, limited, logged, Rate } from './steps.ts';
import { Store, type StoreOptions } from './store.ts';
import type { WireRule } from './wire.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number | undefined;
  /** Which service to be; `spec` unless given. */
  profile?: ProfileName | undefined;
  /** The state to start with, as parsed JSON (see seed.ts). Not read when the data file already holds a state. */
  seed?: unknown;
  /** Path of the file that keeps the state; without it the state is gone at the end. */
  dataFile?: string | undefined;
  /** How long every answer takes, in milliseconds. */
  latencyMs?: number | undefined;
  /** Requests a second, all keys together; what is over it gets 429. */
  ratePerSecond?: number | undefined;
  /** How many may come at once after a pause; `ratePerSecond` unless given. */
  burst?: number | undefined;
  /** Requests to spoil, such as `POST /rules reset-after @2` (see faults/faults.ts). */
  faults?: readonly string[] | undefined;
  /** Told of each request once it is answered. */
  log?: ((request: LoggedRequest) => void) | undefined;
  /** Turns the actions of one in 15 large rules, as measured on a deployment; or of `all` rules. */
  reorderActions?: boolean | 'all' | undefined;
  /** Value of a key with all scopes for the first inbox; random unless given. */
  key?: string | undefined;
  /** The clock, in milliseconds since the epoch. */
  now?: (() => number) | undefined;
  /** Source of the ids of rules: numbers from 0 to 1, without 1. */
  random?: (() => number) | undefined;
  /** How latency is waited for; rejects when the signal aborts. */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface Sandbox {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  port: number;
  /** The first one is for the first inbox; so is the last, unless seed or data file say otherwise: an editor's. */
  keys: readonly ApiKey[];
  /** The rules of an inbox, the first one unless named, as the service answers them, oldest first. */
  rules(inbox?: string): WireRule[];
  /** Puts a rule past all checks, as the service's own web page could: also switched on, or with an INTEGRATION. */
  put(rule: WireRule, inbox?: string): void;
  /** The latest requests, oldest first. */
  requests: readonly LoggedRequest[];
  /** Adds a fault; it counts from now. Throws a FaultError. */
  fault(text: string): void;
  /** Forgets all faults, those of the start too. */
  clearFaults(): void;
  /** Stops at once, also where connections are open or answers under way. */
  close(): Promise<void>;
}

/** Gives a store with the state of the data file if there is one, else with that of the seed. */
function filledStore(options: SandboxOptions, storeOptions: StoreOptions): Store {
  const { seed = {}, dataFile, key } = options;
  const store = new Store(storeOptions);
  const kept = dataFile === undefined ? null : readDataFile(dataFile);
  for (const change of kept ?? changesOfSeed(seed, { ...storeOptions, key })) store.apply(change);
  const [first] = store.inboxes;
  if (key !== undefined && first !== undefined && !store.keys.some((known) => known.key === key)) {
    store.apply({ op: 'key', key: fullKey(first.settings.name, key) });
  }
  return store;
}

/** How many of the latest requests are kept. */
const MOST_KEPT = 100_000;

interface SandboxParts {
  profile: Profile;
  requests: LoggedRequest[];
  faults: Faults;
  store: Store;
  stopping: AbortSignal;
}

/** What stands before the routes, in this order: a request over the rate meets no fault. */
function stepsOf(options: SandboxOptions, { profile, requests, faults, store, stopping }: SandboxParts): RouteStep[] {
  const { latencyMs = 0, ratePerSecond, burst, now = Date.now } = options;
  const waiting = options.wait ?? ((milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }));
  const wait = (milliseconds: number) => waiting(milliseconds, stopping);
  const inboxOfKey = (key: string | undefined) => store.inboxOfKey(key);
  const tell = (request: LoggedRequest) => {
    if (requests.push(request) > MOST_KEPT) requests.shift();
    options.log?.(request);
  };
  const steps = [logged(inboxOfKey, now, tell), delayed(async () => (latencyMs > 0 ? wait(latencyMs) : undefined))];
  if (ratePerSecond !== undefined) {
    steps.push(limited(new Rate(ratePerSecond, now, burst), profile.sendsRetryAfter, now));
  }
  return [...steps, spoiled(faults, { profile, now, wait, inboxOfKey })];
}

/** Starts the service and gives where it listens. Throws a FaultError, a SeedError, a DataFileError or PortUnavailable. */
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
  const { dataFile, port, now = Date.now, random = Math.random, reorderActions = false } = options;
  const profile = PROFILES[options.profile ?? 'spec'];
  const reordering = reorderActions === 'all' ? 'all' : reorderActions ? 'some' : 'none';
  let save = () => {};
  const store = filledStore(options, { profile, reordering, now, random, changed: () => save() });
  const faults = new Faults(store.inboxes.map(({ settings }) => settings.name));
  faults.add(options.faults ?? []);
  const requests: LoggedRequest[] = [];
  const stopping = new AbortController();
  // Each request that waits listens to it.
  setMaxListeners(0, stopping.signal);
  const app = routes(store, profile, stepsOf(options, { profile, requests, faults, store, stopping: stopping.signal }));
  const loopback = await listenOnLoopback(getRequestListener(app.fetch, { overrideGlobalObjects: false }), port ?? 0);

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
  const inboxOf = (name?: string) => {
    const inbox = name === undefined ? store.inboxes[0] : store.inbox(name);
    if (!inbox) throw new Error(`There is no inbox "${name}"`);
    return inbox;
  };
  return {
    baseUrl: `${loopback.origin}/api/v1`,
    port: loopback.port,
    keys: store.keys,
    rules: (name) => structuredClone(inboxOf(name).rulesByAge()),
    put: (rule, name) => store.put(inboxOf(name), rule),
    requests,
    fault: (text) => faults.add([text]),
    clearFaults: () => faults.clear(),
    close,
  };
}
