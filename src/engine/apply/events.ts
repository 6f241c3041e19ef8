/** What an execution asks for, and what it is told. Times are ms of one clock that never runs backwards. */
import type { Failure } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import { ServiceError } from '../../service/service-error.ts';
import { failureOf } from '../failure.ts';
import type { Item, Write } from './item.ts';

export type Command =
  /** `isLast`: to compare, when nothing else is left to do. */
  | { kind: 'read'; isLast: boolean }
  | { kind: 'write'; item: Item; write: Write }
  /** Nothing can be sent before this time. */
  | { kind: 'wait'; until: number; why: 'retry' | 'unreachable' }
  /** What is under way must end first. */
  | { kind: 'idle' }
  | { kind: 'finished' };

export type Event =
  | { kind: 'wrote'; item: Item; outcome: WriteOutcome }
  | { kind: 'read'; rules: readonly LiveRule[]; sentAt: number }
  /** `again`: whether reading may work later, and how long the service asked to wait at least, in ms. */
  | { kind: 'unread'; failure: Failure; again: { afterMs: number } | null };

/** What the answer to a write means for the change that it carries. */
export type WriteOutcome =
  /** Carried out; the rule as the answer shows it, if it does. */
  | { kind: 'made'; rule: LiveRule | null }
  /** Not carried out: too many requests. */
  | { kind: 'throttled'; failure: Failure; retryAfterMs: number | null }
  /** It never reached the service. */
  | { kind: 'unsent'; failure: Failure }
  /** It may or may not have been carried out: a read must tell. */
  | { kind: 'unknown'; failure: Failure; retryAfterMs: number | null }
  /** Refused because of another rule, whose name may be known. */
  | { kind: 'conflict'; failure: Failure; with: string | null }
  /** The rule is not there. */
  | { kind: 'gone'; failure: Failure }
  /** No other request of this account can do better: a key or an address that is wrong. */
  | { kind: 'stop'; failure: Failure }
  | { kind: 'refused'; failure: Failure };

/** Reasons that stop an account at once: whatever it sends next is answered the same. */
const HOPELESS = new Set(['key', 'scope', 'account', 'mailbox']);

/** With another status, a page is from something in between, and may be about this rule alone. */
const WRONG_ADDRESS = new Set([404, 405]);

/** What an error thrown by a write means. Throws it again if it is not from the service or the network. */
export function outcomeOf(error: unknown): Exclude<WriteOutcome, { kind: 'made' }> {
  const failure = failureOf(error);
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, reason, retryAfterMs, outcomeUnknown, conflictsWith } = error;
  if (status === 429) return { kind: 'throttled', failure, retryAfterMs };
  const isWrongAddress = reason === 'base-url' && WRONG_ADDRESS.has(status ?? 0);
  if (status === 401 || kind === 'redirect' || HOPELESS.has(reason ?? '') || isWrongAddress) {
    return { kind: 'stop', failure };
  }
  if (outcomeUnknown) return { kind: 'unknown', failure, retryAfterMs };
  if (reason === 'overlap') return { kind: 'conflict', failure, with: conflictsWith };
  if (status === 404) return { kind: 'gone', failure };
  if (kind === 'network' || kind === 'timeout') return { kind: 'unsent', failure };
  return { kind: 'refused', failure };
}

/** Whether reading again may help after an error, and what a 429 asked for. Throws an error that is a bug of ours. */
export function mayReadAgain(error: unknown): {
  again: { afterMs: number } | null;
  throttled: { retryAfterMs: number | null } | null;
} {
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, retryAfterMs } = error;
  const throttled = status === 429 ? { retryAfterMs } : null;
  const passes = kind === 'network' || kind === 'timeout' || kind === 'unreadable' || (status ?? 0) >= 500;
  return { again: throttled !== null || passes ? { afterMs: retryAfterMs ?? 0 } : null, throttled };
}
