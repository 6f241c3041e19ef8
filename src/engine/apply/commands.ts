/** What an execution asks for, and what it is told. Times are ms of one clock that never runs backwards. */
import type { Failure } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Item, Write } from './item.ts';
import type { Outcome } from './outcome.ts';

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
  | { kind: 'wrote'; item: Item; outcome: Outcome }
  | { kind: 'read'; rules: readonly LiveRule[]; sentAt: number }
  /** `again`: whether reading may work later, and how long the service asked to wait at least, in ms. */
  | { kind: 'unread'; failure: Failure; again: { afterMs: number } | null };
