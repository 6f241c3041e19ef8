/**
 * Which write is sent next:
 *
 * 1. a change that waits for no other;
 * 2. when nothing is under way, one that may be refused because of another rule, one at a time;
 * 3. where all that is left waits for each other, the parking of one rule, else one change fails.
 *
 * Each write is checked against the live rules right before it is sent.
 */
import { parkedBody } from '../../planning/parking.ts';
import { chooseParked, type Dependencies, type Dependency } from './dependencies.ts';
import type { Command } from './events.ts';
import { isExpected, keptBeside, preconditionFailure } from './evidence.ts';
import { type Item, isUnsent, pausedUntil, type Write } from './item.ts';
import type { ChangeQueue, Stage } from './queue.ts';
import type { Reads } from './reads.ts';
import type { LiveSnapshot } from './snapshot.ts';
import type { Writes } from './writes.ts';

/** What is known of an account that writes are chosen from. */
interface SchedulerState {
  queue: ChangeQueue;
  snapshot: LiveSnapshot;
  reads: Reads;
  dependencies: Dependencies;
  writes: Writes;
}

/** `again`: something ended instead, so that the choice is another one. */
type NextCommand = Command | 'again';

export class Scheduler {
  readonly #queue: ChangeQueue;
  readonly #snapshot: LiveSnapshot;
  readonly #reads: Reads;
  readonly #dependencies: Dependencies;
  readonly #writes: Writes;

  constructor({ queue, snapshot, reads, dependencies, writes }: SchedulerState) {
    this.#queue = queue;
    this.#snapshot = snapshot;
    this.#reads = reads;
    this.#dependencies = dependencies;
    this.#writes = writes;
  }

  /** A write, which counts as begun, or why there is none now; null where nothing is left to be sent. */
  next(now: number): NextCommand | null {
    const stage = this.#queue.stage();
    if (stage.find(isUnsent) === undefined) return null;
    const quietUntil = this.#writes.quietUntil(now);
    const item = quietUntil === null ? this.#choose(stage, now) : undefined;
    if (item !== undefined) return this.#begin(item, now);
    if (this.#writes.areUnderWay || this.#reads.isUnderWay) return { kind: 'idle' };
    if (quietUntil !== null) return { kind: 'wait', until: quietUntil, why: 'unreachable' };
    // The others may wait for one whose outcome is unknown.
    if (this.#writes.areUnknown) return null;
    const left = stage.unsent();
    const later = left.map(pausedUntil).filter((time) => time > now);
    if (later.length > 0)
      return { kind: 'wait', until: later.reduce((first, at) => Math.min(first, at)), why: 'retry' };
    return this.#breakFree(left, now);
  }

  #choose(stage: Stage, now: number): Item | undefined {
    const able = (item: Item) =>
      isUnsent(item) && pausedUntil(item) <= now && this.#dependencies.onNames(item).length === 0;
    const free = stage.find(
      (item) => item.conflict === null && able(item) && this.#dependencies.onSenders(item).length === 0,
    );
    if (free !== undefined || this.#writes.areUnderWay) return free;
    const isNews = (item: Item) => item.conflict?.progress !== this.#writes.progress && able(item);
    // What was in its way most likely still is: in a long cycle each would be refused again and again.
    return stage.find((item) => isNews(item) && this.#onSender(item).length === 0) ?? stage.find(isNews);
  }

  /** What has the sender that a change needs, as far as that can be told, or as the service said. */
  #onSender(item: Item): Dependency[] {
    return [...this.#dependencies.onSenders(item), ...this.#dependencies.onConflict(item)];
  }

  #begin(item: Item, now: number): NextCommand {
    if (keptBeside(item, this.#snapshot, this.#dependencies) === 'unmade') {
      this.#queue.leave(item, 'held');
      return 'again';
    }
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    if (this.#writes.landed(item, now)) return 'again';
    const obstacle = preconditionFailure(item, this.#snapshot, this.#dependencies);
    if (obstacle !== null) {
      // Its own lost write may have changed it, and was stored as something else.
      const isUnclear = obstacle === 'changed-meanwhile' && item.lost.length > 0;
      if (obstacle === 'skipped') this.#queue.end(item, { phase: 'skipped' });
      else if (isUnclear) this.#queue.fail(item, item.doubt, 'otherwise');
      else this.#queue.refuse(item, obstacle);
      return 'again';
    }
    const { live, wanted } = item.work;
    if (live === null && wanted !== null) return this.#send(item, { op: 'create', body: wanted });
    if (live !== null && wanted !== null) {
      return this.#send(item, { op: 'replace', id: live.id, body: wanted, parking: null });
    }
    if (live === null) throw new Error('A change without a rule');
    return this.#send(item, { op: 'delete', id: live.id });
  }

  #readFirst(now: number): Command {
    if (this.#reads.isUnderWay) return { kind: 'idle' };
    const { notBefore } = this.#reads;
    if (now < notBefore) return { kind: 'wait', until: notBefore, why: 'unreachable' };
    this.#reads.begin(false);
    return { kind: 'read', isLast: false };
  }

  #send(item: Item, write: Write): Command {
    this.#writes.begin(item, write);
    return { kind: 'write', item, write };
  }

  /** All that is left waits for each other: parks one rule, or ends one change that cannot be made. */
  #breakFree(left: readonly Item[], now: number): NextCommand {
    const wait = chooseParked(left, (item) => [...this.#dependencies.onNames(item), ...this.#onSender(item)]);
    if (wait !== null) return this.#park(wait, now);
    const inTheWay = this.#deleteInTheWay(left);
    if (inTheWay !== null) return this.#begin(inTheWay, now);
    const conflicted = left.find(({ conflict }) => conflict !== null);
    if (conflicted !== undefined) {
      this.#queue.fail(conflicted, conflicted.conflict?.failure ?? null);
      return 'again';
    }
    const [first] = left;
    if (first === undefined) throw new Error('Nothing waits');
    this.#queue.refuse(first, 'name-not-free');
    return 'again';
  }

  /**
   * A delete that has the sender of a change which was refused for it. Not before that: where senders may overlap the
   * change can be made first, and if it fails for another reason its old rule under another name is still there.
   */
  #deleteInTheWay(left: readonly Item[]): Item | null {
    if (this.#queue.isCreateLost) return null;
    const refused = left.filter(({ conflict }) => conflict !== null);
    const waits = refused.flatMap((item) => [
      ...this.#dependencies.onConflict(item),
      ...this.#dependencies.onSenders(item),
    ]);
    return waits.find(({ on }) => on.work.wanted === null && isUnsent(on))?.on ?? null;
  }

  #park({ on: item, by }: Dependency, now: number): NextCommand {
    const { live } = item.work;
    const body = live === null ? null : parkedBody(live, by);
    if (live === null || body === null) throw new Error('Only a live rule can be parked');
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    const current = this.#snapshot.get(live.id);
    const isFree = by === 'sender' || this.#snapshot.named(body.name).every(({ id }) => id === live.id);
    const isAsExpected = current !== null && isExpected(current, item);
    if (isFree && isAsExpected) return this.#send(item, { op: 'replace', id: live.id, body, parking: by });
    if (isAsExpected) item.cannotPark = true;
    else this.#queue.refuse(item, 'changed-meanwhile');
    return 'again';
  }
}
