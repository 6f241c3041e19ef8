/** Why no whole answer came. Loaded without undici, so that everyone may tell one when it comes. */

export type FaultKind = 'timeout' | 'network' | 'aborted' | 'too-large' | 'closed';

/** `code` is the system's or undici's; `sent` whether any of the request may have reached the service. */
export class TransportFault extends Error {
  readonly kind: FaultKind;
  readonly code: string | null;
  readonly sent: boolean;

  constructor(kind: FaultKind, message: string, { code = null, sent }: { code?: string | null; sent: boolean }) {
    super(message);
    this.name = 'TransportFault';
    this.kind = kind;
    this.code = code;
    this.sent = sent;
  }

  /** An error of undici, node:net or node:tls as a fault. */
  static of(error: Error, sent: boolean): TransportFault {
    const code = codeOf(error);
    return new TransportFault(kindOf(code), error.message, { code, sent });
  }
}

// undici gives what is no HTTP a name and, mostly, no code.
function codeOf(error: Error): string | null {
  if (error.name === 'HTTPParserError') return 'HTTPParserError';
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function kindOf(code: string | null): FaultKind {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  return 'network';
}
