/** The options of a client. The library publishes these types, so they use no package. */
import type { HttpProxy } from './proxy.ts';

export interface ClientOptions extends SharedOptions {
  apiKey: string;
}

/** The options that clients of one service can share. */
export interface SharedOptions {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Hides secrets besides the key in messages; in a name only a secret that is the whole name. Default: nothing. */
  redact?: (text: string, isName?: boolean) => string;
  /** Allow http:// to another machine. */
  allowHttp?: boolean;
  /** The most a request may take. Default: 60 s; 120 s for a write with a label, which can take 79 s (measured). */
  timeoutMs?: number;
  /** How many times a read is repeated. Default: 3. */
  retryReads?: number;
  /** How long all waiting between repeats may take, including timeouts. Default: 120,000 ms. */
  retryForMs?: number;
  /** Whether a read that is answered 429 or 5xx is repeated for all that time, however often. */
  patient?: boolean;
  /** The most connections at once. Default: one for each request. */
  connections?: number;
  /** The HTTP proxy, from proxyFor. Default: none. */
  proxy?: HttpProxy | null;
  /** The largest body that is read, in bytes. Default: 256 MiB. */
  maxBodyBytes?: number;
  /** Randomness for the pauses between repeats, from 0 to below 1. Default: Math.random. */
  random?: () => number;
  /** Waits `ms`, or until the signal is aborted. Default: a timer. */
  sleep?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}
