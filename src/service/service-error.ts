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

export interface ServiceErrorFacts {
  kind: ServiceErrorKind;
  message: string;
  request: ServiceRequest;
  /** The HTTP status, or null where no answer came. */
  status?: number | null;
  /** The service's code (API spec 7), else the one that the status stands for; for `network` the system's code. */
  code?: string | null;
  /** What the service said. */
  detail?: string | null;
  /** The service's own hint. */
  hint?: string | null;
  reason?: Reason | null;
  /** What to do about it. */
  remedy?: string | null;
  /** How long the service asked to wait, in ms, from Retry-After. */
  retryAfterMs?: number | null;
  /** The name of the other rule, where `reason` is `overlap`. */
  conflictsWith?: string | null;
  /** A write that may have been carried out: to be resolved by reading. */
  outcomeUnknown?: boolean;
}

/**
 * A failed operation. `message` says whole what was asked and what came back; `remedy` what to do. The API key is in
 * none of the texts, also where the service repeats it.
 */
export class ServiceError extends Error {
  declare readonly kind: ServiceErrorKind;
  declare readonly request: ServiceRequest;
  declare readonly status: number | null;
  declare readonly code: string | null;
  declare readonly detail: string | null;
  declare readonly hint: string | null;
  declare readonly reason: Reason | null;
  declare readonly remedy: string | null;
  declare readonly retryAfterMs: number | null;
  declare readonly conflictsWith: string | null;
  declare readonly outcomeUnknown: boolean;

  /** Takes the facts as they are; what is left out is null, and `outcomeUnknown` false. */
  constructor(facts: ServiceErrorFacts) {
    super(facts.message);
    Object.assign(this, NOTHING_KNOWN, facts, { name: 'ServiceError' });
  }
}

const NOTHING_KNOWN = {
  status: null,
  code: null,
  detail: null,
  hint: null,
  reason: null,
  remedy: null,
  retryAfterMs: null,
  conflictsWith: null,
  outcomeUnknown: false,
};
