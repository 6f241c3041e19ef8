/**
 * One change on its way through an apply, as an explicit state machine:
 *
 *     waiting -> checking -> sending -> done
 *                               |-> unknown -> done | resolved (it was not made: send it again)
 *                               |-> waiting (not carried out: too many requests, no connection, another rule in the way)
 *     anything not under way -> refused | failed | skipped | held | not-tried
 *     anything after we stopped waiting for its answer -> unknown (a later read shows that the service did it after all)
 *
 * `checking` waits for a read that is fresh enough; `unknown` for one that tells what a lost answer would have told.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import { type Parked, parkedAs } from '../../planning/parking.ts';

type EndStatus = Step['status'];
type Phase = 'waiting' | 'checking' | 'sending' | 'unknown' | 'resolved' | EndStatus;

const ENDS: readonly EndStatus[] = ['done', 'refused', 'failed', 'skipped', 'held', 'not-tried'];
/** Where a change goes that is not under way. */
const ONWARD: readonly Phase[] = ['sending', 'unknown', 'refused', 'failed', 'skipped', 'not-tried'];

const TRANSITIONS: Record<Phase, readonly Phase[]> = {
  waiting: [...ONWARD, 'checking', 'held'],
  resolved: [...ONWARD, 'checking'],
  checking: ONWARD,
  sending: ['done', 'unknown', 'waiting', 'refused', 'failed'],
  unknown: ['done', 'resolved', 'waiting', 'refused', 'failed'],
  done: [],
  refused: ['unknown'],
  failed: ['unknown'],
  skipped: [],
  held: [],
  'not-tried': [],
};

/** A write to be sent for a change. */
export type Write =
  | { op: 'create'; body: RuleBody }
  /** `parking`: not the change itself, but the extra PUT that breaks a cycle. */
  | { op: 'replace'; id: string; body: RuleBody; parking: Parked | null }
  | { op: 'delete'; id: string };

export function isParking(write: Write): write is Extract<Write, { op: 'replace' }> & { parking: Parked } {
  return write.op === 'replace' && write.parking !== null;
}

export interface Item {
  readonly work: Work;
  /** Not a change of the plan: it restores a rule that this run parked for one. */
  readonly unparks: boolean;
  phase: Phase;
  /** The write whose answer is awaited or unknown. */
  write: Write | null;
  /** Writes that nobody answered and that no read has shown to be made: the service may still carry them out. */
  lost: readonly Write[];
  /** What the live rule must be before a write; null where the answer that parked it did not show it. */
  expected: LiveRule | null;
  /** What the live rule has given up for others, also in an earlier run. */
  parked: Parked | null;
  /** What this run sent to park the rule; null where it did not. */
  parkedBody: RuleBody | null;
  /** The service refused to park this rule, or the name of the parked rule is taken. */
  cannotPark: boolean;
  /** When the first passing failure came, in ms, and how many there were. */
  failingSince: number | null;
  failures: number;
  /** Not to be sent again before this time, in ms. */
  notBefore: number;
  /** Since when it waits for a read, in ms, and how many reads it waited for. */
  checkingSince: number;
  checks: number;
  /** How the service refused it because of another rule; tried again once others made progress. */
  conflict: { failure: Failure; with: string | null; progress: number } | null;
  /** How much had been made when it was sent. */
  sentAfter: number;
  /** When its outcome became unknown, in ms. */
  unknownAt: number;
  /** A success that did not show the rule: the change counts as made until a read shows otherwise. */
  presumed: boolean;
  failure: Failure | null;
  /** Why it was refused while the apply ran, as a code. */
  refusal: string | null;
  found: Step['found'];
  /** The id that the service gave to a created rule; until that is done, the one that it answered. */
  createdId: string | null;
}

/** A change that waits to be sent. */
export function itemOf(work: Work): Item {
  return {
    work,
    unparks: false,
    phase: 'waiting',
    write: null,
    lost: [],
    expected: work.live,
    parked: work.live === null ? null : parkedAs(work.live),
    parkedBody: null,
    cannotPark: false,
    failingSince: null,
    failures: 0,
    notBefore: 0,
    checkingSince: 0,
    checks: 0,
    conflict: null,
    sentAfter: 0,
    unknownAt: 0,
    presumed: false,
    failure: null,
    refusal: null,
    found: undefined,
    createdId: null,
  };
}

/** Moves a change on. Throws where the machine has no such way: a bug of ours. */
export function move(item: Item, to: Phase): void {
  if (!TRANSITIONS[item.phase].includes(to)) throw new Error(`A change cannot go from ${item.phase} to ${to}`);
  item.phase = to;
}

export function hasEnded({ phase }: Item): boolean {
  return ENDS.includes(phase as EndStatus);
}

/** Whether a change is neither under way nor ended: it may be sent. */
export function isUnsent({ phase }: Item): boolean {
  return phase === 'waiting' || phase === 'resolved' || phase === 'checking';
}

/** Whether nothing more is expected of it, so that others need not wait for it. */
export function isSettled(item: Item): boolean {
  return hasEnded(item) || (item.phase === 'unknown' && item.presumed);
}

/** The end of a change as it is reported. */
export function stepOf({ work: { change }, phase, failure, refusal, found }: Item): Step {
  if (!ENDS.includes(phase as EndStatus)) throw new Error(`A change that is ${phase} has not ended`);
  return {
    change: refusal === null ? change : { ...change, refused: refusal },
    status: phase as EndStatus,
    // A failure that passed is not why a change was refused, or not tried.
    ...(failure === null || phase !== 'failed' ? {} : { error: failure }),
    ...(found === undefined ? {} : { found }),
  };
}
