/** The one error that every failed operation ends in. */
import type { Method, Operation } from './operation.ts';

/**
 * - `http`: the service answered with an error status;
 * - `redirect`: a 3xx, which is never followed;
 * - `timeout`: no whole answer within the time that one request may take;
 * - `network`: no connection, or one that broke;
 * - `unreadable`: a success whose body cannot be used, or an answer that is too large;
 * - `shape`: a read whose JSON does not fit API spec 2;
 * - `aborted`: the caller's signal;
 * - `not-sent`: an id that no path can carry, or a client that was closed.
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
 * Why the service refused, where it can be known, for callers that decide by it:
 * the key is missing, wrong or expired (`key`), has not the scope (`scope`) or no inbox account (`account`); the
 * mailbox is disconnected (`mailbox`); the plan has not the feature (`plan`); the deployment has it switched off
 * (`feature-off`); another rule has the sender (`overlap`); the messaging channel does not exist (`channel`); the
 * rule does not exist (`no-such-rule`); something else than the API answers (`base-url`); too many requests
 * (`rate-limit`); a list of rules may not be the whole list (`partial`).
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
export interface ServiceRequest {
  operation: Operation;
  method: Method;
  path: string;
}

export type ServiceErrorFacts = Pick<ServiceError, 'kind' | 'message' | 'request'> &
  Partial<Omit<ServiceError, keyof Error>>;

/**
 * A failed operation. `message` says whole what was asked and what came back; `remedy` what to do. The API key is in
 * none of the texts, also where the service repeats it.
 */
export class ServiceError extends Error {
  declare readonly kind: ServiceErrorKind;
  declare readonly request: ServiceRequest;
  /** The HTTP status, or null where no answer came. */
  readonly status: number | null = null;
  /** The service's code (API spec 7), else the one that the status stands for; for `network` the system's code. */
  readonly code: string | null = null;
  /** What the service said. */
  readonly detail: string | null = null;
  /** The service's own hint. */
  readonly hint: string | null = null;
  readonly reason: Reason | null = null;
  /** What to do about it. */
  readonly remedy: string | null = null;
  /** How long the service asked to wait, in ms, from Retry-After. */
  readonly retryAfterMs: number | null = null;
  /** The name of the other rule, where `reason` is `overlap`. */
  readonly conflictsWith: string | null = null;
  /** A write that may have been carried out: to be resolved by reading. */
  readonly outcomeUnknown: boolean = false;

  constructor(facts: ServiceErrorFacts) {
    super(facts.message);
    Object.assign(this, facts, { name: 'ServiceError' });
  }
}
