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
type HttpRequest = { method: Method; path: string; headers: Record<string, string>; body: string | null };

interface AnswerHead {
  status: number;
  location: string | null;
  retryAfter: string | null;
  /** The header Link; empty if there is none. */
  link: string;
  contentType: string | null;
  /** The header Date, as it came. */
  date: string | null;
}

/** `brokenBy`: why the body is not whole. */
export interface HttpAnswer extends AnswerHead {
  body: Uint8Array;
  brokenBy: TransportFault | null;
}

/** Sends a request. Rejects with a TransportFault alone. `brokenBy`: the body ended early. `closing`: by the client. */
export function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: HttpRequest,
  { timeoutMs, maxBodyBytes }: { timeoutMs: number; maxBodyBytes: number },
  { signal, closing }: { signal: AbortSignal | null; closing: AbortSignal },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    // Null until the request is written to a connection: before that, the service got nothing.
    let controller: Dispatcher.DispatchController | null = null;
    let head: AnswerHead | null = null;
    const chunks: Buffer[] = [];
    let size = 0;

    const end = (fault: TransportFault | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      closing.removeEventListener('abort', onClosing);
      if (head === null || fault?.kind === 'aborted') {
        reject(fault ?? new TransportFault('network', 'no head', controller !== null));
        return;
      }
      // undici frees the connection one immediate later. A request sent before that would open another one.
      const answer = { ...head, body: Buffer.concat(chunks), brokenBy: fault };
      setImmediate(() => setImmediate(resolve, answer));
    };
    const giveUp = (kind: TransportFaultKind) => {
      end(new TransportFault(kind, kind, controller !== null));
      controller?.abort(new Error(kind));
    };
    const onAbort = () => giveUp('aborted');
    const onClosing = () => giveUp('closed');
    const timer = setTimeout(() => giveUp('timeout'), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    closing.addEventListener('abort', onClosing, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Given up while waiting for a connection: do not send it.
        if (isOver) started.abort(new Error('given up'));
        else controller = started;
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) head = headOf(status, headers);
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > maxBodyBytes) giveUp('too-large');
        else chunks.push(chunk);
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(TransportFault.of(error, controller !== null)),
    };
    if (signal?.aborted) onAbort();
    else if (closing.aborted) onClosing();
    else dispatcher.dispatch({ origin, ...request }, handler);
  });
}

function headOf(status: number, headers: Record<string, string | string[] | undefined>): AnswerHead {
  const text = (value: string | string[] | undefined) => (value === undefined ? null : [value].flat().join(', '));
  return {
    status,
    location: text(headers.location),
    retryAfter: text(headers['retry-after']),
    link: text(headers.link) ?? '',
    contentType: text(headers['content-type']),
    date: text(headers.date),
  };
}
