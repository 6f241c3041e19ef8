/**
 * Speaks HTTP, with undici. A request is sent once, redirects are not followed, and one timer covers everything from waiting for
 * a connection to the end of the body. What the answer means is decided elsewhere.
 */
import type { Dispatcher } from 'undici';
import type { Method } from './operation.ts';

/** Why no whole answer came. */
export type TransportFaultKind = 'timeout' | 'network' | 'aborted' | 'too-large' | 'closed';

/** `code`: of the system or of Node. `sent`: whether the service may have got any of the request. */
export class TransportFault extends Error {
  readonly kind: TransportFaultKind;
  readonly code: string | null;
  readonly sent: boolean;

  constructor(kind: TransportFaultKind, message: string, sent: boolean, code: string | null = null) {
    super(message);
    this.name = 'TransportFault';
    this.kind = kind;
    this.code = code;
    this.sent = sent;
  }

  /** The fault for an error of undici or of the system. */
  static of(error: Error, sent: boolean): TransportFault {
    // An answer that is not HTTP has no code.
    const own = error.name === 'HTTPParserError' ? 'HPE_INVALID' : null;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : own;
    return new TransportFault('network', error.message, sent, code);
  }
}

/** `path`: from the root of the origin, percent-encoded. */
interface HttpRequest {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

interface AnswerHead {
  status: number;
  location: string | null;
  retryAfter: string | null;
  /** The header Link; empty if there is none. */
  link: string;
  contentType: string | null;
}

/** `brokenBy`: why the body is not whole. */
export interface HttpAnswer extends AnswerHead {
  body: Uint8Array;
  brokenBy: TransportFault | null;
}

/**
 * Sends a request. Rejects with a TransportFault and nothing else. Once the head of an answer came it resolves, with `brokenBy`
 * if the body ends early, unless `signal` aborted it. `closing` is aborted when the client is closed.
 */
export function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: HttpRequest,
  limits: { timeoutMs: number; maxBodyBytes: number },
  signals: { signal: AbortSignal | null; closing: AbortSignal },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const one = new Exchange(resolve, reject, limits.maxBodyBytes);
    const timer = setTimeout(() => one.giveUp('timeout'), limits.timeoutMs);
    const onAbort = () => one.giveUp('aborted');
    const onClosing = () => one.giveUp('closed');
    one.onEnd = () => {
      clearTimeout(timer);
      signals.signal?.removeEventListener('abort', onAbort);
      signals.closing.removeEventListener('abort', onClosing);
    };
    signals.signal?.addEventListener('abort', onAbort, { once: true });
    signals.closing.addEventListener('abort', onClosing, { once: true });
    if (signals.signal?.aborted) onAbort();
    else if (signals.closing.aborted) onClosing();
    else dispatcher.dispatch({ origin, ...request }, one);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  onEnd = () => {};
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (fault: TransportFault) => void;
  readonly #maxBodyBytes: number;
  #over = false;
  /** Null until the request is written to a connection: before that, the service got nothing. */
  #controller: Dispatcher.DispatchController | null = null;
  #head: AnswerHead | null = null;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(resolve: (answer: HttpAnswer) => void, reject: (fault: TransportFault) => void, maxBodyBytes: number) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#maxBodyBytes = maxBodyBytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while waiting for a connection: do not send it.
    if (this.#over) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const text = (value: string | string[] | undefined) => (value === undefined ? null : [value].flat().join(', '));
    this.#head = {
      status,
      location: text(headers.location),
      retryAfter: text(headers['retry-after']),
      link: text(headers.link) ?? '',
      contentType: text(headers['content-type']),
    };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBodyBytes) this.giveUp('too-large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(TransportFault.of(error, this.#controller !== null));
  }

  giveUp(kind: TransportFaultKind): void {
    const controller = this.#controller;
    this.#end(new TransportFault(kind, kind, controller !== null));
    controller?.abort(new Error(kind));
  }

  #end(fault: TransportFault | null): void {
    if (this.#over) return;
    this.#over = true;
    this.onEnd();
    if (this.#head === null || fault?.kind === 'aborted') {
      this.#reject(fault ?? new TransportFault('network', 'no head', this.#controller !== null));
      return;
    }
    // undici frees the connection one immediate later. A request sent before that would open another one.
    const answer = { ...this.#head, body: Buffer.concat(this.#chunks), brokenBy: fault };
    setImmediate(() => setImmediate(this.#resolve, answer));
  }
}
