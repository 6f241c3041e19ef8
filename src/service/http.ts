/**
 * The one place that speaks HTTP. One request is one exchange: it is sent once, no redirect is followed, and one
 * timer, from when somebody waits for the answer, covers waiting, connecting, headers and body. What the answer means is
 * decided elsewhere.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Method } from './operation.ts';
import type { SharedAgent } from './origins.ts';
import { type FaultKind, TransportFault } from './transport-fault.ts';

/** `path` from the root of the origin, percent-encoded; `body` is sent as UTF-8. */
interface HttpRequest {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** `brokenBy` tells why the body is not whole. */
export interface HttpAnswer {
  status: number;
  location: string | null;
  retryAfter: string | null;
  /** The header Link, empty where there is none. */
  link: string;
  contentType: string | null;
  /** The header Date. */
  date: string | null;
  body: Uint8Array;
  /** What the body says, where it was read already; the bytes are gone then. */
  json?: unknown;
  brokenBy: TransportFault | null;
}

/** A request that was begun, for an answer that is wanted later. */
export interface Begun {
  /** Once the request is handed to the system, or is over. */
  sent: Promise<void>;
  /** Called once, when the answer is awaited: what was done meanwhile does not count as waiting for it. */
  answer(): Promise<HttpAnswer>;
}

export interface Transport {
  send(request: HttpRequest, signal: AbortSignal | null): Promise<HttpAnswer>;
  /** `onAnswer` is told the answer as soon as it is there, wanted or not. */
  begin(request: HttpRequest, onAnswer: (answer: HttpAnswer) => void): Begun;
  close(): Promise<void>;
}

export interface TransportOptions {
  origin: string;
  timeoutMs: number;
  maxBodyBytes: number;
  connections: number | null;
  /** Of all that share connections. */
  agents: Map<string, SharedAgent>;
}

// The service closes a connection after 5 s without a request (measured).
const KEEP_ALIVE_MS = 3_000;

/**
 * Opens connections to `origin` as requests need them: at most `connections`, null for as many as there are requests
 * at a time. `send` rejects with a TransportFault and nothing else; once the head of an answer is there it resolves,
 * with `brokenBy` if the body ends early, unless the signal ends it. `close` ends every request of this transport, and
 * every connection, idle or not, that no other transport shares.
 */
export function openTransport({ origin, timeoutMs, maxBodyBytes, connections, agents }: TransportOptions): Transport {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  // An import of Node's own module would cost seven times as much time at the start (measured on Node 22 and 24).
  const { Agent, request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const key = JSON.stringify([origin, connections]);
  const shared = agents.get(key) ?? {
    agent: new Agent({
      keepAlive: true,
      timeout: KEEP_ALIVE_MS,
      maxSockets: connections ?? Number.POSITIVE_INFINITY,
    }),
    open: new WeakSet<Socket>(),
    users: 0,
  };
  agents.set(key, shared);
  shared.users++;
  const { agent, open } = shared;
  // A list: the tables that a Set grows out of keep alive what was in them, which is 12 kB for each request (measured).
  const underWay: Exchange[] = [];
  const onEnd = (one: Exchange): void => {
    const at = underWay.indexOf(one);
    const last = at === -1 ? one : underWay.pop();
    if (last !== undefined && last !== one) underWay[at] = last;
  };
  let isClosed = false;
  const exchangeOf = (
    { method, path, headers, body }: HttpRequest,
    ends: Pick<ExchangeOptions, 'resolve' | 'reject' | 'onSent'>,
    signal: AbortSignal | null,
  ): Exchange | null => {
    if (isClosed) {
      ends.reject(new TransportFault('closed', 'closed', { sent: false }));
      return null;
    }
    const exchange = new Exchange({ ...ends, onEnd, maxBodyBytes, timeoutMs, signal });
    if (exchange.over) return exchange;
    underWay.push(exchange);
    // In a URL an IPv6 address has brackets.
    const host = hostname.replace(/^\[|\]$/g, '');
    exchange.begin(request({ agent, host, port, method, path, headers }), body, { isSecure, open });
    return exchange;
  };
  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        exchangeOf(request, { resolve, reject, onSent: () => {} }, signal)?.startClock();
      }),
    begin(request, onAnswer) {
      let exchange: Exchange | null = null;
      let onSent = () => {};
      const sent = new Promise<void>((resolve) => {
        onSent = resolve;
      });
      const answer = new Promise<HttpAnswer>((resolve, reject) => {
        exchange = exchangeOf(request, { resolve, reject, onSent }, null);
      });
      // It may be that nobody wants the answer any more.
      answer.then((came) => {
        onSent();
        onAnswer(came);
      }, onSent);
      return {
        sent,
        answer: () => {
          exchange?.startClock();
          return answer;
        },
      };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const exchange of [...underWay]) exchange.close();
      shared.users--;
      if (shared.users > 0) return;
      agents.delete(key);
      agent.destroy();
    },
  };
}

interface ExchangeOptions {
  resolve(answer: HttpAnswer): void;
  reject(fault: TransportFault): void;
  onSent(): void;
  onEnd(exchange: Exchange): void;
  maxBodyBytes: number;
  timeoutMs: number;
  signal: AbortSignal | null;
}

interface Connections {
  isSecure: boolean;
  open: WeakSet<Socket>;
}

class Exchange {
  over = false;
  #sent = false;
  #request: ClientRequest | null = null;
  #head: Omit<HttpAnswer, 'body' | 'brokenBy'> | null = null;
  /** Made at once where its size is told: chunks and the whole take twice the memory. */
  #whole: Buffer | null = null;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  readonly #options: ExchangeOptions;
  #timer: NodeJS.Timeout | undefined;
  readonly #onAbort = () => this.#giveUp('aborted');

  constructor(options: ExchangeOptions) {
    this.#options = options;
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#onAbort();
  }

  /** `open`: the connections that were made already; nothing can have been sent before. */
  begin(request: ClientRequest, body: string | null, { isSecure, open }: Connections): void {
    this.#request = request;
    request.on('socket', (socket) => {
      const onOpen = () => {
        open.add(socket);
        this.#sent = true;
      };
      if (open.has(socket)) onOpen();
      else socket.once(isSecure ? 'secureConnect' : 'connect', onOpen);
    });
    request.on('finish', () => this.#options.onSent());
    request.on('response', (response) => this.#onResponse(response));
    request.on('error', (error) => this.#end(TransportFault.of(error, this.#sent)));
    request.end(body ?? undefined);
  }

  close(): void {
    this.#giveUp('closed');
  }

  /** Somebody waits for the answer from now on. */
  startClock(): void {
    if (!this.over) this.#timer = setTimeout(() => this.#giveUp('timeout'), this.#options.timeoutMs);
  }

  #onResponse(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    this.#head = {
      status: statusCode,
      location: headers.location ?? null,
      retryAfter: headers['retry-after'] ?? null,
      link: [headers.link ?? []].flat().join(', '),
      contentType: headers['content-type'] ?? null,
      date: headers.date ?? null,
    };
    const told = Number(headers['content-length'] ?? Number.NaN);
    if (told <= this.#options.maxBodyBytes) this.#whole = Buffer.allocUnsafeSlow(told);
    response.on('data', (chunk: Buffer) => this.#onData(chunk));
    response.on('end', () => this.#end(null));
    response.on('error', (error) => this.#end(TransportFault.of(error, true)));
  }

  #onData(chunk: Buffer): void {
    const begin = this.#size;
    this.#size += chunk.length;
    if (this.#size > this.#options.maxBodyBytes) this.#giveUp('too-large');
    else if (this.#whole === null) this.#chunks.push(chunk);
    else chunk.copy(this.#whole, begin);
  }

  #giveUp(kind: FaultKind): void {
    this.#end(new TransportFault(kind, kind, { sent: this.#sent }));
    this.#request?.destroy();
  }

  #end(fault: TransportFault | null): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.#timer);
    const { resolve, reject, onEnd, signal } = this.#options;
    signal?.removeEventListener('abort', this.#onAbort);
    onEnd(this);
    const lost = fault ?? new TransportFault('network', 'no head', { sent: this.#sent });
    if (this.#head === null || fault?.kind === 'aborted') {
      reject(lost);
      return;
    }
    const body = this.#whole?.subarray(0, this.#size) ?? Buffer.concat(this.#chunks);
    this.#whole = null;
    const answer = { ...this.#head, body, brokenBy: fault };
    // The connection is free an immediate after the end; whoever sends at once would open another one.
    setImmediate(resolve, answer);
  }
}
