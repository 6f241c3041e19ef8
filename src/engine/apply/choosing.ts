/**
 * Which write is sent next. What waits for nobody comes first, then what may be refused because of another rule, one at a
 * time. Where all that is left waits for each other one rule steps aside, or one change cannot be made. Each write is
 * checked against the live rules right before it is sent.
 */
import { parkedBody } from '../../planning/parking.ts';
import type { Agenda } from './agenda.ts';
import { toPark, type Wait } from './circles.ts';
import type { Command } from './commands.ts';
import { type Item, isUnsent, type Write } from './item.ts';
import { isExpected, type Known } from './known.ts';
import { objectionTo } from './objections.ts';
import type { Reads } from './reads.ts';
import type { Stage } from './stage.ts';
import type { Waiting } from './waiting.ts';
import type { Writes } from './writes.ts';

/** What is known of an account that writes are chosen from. */
interface State {
  agenda: Agenda;
  known: Known;
  reads: Reads;
  waiting: Waiting;
  writes: Writes;
}

/** `again`: something ended instead, so that the choice is another one. */
type Choice = Command | 'again';

export class Choosing {
  readonly #agenda: Agenda;
  readonly #known: Known;
  readonly #reads: Reads;
  readonly #waiting: Waiting;
  readonly #writes: Writes;

  constructor({ agenda, known, reads, waiting, writes }: State) {
    this.#agenda = agenda;
    this.#known = known;
    this.#reads = reads;
    this.#waiting = waiting;
    this.#writes = writes;
  }

  /** A write, which counts as begun, or why there is none now; null where nothing is left to be sent. */
  next(now: number): Choice | null {
    const stage = this.#agenda.stage();
    if (!stage.hasUnsent) return null;
    const quietUntil = this.#writes.quietUntil(now);
    const item = quietUntil === null ? this.#choose(stage, now) : undefined;
    if (item !== undefined) return this.#begin(item, now);
    if (this.#writes.areUnderWay || this.#reads.isUnderWay) return { kind: 'idle' };
    if (quietUntil !== null) return { kind: 'wait', until: quietUntil, why: 'unreachable' };
    // What is unknown may be what the others wait for.
    if (this.#writes.areUnknown) return null;
    const left = stage.unsent();
    const later = left.map(({ notBefore }) => notBefore).filter((time) => time > now);
    if (later.length > 0)
      return { kind: 'wait', until: later.reduce((first, at) => Math.min(first, at)), why: 'retry' };
    return this.#breakFree(left, now);
  }

  /** What waits for nobody; where nothing is under way also what may be refused because of another rule. */
  #choose(stage: Stage, now: number): Item | undefined {
    const able = (item: Item) =>
      isUnsent(item) && item.notBefore <= now && this.#waiting.onNames(item, this.#known).length === 0;
    const free = stage.find(
      (item) => item.conflict === null && able(item) && this.#waiting.onSenders(item).length === 0,
    );
    if (free !== undefined || this.#writes.areUnderWay) return free;
    const isNews = (item: Item) => item.conflict?.progress !== this.#writes.progress && able(item);
    // What is known to be in its way still most likely is: in a long circle each would be refused again and again.
    return stage.find((item) => isNews(item) && this.#onSender(item).length === 0) ?? stage.find(isNews);
  }

  /** What has the sender that a change needs, as far as that can be told, or as the service said it. */
  #onSender(item: Item): Wait[] {
    return [...this.#waiting.onSenders(item), ...this.#waiting.onConflict(item, this.#known)];
  }

  #begin(item: Item, now: number): Choice {
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    if (this.#writes.landed(item, now)) return 'again';
    const objection = objectionTo(item, this.#known, this.#waiting);
    if (objection !== null) {
      // Who changed it is not known: its own lost write may have, and was stored as something else.
      const isUnclear = objection === 'changed-meanwhile' && item.lost.length > 0;
      if (isUnclear) item.found = 'otherwise';
      if (objection === 'skipped') this.#agenda.end(item, 'skipped');
      else if (isUnclear) this.#agenda.fail(item, item.failure);
      else this.#agenda.refuse(item, objection);
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

  /** All that is left waits for each other: one rule steps aside, or one change cannot be made. */
  #breakFree(left: readonly Item[], now: number): Choice {
    const wait = toPark(left, (item) => [...this.#waiting.onNames(item, this.#known), ...this.#onSender(item)]);
    if (wait !== null) return this.#park(wait, now);
    const inTheWay = this.#deleteInTheWay(left);
    if (inTheWay !== null) return this.#begin(inTheWay, now);
    const conflicted = left.find(({ conflict }) => conflict !== null);
    if (conflicted !== undefined) {
      this.#agenda.fail(conflicted, conflicted.conflict?.failure ?? null);
      return 'again';
    }
    const [first] = left;
    if (first === undefined) throw new Error('Nothing waits');
    this.#agenda.refuse(first, 'name-not-free');
    return 'again';
  }

  /**
   * A delete that has the sender of a change which was refused for it. Not before that: where senders may overlap the
   * change can be made first, and if it fails for another reason its old rule under another name is still there.
   */
  #deleteInTheWay(left: readonly Item[]): Item | null {
    if (this.#agenda.isCreateLost) return null;
    const refused = left.filter(({ conflict }) => conflict !== null);
    const waits = refused.flatMap((item) => [
      ...this.#waiting.onConflict(item, this.#known),
      ...this.#waiting.onSenders(item),
    ]);
    return waits.find(({ on }) => on.work.wanted === null && isUnsent(on))?.on ?? null;
  }

  #park({ on: item, by }: Wait, now: number): Choice {
    const { live } = item.work;
    const body = live === null ? null : parkedBody(live, by);
    if (live === null || body === null) throw new Error('Only a live rule can step aside');
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    const current = this.#known.get(live.id);
    const isFree = by === 'sender' || this.#known.named(body.name).every(({ id }) => id === live.id);
    const isAsExpected = current !== null && isExpected(current, item);
    if (isFree && isAsExpected) return this.#send(item, { op: 'replace', id: live.id, body, parking: by });
    if (isAsExpected) item.unparkable = true;
    else this.#agenda.refuse(item, 'changed-meanwhile');
    return 'again';
  }
}
