/**
 * The sandbox's service with a witness: every request is known by the run that sent it, every read and every effect is
 * written down in its order, and things can be made to happen at chosen requests. Made of the sandbox's own parts, since
 * from outside neither the moment of an effect nor that of a read can be told.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Inbox } from '../../../src/sandbox/inbox.ts';
import { fullKey } from '../../../src/sandbox/key.ts';
import { listenOnLoopback } from '../../../src/sandbox/loopback.ts';
import { PROFILES, type ProfileName } from '../../../src/sandbox/profiles.ts';
import { type RouteStep, routes } from '../../../src/sandbox/routes.ts';
import { changesOfSeed } from '../../../src/sandbox/seed.ts';
import { Store, type StoreOptions } from '../../../src/sandbox/store.ts';
import type { WireRule } from '../../../src/sandbox/wire.ts';
import { Faults } from '../sandbox/faults.ts';
import { seenBy, spoiled } from '../sandbox/spoiling.ts';
import { type Asked, type Entry, type Truths, truthOf } from './log.ts';

/** When something can happen at a request: before anything, between its checks and its effect, before it is answered. */
export type Point = 'arrives' | 'between' | 'answered';

/** Whoever sends requests, known by a key of its own. */
export interface Client {
  run: number;
  key: string;
  /** How many were sent. */
  requests: number;
  /** What it sends after that does not happen, and what is under way is not answered. */
  dead: boolean;
  /** What is to happen at a request. */
  at: (point: Point, asked: Asked) => Promise<void>;
}

export interface Witness {
  baseUrl: string;
  store: Store;
  inbox: Inbox;
  faults: Faults;
  log: readonly Entry[];
  /** What is live now. */
  truths: () => Truths;
  note: (entry: Entry) => void;
  /** Whoever is not announced meets no fault and is not written down. */
  announce: (client: Client) => void;
  /** Ends all connections of a client that is dead. */
  hangUp: (client: Client) => void;
  close: () => Promise<void>;
}

const INBOX = 'default';
/** The key of whoever looks on. */
export const ONLOOKER = 'key-of-the-onlooker';

export async function witness(profileName: ProfileName): Promise<Witness> {
  const profile = PROFILES[profileName];
  const log: Entry[] = [];
  const asking = new AsyncLocalStorage<Asked>();
  let truths: Truths = new Map();
  const wrote = (id: string, after: WireRule | null) => {
    const by = asking.getStore() ?? null;
    const before = truths.get(id) ?? null;
    const truth = after === null ? null : truthOf(after);
    const next = new Map(truths);
    if (truth === null) next.delete(id);
    else next.set(id, truth);
    truths = next;
    log.push({ kind: 'wrote', by, id, before, after: truth, truths });
  };
  const options: StoreOptions = {
    profile,
    now: Date.now,
    random: Math.random,
    changed: wrote,
  };
  const store = new (class extends Store {
    override list(inbox: Inbox): WireRule[] {
      const asked = asking.getStore();
      if (asked !== undefined) log.push({ kind: 'read', truths, ...asked });
      return super.list(inbox);
    }
  })(options);
  for (const change of changesOfSeed({}, options)) store.apply(change);
  store.apply({ op: 'key', key: { ...fullKey(INBOX), key: ONLOOKER } });
  const inbox = store.inbox(INBOX);
  if (inbox === null) throw new Error('There is no inbox');

  const clients = new Map<string, Client>();
  const sockets = new Map<Client, Set<Socket>>();
  const faults = new Faults();
  const spoiling = spoiled(faults, profile, (key) => store.inboxOfKey(key));
  const isKnown = (context: Parameters<RouteStep>[0]) => clients.has(context.req.header('API-Key') ?? '');
  const watching: RouteStep = async (context, next) => {
    const client = clients.get(context.req.header('API-Key') ?? '');
    context.set('pace', async () => {});
    if (client === undefined) return next();
    const { socket } = context.env.incoming;
    sockets.get(client)?.add(socket);
    client.requests += 1;
    const { method, path } = context.req;
    const [, encoded] = /\/rules\/(.+)$/.exec(path) ?? [];
    const id = encoded === undefined ? null : decodeURIComponent(encoded);
    const asked: Asked = { run: client.run, request: client.requests, method, id };
    const reach = async (point: Point) => {
      if (!client.dead) await client.at(point, asked);
      // A request that takes effect after its client gave it up is a limit that docs/limits.md names.
      const isGivenUp = socket.destroyed && point !== 'answered';
      if (!client.dead && !isGivenUp) return;
      socket.destroy();
      await new Promise(() => {});
    };
    if (!client.dead) log.push({ kind: 'asked', ...asked });
    await reach('arrives');
    let between: Promise<void> | null = null;
    const pace = () => {
      between ??= asking.exit(() => reach('between'));
      return between;
    };
    context.set('pace', pace);
    await asking.run(asked, next);
    await pace();
    await reach('answered');
    const { status, fault } = seenBy(context);
    const intact = status >= 200 && status < 300 && (fault === undefined || fault.includes(' slow='));
    log.push({ kind: 'answered', ...asked, status, intact, fault: fault ?? null });
    return;
  };
  const app = routes(store, profile, [
    watching,
    (context, next) => (isKnown(context) ? spoiling(context, next) : next()),
  ]);
  const loopback = await listenOnLoopback(getRequestListener(app.fetch, { overrideGlobalObjects: false }), 0);
  return {
    baseUrl: `${loopback.origin}/api/v1`,
    store,
    inbox,
    faults,
    log,
    truths: () => truths,
    note: (entry) => void log.push(entry),
    announce: (client) => {
      clients.set(client.key, client);
      sockets.set(client, new Set());
      store.apply({ op: 'key', key: { ...fullKey(INBOX), key: client.key } });
    },
    hangUp: (client) => {
      for (const socket of sockets.get(client) ?? []) socket.destroy();
    },
    async close() {
      await loopback.close();
      // Until then Node calls it for every promise of the process, in later tests too.
      asking.disable();
    },
  };
}
