/** The connections of a run, which its clients share. The first request loads undici and opens them. */
import type { Socket } from 'node:net';
import type { Dispatcher, Pool } from 'undici';

// The service closes a connection after 5 s without a request (measured).
const KEEP_ALIVE_MS = 3_000;

export class Connections {
  readonly #most: number | null;
  readonly #opened = new Map<string | null, Promise<Dispatcher>>();
  readonly #connecting = new Set<Socket>();

  /** `most`: the most connections to an origin at once; null for one for each request. */
  constructor(most: number | null = null) {
    this.#most = most;
  }

  /** The dispatcher that sends requests through the proxy at this URL, or directly. */
  through(proxy: string | null): Promise<Dispatcher> {
    const opened = this.#opened.get(proxy) ?? this.#open(proxy);
    this.#opened.set(proxy, opened);
    return opened;
  }

  /** Ends all requests under way and all connections, also those still being made. */
  async close(): Promise<void> {
    const all = await Promise.all(this.#opened.values());
    this.#opened.clear();
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
    for (const socket of this.#connecting) socket.destroy();
  }

  async #open(proxy: string | null): Promise<Dispatcher> {
    const options = {
      connections: this.#most,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // Our own timer covers the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    if (proxy !== null) {
      const { Pool, ProxyAgent } = await import('undici');
      const clientFactory = (origin: URL, of: object) => ending(new Pool(origin, of));
      return new ProxyAgent({ ...options, uri: proxy, proxyTunnel: false, clientFactory });
    }
    const [{ default: Agent }, { default: buildConnector }] = await Promise.all([
      import('undici/lib/dispatcher/agent.js'),
      import('undici/lib/core/connect.js'),
    ]);
    const connector = buildConnector({});
    // When destroyed, undici leaves connections that are still being made.
    const connect: typeof connector = (to, callback) => {
      const socket = connector(to, (...ended) => {
        this.#connecting.delete(socket);
        callback(...ended);
      }) as unknown as Socket;
      this.#connecting.add(socket);
    };
    return new Agent({ ...options, connect });
  }
}

/** If a proxy hangs up, undici reconnects without end, unless the error has another code (measured). */
function ending(pool: Pool): Pool {
  const connect = pool.connect.bind(pool) as (to: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  const once = (to: Dispatcher.ConnectOptions) =>
    connect(to).catch((error: Error & { code?: string }) => {
      throw error.code === 'UND_ERR_SOCKET' ? Object.assign(error, { code: 'ECONNRESET' }) : error;
    });
  return Object.assign(pool, { connect: once });
}
