/**
 * Which changes of an account are left to send, and how each of them ends. There are three stages:
 *
 * 1. deletes that free a name, then creates and replaces;
 * 2. the other deletes. They are held back if a create failed: one of them may be the same rule under its old name. A
 *    delete that is in the way of a change of stage 1 is sent in stage 1;
 * 3. unparking the rules that this run parked and whose own change was not made, when stages 1 and 2 have ended.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { unparked } from '../../planning/parking.ts';
import { type End, type Item, isParking, isSendable, isSettled, itemOf, move, stepOf } from './item.ts';

export interface QueueOptions {
  /** Whether no change is sent any more once one has failed. */
  failFast: boolean;
  /** The changes of the account that were refused before it began. */
  refused: readonly Work[];
  /** Called when a change ends, and again if a later read shows that an unanswered write of it was made after all. */
  onEnd: (item: Item) => void;
  /** Called when a rule was unparked. */
  onUnparked: (item: Item) => void;
}

export class ChangeQueue {
  readonly #items: readonly Item[];
  readonly #options: QueueOptions;
  readonly #changes: readonly Item[];
  readonly #deletes: readonly Item[];
  /** null until stage 3. */
  #unparks: readonly Item[] | null = null;
  #isStopped = false;
  #isBarred = false;
  #isCreateUnmade: boolean;

  /** `freeing`: the changes that free a name which another one needs. */
  constructor(items: readonly Item[], freeing: ReadonlySet<Item>, options: QueueOptions) {
    this.#items = items;
    this.#options = options;
    this.#isCreateUnmade = options.refused.some(isChangedCreate);
    const first = items.filter((item) => freeing.has(item));
    const others = items.filter(({ work: { wanted } }) => wanted !== null);
    this.#changes = [...first, ...others];
    this.#deletes = items.filter((item) => item.work.wanted === null && !freeing.has(item));
  }

  /** The changes, and what unparks rules. */
  get all(): readonly Item[] {
    return this.#unparks === null ? this.#items : [...this.#items, ...this.#unparks];
  }

  /** Whether anything of the current stage may still be sent. */
  get maySend(): boolean {
    return this.#unparks === null ? !this.#isStopped : !this.#isBarred;
  }

  /** Whether a create failed or was refused: the deletes of stage 2 are held back. */
  get isCreateUnmade(): boolean {
    return this.#isCreateUnmade;
  }

  /** Sends no more changes. Rules may still be unparked. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Stops everything, including unparking: the key is refused, nobody answers, or the live rules are unknown. */
  bar(): void {
    this.#isStopped = true;
    this.#isBarred = true;
  }

  /** The changes of the stage to send from, in order: stage 2 once stage 1 is settled. Then it also ends deletes that are held back. */
  currentStage(): readonly Item[] {
    if (this.#unparks !== null) return this.#unparks;
    if (!this.#changes.every(isSettled)) return this.#changes;
    this.#holdBack();
    return this.#deletes;
  }

  /** Ends everything that was not sent, and begins stage 3. Returns false if that was stage 3: no stage follows. */
  finishStage(): boolean {
    this.#endAllUnsent();
    if (this.#unparks !== null) return false;
    this.#unparks = unparkItems(this.#items);
    return true;
  }

  /** Ends all changes that have not ended, and reports how each one did. */
  close(): { steps: Step[]; unparks: Step[]; mayStillPark: Change[] } {
    for (const item of this.all) {
      if (item.state.phase === 'presumed') this.end(item, { phase: 'done', createdId: null });
      // No read came after it: the report says that its outcome is unknown.
      if (item.state.phase === 'unknown') this.end(item, { phase: 'failed', failure: item.doubt, found: undefined });
    }
    this.#unparks ??= unparkItems(this.#items);
    this.#endAllUnsent();
    // An unanswered write may still park a rule after its change was made. One that is not about parking does no harm late: a
    // rule created twice is found by the next plan.
    const mayStillPark = this.#items.filter(
      ({ state, unanswered }) => state.phase === 'done' && unanswered.some(isParking),
    );
    return {
      steps: this.#items.map(stepOf),
      unparks: this.#unparks.map(stepOf),
      mayStillPark: mayStillPark.map(({ work }) => work.change),
    };
  }

  refuse(item: Item, code: string): void {
    this.end(item, { phase: 'refused', code });
  }

  /** `found`: what a read shows of its write. By default `not-yet` if an unanswered write may still be made. */
  fail(item: Item, failure: Failure | null, found?: Step['found']): void {
    this.end(item, { phase: 'failed', failure, found: found ?? (item.unanswered.length > 0 ? 'not-yet' : undefined) });
    if (this.#options.failFast) this.stop();
  }

  /** Ends a change, and reports it. */
  end(item: Item, end: End): void {
    move(item, end);
    const isFailedOrRefused = end.phase === 'failed' || end.phase === 'refused';
    if (item.work.change.op === 'create' && isFailedOrRefused) this.#isCreateUnmade = true;
    if (!item.unparks) this.#options.onEnd(item);
    else if (end.phase === 'done') this.#options.onUnparked(item);
  }

  /** Ends a change that is not to be sent: as failed if the service may still carry out an unanswered write of it. */
  endUnsent(item: Item, phase: 'held' | 'not-tried'): void {
    if (item.unanswered.length > 0) this.fail(item, item.doubt);
    else this.end(item, { phase });
  }

  #endAllUnsent(): void {
    this.#holdBack();
    for (const item of this.all.filter(isSendable)) this.endUnsent(item, 'not-tried');
  }

  #holdBack(): void {
    if (this.#isCreateUnmade) for (const item of this.#deletes.filter(isSendable)) this.endUnsent(item, 'held');
  }
}

/**
 * The replaces that unpark each rule that this run parked and whose own change was not made: it would match no mail. They
 * are sent after everything else, with the usual checks. The service refuses one if another rule has taken the name.
 */
function unparkItems(items: readonly Item[]): Item[] {
  return items.flatMap((item): Item[] => {
    const { work, parked, state } = item;
    const isMade = state.phase === 'done' || state.phase === 'presumed';
    if (work.live === null || parked === null || isMade) return [];
    const wanted = canonicalLive(unparked(work.live));
    return [{ ...itemOf({ ...work, wanted }), parked, unparks: true }];
  });
}

/**
 * Whether a reviewed create was refused because it changed since: a delete reviewed with it may be for the same rule
 * under its old name. A create that nobody reviewed does not hold back deletes.
 */
function isChangedCreate({ change: { op, refused } }: Work): boolean {
  return op === 'create' && refused !== 'unreviewed';
}
