/**
 * One change on its way through an apply, as an explicit state machine:
 *
 *     waiting -> [checking ->] sending -> done | failed | refused (the rule is gone)
 *                               |-> presumed -> done | refused (the last read shows the rule, or that it is gone)
 *                               |-> unknown -> done | waiting (not made) | failed | refused
 *                               |-> waiting (not made: throttled, no connection, another rule in the way)
 *     waiting | checking -> refused | failed | skipped | held | not-tried
 *     waiting | checking | refused | failed | skipped -> unknown (a later read shows an unanswered write)
 *
 * A field that has a meaning in one state only is part of that state. The other fields of `Item` outlive their state.
 *
 * An unanswered write may still be carried out by the service. Its change becomes `unknown`, the next read shows whether
 * it was made, and a write that was not made is sent again. A later read may still show it after the change has ended:
 * then the change counts as made.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { RuleBody } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';

/** A write to be sent for a change. */
export type Write =
  | { op: 'create'; body: RuleBody }
  | { op: 'replace'; id: string; body: RuleBody }
  | { op: 'delete'; id: string };

/** Times are in ms. */
export type State =
  /** To be sent, not before this time. */
  | { phase: 'waiting'; notBefore: number }
  /** To be sent after a fresh read: one that is sent after this time. */
  | { phase: 'checking'; since: number }
  /** `progress`: how many writes of the account had been made when this was sent. */
  | { phase: 'sending'; write: Write; progress: number }
  /** Nobody knows whether the write was carried out. A read sent after `since` tells; if not, it is sent from `notBefore` on. */
  | { phase: 'unknown'; write: Write; since: number; notBefore: number }
  /** A replace succeeded, but its answer did not show the rule of this id: the last read checks it. */
  | { phase: 'presumed'; id: string }
  | End;

/** How a change ended. A later read that shows an unanswered write makes it `done`. */
export type End =
  /** `createdId`: the id that the service gave to a created rule. */
  | { phase: 'done'; createdId: string | null }
  /** The apply itself gave it up, before it was sent or after the service found its rule gone. `code`: why. */
  | { phase: 'refused'; code: string }
  /** `failure`: what the service said, if it said anything. */
  | { phase: 'failed'; failure: Failure | null; found: Step['found'] }
  | { phase: 'skipped' | 'held' | 'not-tried' };

type Phase = State['phase'];

const NOT_DONE: readonly Phase[] = ['refused', 'failed', 'skipped', 'held', 'not-tried'];
const ENDS: readonly Phase[] = ['done', ...NOT_DONE];
const SENDABLE: readonly Phase[] = ['waiting', 'checking'];
/** Where a change that is not under way may go. */
const ONWARD: readonly Phase[] = ['checking', 'sending', 'unknown', ...NOT_DONE];

const TRANSITIONS: Record<Phase, readonly Phase[]> = {
  waiting: ONWARD,
  checking: ONWARD,
  sending: ['done', 'unknown', 'presumed', 'waiting', 'refused', 'failed'],
  unknown: ['done', 'waiting', 'refused', 'failed'],
  presumed: ['done', 'refused'],
  done: [],
  refused: ['unknown'],
  failed: ['unknown'],
  skipped: ['unknown'],
  held: [],
  'not-tried': [],
};

export interface Item {
  readonly work: Work;
  state: State;
  /** The last answer that said another rule is in the way. Retried when more than `progress` writes were made. */
  conflict: { failure: Failure; with: string | null; progress: number } | null;
  /** When it first failed for a temporary reason, in ms, and how often it has failed so. */
  setbacks: { since: number; count: number } | null;
  checks: number;
  /** Writes that nobody, or only a gateway, answered and that no read has shown to be made: the service may still carry them out. */
  unanswered: readonly Write[];
  doubt: Failure | null;
  /** The id that a create was answered with, although the answer did not show the rule that was sent. */
  answeredId: string | null;
}

/** A change that waits to be sent. */
export function itemOf(work: Work): Item {
  return {
    work,
    state: { phase: 'waiting', notBefore: 0 },
    conflict: null,
    setbacks: null,
    checks: 0,
    unanswered: [],
    doubt: null,
    answeredId: null,
  };
}

/** Moves a change to its next state. Throws if the transition is not allowed: a bug in inboxctl. */
export function move(item: Item, to: State): void {
  const from = item.state.phase;
  if (!TRANSITIONS[from].includes(to.phase)) throw new Error(`A change cannot go from ${from} to ${to.phase}`);
  item.state = to;
}

/** Whether a change is neither under way nor ended: it may be sent. */
export function isSendable({ state }: Item): boolean {
  return SENDABLE.includes(state.phase);
}

/** Until when a change is not sent, in ms. */
export function pausedUntil({ state }: Item): number {
  return 'notBefore' in state ? state.notBefore : 0;
}

export function hasEnded(item: Item): item is Item & { state: End } {
  return ENDS.includes(item.state.phase);
}

/** Whether it has ended or is presumed to be done, so that others need not wait for it. */
export function isSettled(item: Item): boolean {
  return hasEnded(item) || item.state.phase === 'presumed';
}

/** The end of a change as it is reported. */
export function stepOf(item: Item): Step {
  if (!hasEnded(item)) throw new Error(`A change that is ${item.state.phase} has not ended`);
  const { state } = item;
  const { change } = item.work;
  const status = state.phase;
  if (state.phase === 'refused') return { change: { ...change, refused: state.code }, planned: change, status };
  if (state.phase === 'done' && state.createdId !== null) return { change, status, createdId: state.createdId };
  if (state.phase !== 'failed') return { change, status };
  const { failure, found } = state;
  return { change, status, ...(failure === null ? {} : { error: failure }), ...(found === undefined ? {} : { found }) };
}
