/// <reference path="./undici-dispatcher.d.ts" />
/**
 * The one place that speaks HTTP. One request is one exchange: it is sent once, no redirect is followed, and one
 * timer covers waiting, connecting, headers and body. What the answer means is decided elsewhere.
 */
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Method } from './operation.ts';
import { TransportFault } from './transport-fault.ts';

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
  contentType: string | null;
  /** The header Date. */
  date: string | null;
  body: Uint8Array;
  brokenBy: TransportFault | null;
}

export interface Transport {
  send(request: HttpRequest, signal: AbortSignal | null): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  origin: string;
  timeoutMs: number;
  maxBodyBytes: number;
  connections: number | null;
}

// The service closes a connection after 5 s without a request (measured), and undici's timers are up to 1 s late.
const KEEP_ALIVE_MS = 3_000;

/**
 * Opens connections to `origin` as requests need them: at most `connections`, null for as many as there are requests
 * at a time. `send` rejects with a TransportFault and nothing else; once the head of an answer is there it resolves,
 * with `brokenBy` if the body ends early, unless the signal ends it. `close` ends every connection, idle or not.
 */
export function openTransport({ origin, timeoutMs, maxBodyBytes, connections }: TransportOptions): Transport {
  const connecting = new Set<Socket>();
  const connector = connectorOf({ timeout: timeoutMs });
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect(options, callback) {
      const socket = connector(options, (...outcome) => {
        connecting.delete(socket);
        callback(...outcome);
      });
      connecting.add(socket);
    },
  });
  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange({ resolve, reject, maxBodyBytes, timeoutMs, signal });
        if (!exchange.over) pool.dispatch(request, exchange);
      }),
    async close() {
      await pool.destroy();
      // undici leaves a connection that is being made to its own timeout, which would keep the process alive.
      for (const socket of connecting) socket.destroy();
    },
  };
}

interface ExchangeOptions {
  resolve(answer: HttpAnswer): void;
  reject(fault: TransportFault): void;
  maxBodyBytes: number;
  timeoutMs: number;
  signal: AbortSignal | null;
}

class Exchange implements Dispatcher.DispatchHandler {
  over = false;
  #sent = false;
  #head: Omit<HttpAnswer, 'body' | 'brokenBy'> | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.#giveUp(new TransportFault('aborted', 'aborted', { sent: this.#sent }));

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => this.#onTimeout(), options.timeoutMs);
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that was given up while it waited for a connection cannot be taken out of undici's queue.
    if (this.over) {
      controller.abort(new Error('given up'));
      return;
    }
    this.#controller = controller;
    this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#head = {
      status,
      location: first(headers.location),
      retryAfter: first(headers['retry-after']),
      contentType: first(headers['content-type']),
      date: first(headers.date),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.over) return;
    this.#size += chunk.length;
    if (this.#size > this.#options.maxBodyBytes) {
      this.#giveUp(new TransportFault('too-large', 'too large', { sent: true }));
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(TransportFault.of(error, this.#sent));
  }

  #onTimeout(): void {
    this.#giveUp(new TransportFault('timeout', 'timeout', { sent: this.#sent }));
  }

  #giveUp(fault: TransportFault): void {
    this.#end(fault);
    this.#controller?.abort(new Error('given up'));
  }

  #end(fault: TransportFault | null): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    const { resolve, reject } = this.#options;
    const lost = fault ?? new TransportFault('network', 'no head', { sent: this.#sent });
    if (this.#head === null || fault?.kind === 'aborted') {
      reject(lost);
      return;
    }
    const answer = { ...this.#head, body: Buffer.concat(this.#chunks), brokenBy: fault };
    // undici frees the connection an immediate after the end; whoever sends at once would open another one.
    queueMicrotask(() => setImmediate(resolve, answer));
  }
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
