/** The commands of an execution and the events that it is told. Times are ms of one clock that never runs backwards. */
import type { Failure } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import { isTemporary } from '../../service/retry.ts';
import { ServiceError } from '../../service/service-error.ts';
import { failureOf } from '../failure.ts';
import type { Item, Write } from './item.ts';

export type Command =
  | { kind: 'read' }
  | { kind: 'write'; item: Item; write: Write }
  /** Nothing can be sent before this time. */
  | { kind: 'wait'; until: number; why: 'retry' | 'unreachable' }
  /** Requests under way must end first. */
  | { kind: 'idle' }
  | { kind: 'finished' };

export type Event =
  | { kind: 'wrote'; item: Item; outcome: WriteOutcome }
  | { kind: 'read'; rules: readonly LiveRule[]; sentAt: number }
  /** The read failed. `retryAfterMs`: how long to wait at least before the next one; null if no other can succeed. */
  | { kind: 'unread'; failure: Failure; retryAfterMs: number | null };

/** What the answer to a write means for the change that it carries. `retryAfterMs`: what the service asked to wait, or 0. */
export type WriteOutcome =
  /** Carried out; the rule as the answer shows it, if it does. */
  | { kind: 'made'; rule: LiveRule | null }
  /** Not carried out: too many requests. */
  | { kind: 'throttled'; failure: Failure; retryAfterMs: number }
  /** The request never reached the service, such as when no connection could be made. It is safe to send again. */
  | { kind: 'unsent'; failure: Failure }
  /** No usable answer to a request that was at least partly sent (see `outcomeUnknown` in service/failure.ts): a read must find out. */
  | { kind: 'unknown'; failure: Failure; retryAfterMs: number }
  /** Rejected because another rule is in the way. `with`: its name, if the service gave it. */
  | { kind: 'conflict'; failure: Failure; with: string | null }
  /** The rule is not there. */
  | { kind: 'gone'; failure: Failure }
  /** Every other request of this account would fail the same way: the key or the address is wrong. */
  | { kind: 'stop'; failure: Failure }
  /** Rejected for this change alone, usually with a 4xx. */
  | { kind: 'rejected'; failure: Failure };

/** Reasons that stop an account at once, because every later request would get the same answer. */
const HOPELESS = new Set(['key', 'scope', 'account', 'mailbox']);

/** With another status, a page comes from a proxy or firewall, and may be about this rule alone. */
const WRONG_ADDRESS = new Set([404, 405]);

/** What an error thrown by a write means. Throws it again if it is not from the service or the network. */
export function writeOutcome(error: unknown): Exclude<WriteOutcome, { kind: 'made' }> {
  const failure = failureOf(error);
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, reason, outcomeUnknown, conflictsWith } = error;
  const retryAfterMs = error.retryAfterMs ?? 0;
  if (status === 429) return { kind: 'throttled', failure, retryAfterMs };
  const isWrongAddress = reason === 'base-url' && WRONG_ADDRESS.has(status ?? 0);
  if (status === 401 || kind === 'redirect' || HOPELESS.has(reason ?? '') || isWrongAddress) {
    return { kind: 'stop', failure };
  }
  if (outcomeUnknown) return { kind: 'unknown', failure, retryAfterMs };
  if (reason === 'overlap') return { kind: 'conflict', failure, with: conflictsWith };
  if (status === 404) return { kind: 'gone', failure };
  if (kind === 'network' || kind === 'timeout') return { kind: 'unsent', failure };
  return { kind: 'rejected', failure };
}

/** What an error thrown by a read means. Throws it again if it is not from the service or the network. */
export function unread(error: unknown): Extract<Event, { kind: 'unread' }> {
  const failure = failureOf(error);
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, retryAfterMs } = error;
  const mayPass = ['network', 'timeout', 'unreadable'].includes(kind) || status === 429 || isTemporary(status ?? 0);
  return { kind: 'unread', failure, retryAfterMs: mayPass ? (retryAfterMs ?? 0) : null };
}

/** How long a service that answered 429 asked to wait, in ms; null for any other answer. */
export function throttledFor(event: Event): number | null {
  if (event.kind === 'wrote') return event.outcome.kind === 'throttled' ? event.outcome.retryAfterMs : null;
  return event.kind === 'unread' && event.failure.status === 429 ? event.retryAfterMs : null;
}
