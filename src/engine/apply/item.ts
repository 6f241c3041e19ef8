/**
 * One change on its way through an apply, as an explicit state machine:
 *
 *     waiting -> checking -> sending -> done
 *                               |-> presumed -> done (the answer did not show the rule; the last read shows it)
 *                               |-> unknown -> done | resolved (it was not made: send it again)
 *                               |-> waiting (not carried out: too many requests, no connection, another rule in the way)
 *     anything not under way -> refused | failed | skipped | held | not-tried
 *     anything that has a lost write -> unknown -> done (a later read shows that the service made it after all)
 *
 * What is valid in one state only is part of that state. What a change went through outlives its states.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import { type Parked, parkedAs } from '../../planning/parking.ts';

/** A write to be sent for a change. */
export type Write =
  | { op: 'create'; body: RuleBody }
  /** `parking`: not the change itself, but the extra PUT that breaks a cycle. */
  | { op: 'replace'; id: string; body: RuleBody; parking: Parked | null }
  | { op: 'delete'; id: string };

type Parking = Extract<Write, { op: 'replace' }> & { parking: Parked };

export function isParking(write: Write): write is Parking {
  return write.op === 'replace' && write.parking !== null;
}

/** Times are in ms. */
export type State =
  /** To be sent, not before this time. */
  | { phase: 'waiting'; notBefore: number }
  /** To be sent, once a read tells what is live; waits for one that is sent after this time. */
  | { phase: 'checking'; since: number }
  /** `progress`: how much of the account had been made when it was sent. */
  | { phase: 'sending'; write: Write; progress: number }
  /** Its answer did not tell whether the write was carried out: a read that is sent after this time will. */
  | { phase: 'unknown'; write: Write; since: number; notBefore: number }
  /** A replace succeeded, but its answer did not show the rule of this id: it counts as made until the last read. */
  | { phase: 'presumed'; id: string }
  /** A read showed that the write was not carried out: to be sent again, not before this time. */
  | { phase: 'resolved'; notBefore: number }
  | End;

/** How a change ended. A later read may show a lost write of a `refused`, `failed` or `skipped` one: then it is `done`. */
export type End =
  /** `createdId`: the id that the service gave to a created rule. */
  | { phase: 'done'; createdId: string | null }
  /** `code`: why it was not sent while the apply ran. */
  | { phase: 'refused'; code: string }
  /** `failure`: what the service said, if it said anything. */
  | { phase: 'failed'; failure: Failure | null; found: Step['found'] }
  | { phase: 'skipped' | 'held' | 'not-tried' };

type Phase = State['phase'];

const UNMADE: readonly Phase[] = ['refused', 'failed', 'skipped', 'held', 'not-tried'];
const ENDS: readonly Phase[] = ['done', ...UNMADE];
const UNSENT: readonly Phase[] = ['waiting', 'checking', 'resolved'];
/** Where a change that is not under way may go. */
const ONWARD: readonly Phase[] = ['checking', 'sending', 'unknown', ...UNMADE];

const TRANSITIONS: Record<Phase, readonly Phase[]> = {
  waiting: ONWARD,
  checking: ONWARD,
  resolved: ONWARD,
  sending: ['done', 'unknown', 'presumed', 'waiting', 'refused', 'failed'],
  unknown: ['done', 'resolved', 'waiting', 'refused', 'failed'],
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
  /** Not a change of the plan: it unparks a rule that this run parked for one. */
  readonly unparks: boolean;
  /** How an earlier run left the live rule parked; null where it is not. */
  readonly foundParked: Parked | null;

  state: State;

  /** How this run parked the rule; `shown`: the rule as the answer showed it, if it did. */
  parked: { as: Parked; body: RuleBody; shown: LiveRule | null } | null;
  /** The service refused to park this rule, or the name of the parked rule is taken. */
  cannotPark: boolean;
  /** How the service last refused it because of another rule. It is sent again once others made progress. */
  conflict: { failure: Failure; with: string | null; progress: number } | null;
  /** When it was first not carried out for a reason that may pass, in ms, and how often. */
  setbacks: { since: number; count: number } | null;
  /** How many reads it waited for. */
  checks: number;
  /** Writes that nobody answered and that no read has shown to be made: the service may still carry them out. */
  lost: readonly Write[];
  /** Why its outcome was last unknown. */
  doubt: Failure | null;
  /** The id that a create was answered with, although the answer did not show the rule that was sent. */
  answeredId: string | null;
}

/** A change that waits to be sent. */
export function itemOf(work: Work): Item {
  return {
    work,
    unparks: false,
    foundParked: work.live === null ? null : parkedAs(work.live),
    state: { phase: 'waiting', notBefore: 0 },
    parked: null,
    cannotPark: false,
    conflict: null,
    setbacks: null,
    checks: 0,
    lost: [],
    doubt: null,
    answeredId: null,
  };
}

/** Moves a change on. Throws where the machine has no such way: a bug of ours. */
export function move(item: Item, to: State): void {
  const from = item.state.phase;
  if (!TRANSITIONS[from].includes(to.phase)) throw new Error(`A change cannot go from ${from} to ${to.phase}`);
  item.state = to;
}

/** Whether a change is neither under way nor ended: it may be sent. */
export function isUnsent({ state }: Item): boolean {
  return UNSENT.includes(state.phase);
}

/** Until when a change is not sent, in ms. */
export function pausedUntil({ state }: Item): number {
  return 'notBefore' in state ? state.notBefore : 0;
}

function isEnd(state: State): state is End {
  return ENDS.includes(state.phase);
}

export function hasEnded({ state }: Item): boolean {
  return isEnd(state);
}

/** What the live rule has given up for others, also in an earlier run; null where it is not parked. */
export function howParked({ parked, foundParked }: Item): Parked | null {
  return parked?.as ?? foundParked;
}

/** Whether nothing more is expected of it, so that others need not wait for it. */
export function isSettled(item: Item): boolean {
  return hasEnded(item) || item.state.phase === 'presumed';
}

/** The end of a change as it is reported. */
export function stepOf({ work: { change }, state }: Item): Step {
  if (!isEnd(state)) throw new Error(`A change that is ${state.phase} has not ended`);
  const status = state.phase;
  if (state.phase === 'refused') return { change: { ...change, refused: state.code }, status };
  if (state.phase !== 'failed') return { change, status };
  const { failure, found } = state;
  return {
    change,
    status,
    ...(failure === null ? {} : { error: failure }),
    ...(found === undefined ? {} : { found }),
  };
}
