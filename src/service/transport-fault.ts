/** Why no whole answer came. Apart from what sends, so that everyone may tell one when it comes. */

export type FaultKind = 'timeout' | 'network' | 'aborted' | 'too-large' | 'closed';

/** `code` is the system's or Node's; `sent` whether any of the request may have reached the service. */
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

  /** An error of undici or of the system as a fault. */
  static of(error: Error, sent: boolean): TransportFault {
    // What is not HTTP at all has no code.
    const own = error.name === 'HTTPParserError' ? 'HPE_INVALID' : null;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : own;
    return new TransportFault('network', error.message, { code, sent });
  }
}
