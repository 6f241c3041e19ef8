import type { Method, Operation } from './operation.ts';

/**
 * `http`: an error status. `redirect`: a 3xx, which is never followed. `timeout`: no whole answer in time. `network`: no
 * connection, or a broken one. `unreadable`: a success with an unusable body, or an answer that is too large. `shape`: a read
 * with JSON that does not fit API spec 2. `aborted`: by the caller's signal. `not-sent`: an id that cannot be in a path, or a
 * closed client.
 */
export type ServiceErrorKind =
  | 'http'
  | 'redirect'
  | 'timeout'
  | 'network'
  | 'unreadable'
  | 'shape'
  | 'aborted'
  | 'not-sent';

/**
 * Why the service refused: a missing, wrong or expired key (`key`), a key without the scope (`scope`) or an inbox (`account`), a
 * disconnected mailbox (`mailbox`), a feature that the plan lacks (`plan`) or the deployment disabled (`feature-off`),
 * another rule with the same sender (`overlap`), an unknown messaging channel (`channel`) or rule (`no-such-rule`), an answer
 * that is not from the API (`base-url`), too many requests (`rate-limit`), or a list that may lack rules (`partial`).
 */
export type Reason =
  | 'key'
  | 'scope'
  | 'account'
  | 'mailbox'
  | 'plan'
  | 'feature-off'
  | 'overlap'
  | 'channel'
  | 'no-such-rule'
  | 'base-url'
  | 'rate-limit'
  | 'partial';

/** What failed. `path` is below the base URL, with ids percent-encoded. */
export type ServiceRequest = { operation: Operation; method: Method; path: string };

export type ServiceErrorFacts = Pick<ServiceError, 'kind' | 'message' | 'request'> &
  Partial<Omit<ServiceError, keyof Error>>;

/** A failed operation: what was asked and what came back. No text has the API key, even if the service repeats it. */
export class ServiceError extends Error {
  declare readonly kind: ServiceErrorKind;
  declare readonly request: ServiceRequest;
  /** The HTTP status; null if no answer came. */
  readonly status: number | null = null;
  /** The code of the service (API spec 7), else the code for the status; for `network` the system's code. */
  readonly code: string | null = null;
  /** What the service said, and its hint. */
  readonly detail: string | null = null;
  readonly hint: string | null = null;
  readonly reason: Reason | null = null;
  readonly remedy: string | null = null;
  readonly retryAfterMs: number | null = null;
  /** For `overlap`: the name of the other rule. */
  readonly conflictsWith: string | null = null;
  /** Whether it is a write that may have been carried out. Read the rules to know. */
  readonly outcomeUnknown: boolean = false;

  constructor(facts: ServiceErrorFacts) {
    super(facts.message);
    Object.assign(this, facts, { name: 'ServiceError' });
  }
}
