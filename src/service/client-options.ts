/** The options of a client, as the library has them: its types reach no package. */
import type { HttpProxy } from './proxy.ts';

export interface ClientOptions {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Hides what no message may show besides the key, of a name only what it is in full; nothing if left out. */
  redact?: (text: string, isName?: boolean) => string;
  /** Allows http:// to another machine than this one. */
  allowHttp?: boolean;
  /**
   * How long one request may take, connecting and body included; if left out 60,000 ms, and 120,000 ms for a write that brings
   * a label: where the mail provider limits requests the service answers one after 79 s (measured).
   */
  timeoutMs?: number;
  /** How many times a read is repeated; 3 if left out. */
  retryReads?: number;
  /** How long the waiting for those repeats may take, timeouts included; 120,000 ms if left out. */
  retryForMs?: number;
  /** Whether a read that is answered 429 or 5xx is repeated for all that time, however often; not if left out. */
  patient?: boolean;
  /** How many connections there may be at once; as many as requests if left out. */
  connections?: number;
  /** An HTTP proxy to go through, as proxyFor gives it; none if left out. */
  proxy?: HttpProxy | null;
  /** The largest body that is read, in bytes; 256 MiB if left out. */
  maxBodyBytes?: number;
  /** Chance for the pauses between repeats: from 0 to below 1; Math.random if left out. */
  random?: () => number;
  /** Waits `ms`, or less once the signal is aborted; by a timer if left out. */
  sleep?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}
