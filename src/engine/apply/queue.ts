/**
 * What is left to be sent of an account's changes, and how each of them ends. There are three stages:
 *
 * 1. deletes that free a name, then creates and replaces;
 * 2. the other deletes, unless a create failed: its rule may be one of them under an old name;
 * 3. when all that has ended, unparking the rules that were parked for nothing.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import type { Work } from '../../planning/changes.ts';
import { type End, hasEnded, type Item, isParking, isSettled, isUnsent, move, stepOf } from './item.ts';
import { unparkItems } from './unpark.ts';

export interface QueueOptions {
  /** Whether no change is sent any more once one has failed. */
  failFast: boolean;
  /** The changes of the account that were refused before it began. */
  refused: readonly Work[];
  /** Told of each change once its outcome is known, and of each rule that was unparked. */
  onEnd: (item: Item) => void;
  onUnparked: (item: Item) => void;
}

export class ChangeQueue {
  readonly #items: readonly Item[];
  readonly #options: QueueOptions;
  readonly #changes: Stage;
  readonly #deletes: Stage;
  /** null until stage 3. */
  #unparks: readonly Item[] | null = null;
  #unparkStage = new Stage([]);
  #isStopped = false;
  #isBarred = false;
  #isCreateLost: boolean;

  /** `freeing`: the changes that free a name which another one needs. */
  constructor(items: readonly Item[], freeing: ReadonlySet<Item>, options: QueueOptions) {
    this.#items = items;
    this.#options = options;
    this.#isCreateLost = options.refused.some(isChangedCreate);
    const first = items.filter((item) => freeing.has(item));
    const others = items.filter(({ work: { wanted } }) => wanted !== null);
    this.#changes = new Stage([...first, ...others]);
    this.#deletes = new Stage(items.filter((item) => item.work.wanted === null && !freeing.has(item)));
  }

  /** The changes, and what unparks rules. */
  get all(): readonly Item[] {
    return this.#unparks === null ? this.#items : [...this.#items, ...this.#unparks];
  }

  /** Whether anything of the current stage may still be sent. */
  get maySend(): boolean {
    return this.#unparks === null ? !this.#isStopped : !this.#isBarred;
  }

  /** Whether the deletes of stage 2 are held back. */
  get isCreateLost(): boolean {
    return this.#isCreateLost;
  }

  /** No change is sent any more. Rules may still be unparked. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Nothing can be unparked either: the key is refused, nobody answers, or what is live is not known. */
  bar(): void {
    this.#isStopped = true;
    this.#isBarred = true;
  }

  /** What may be sent now: each stage begins when nothing more is expected of the one before it. */
  stage(): Stage {
    if (this.#unparks !== null) return this.#unparkStage;
    if (!this.#changes.isSettled) return this.#changes;
    this.#holdBack();
    return this.#deletes;
  }

  /** Gives up what was not sent, and begins stage 3; gives false where that is the stage given up. */
  goOn(): boolean {
    this.#giveUp();
    if (this.#unparks !== null) return false;
    this.#unparks = unparkItems(this.#items);
    this.#unparkStage = new Stage(this.#unparks);
    return true;
  }

  /** Ends whatever has not ended; gives how all did. */
  close(): { steps: Step[]; unparks: Step[]; mayLand: Change[] } {
    for (const item of this.all) {
      if (item.state.phase === 'presumed') this.end(item, { phase: 'done', createdId: null });
      if (item.state.phase === 'unknown') this.end(item, { phase: 'failed', failure: item.doubt, found: undefined });
    }
    this.#unparks ??= unparkItems(this.#items);
    this.#giveUp();
    const mayLand = this.#items.filter(({ state, lost }) => state.phase === 'done' && lost.some(isParking));
    return {
      steps: this.#items.map(stepOf),
      unparks: this.#unparks.map(stepOf),
      mayLand: mayLand.map(({ work }) => work.change),
    };
  }

  refuse(item: Item, code: string): void {
    this.end(item, { phase: 'refused', code });
  }

  /** `failure`: what the service said, if it said anything; `found`: what the live rules show of its write. */
  fail(item: Item, failure: Failure | null, found?: Step['found']): void {
    this.end(item, { phase: 'failed', failure, found: found ?? (item.lost.length > 0 ? 'not-yet' : undefined) });
    if (this.#options.failFast) this.stop();
  }

  /** Ends a change, and reports it. */
  end(item: Item, end: End): void {
    move(item, end);
    const isUnmade = end.phase === 'failed' || end.phase === 'refused';
    if (item.work.change.op === 'create' && isUnmade) this.#isCreateLost = true;
    if (!item.unparks) this.#options.onEnd(item);
    else if (end.phase === 'done') this.#options.onUnparked(item);
  }

  /** Ends a change that is not to be sent. It failed where the service may still carry out a lost write of it. */
  leave(item: Item, phase: 'held' | 'not-tried'): void {
    if (item.lost.length > 0) this.fail(item, item.doubt);
    else this.end(item, { phase });
  }

  #giveUp(): void {
    this.#holdBack();
    for (const item of this.all.filter(isUnsent)) this.leave(item, 'not-tried');
  }

  #holdBack(): void {
    if (this.#isCreateLost) for (const item of this.#deletes.unsent()) this.leave(item, 'held');
  }
}

/**
 * A create that was reviewed, and is refused because it changed since: a delete reviewed beside it may be that of the same
 * rule under its old name. A create that nobody reviewed says nothing about the deletes that were.
 */
function isChangedCreate({ change: { op, refused } }: Work): boolean {
  return op === 'create' && refused !== 'unreviewed';
}

/** The changes of one stage, in their order. Those at the front that have ended are not looked at again. */
export class Stage {
  readonly #items: readonly Item[];
  #from = 0;

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The first that passes a test. */
  find(test: (item: Item) => boolean): Item | undefined {
    this.#skipEnded();
    for (let index = this.#from; index < this.#items.length; index += 1) {
      const item = this.#items[index];
      if (item !== undefined && test(item)) return item;
    }
    return undefined;
  }

  get isSettled(): boolean {
    return this.find((item) => !isSettled(item)) === undefined;
  }

  unsent(): Item[] {
    this.#skipEnded();
    return this.#items.slice(this.#from).filter(isUnsent);
  }

  #skipEnded(): void {
    for (let item = this.#items[this.#from]; item !== undefined && hasEnded(item); item = this.#items[this.#from]) {
      this.#from += 1;
    }
  }
}
