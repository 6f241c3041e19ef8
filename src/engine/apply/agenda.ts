/**
 * What is left to be sent of an account's changes, and how each of them ends. There are three stages: what frees a name
 * and what is wanted; then the deletes that nobody waits for; and when all that has ended, what puts rules back that were
 * put aside for nothing.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import { type Item, isParking, isUnsent, move, stepOf } from './item.ts';
import { type Aside, asideOf, putBacks } from './putting-back.ts';
import { Stage } from './stage.ts';

export interface AgendaOptions {
  /** Whether no change is sent any more once one has failed. */
  failFast: boolean;
  /** Whether deletes that nobody waits for are held back from the start: a create that belongs to them is refused. */
  holdsDeletes: boolean;
  /** Told of each change once its outcome is known, and of each rule that was put back. */
  onEnd: (item: Item) => void;
  onPutBack: (item: Item) => void;
}

export class Agenda {
  readonly #items: readonly Item[];
  readonly #options: AgendaOptions;
  /** In the order in which they are sent; deletes that nobody waits for apart. */
  readonly #open: Stage;
  readonly #late: Stage;
  /** What puts rules back; null while anything else is to be done. */
  #backs: Item[] | null = null;
  #back = new Stage([]);
  #isStopped = false;
  #isBarred = false;
  #isCreateLost: boolean;

  /** Takes all changes to be carried out, and those among them that free a name which another one needs. */
  constructor(items: readonly Item[], freeing: ReadonlySet<Item>, options: AgendaOptions) {
    this.#items = items;
    this.#options = options;
    this.#isCreateLost = options.holdsDeletes;
    const first = items.filter((item) => freeing.has(item));
    const others = items.filter(({ work: { wanted } }) => wanted !== null);
    this.#open = new Stage([...first, ...others]);
    this.#late = new Stage(items.filter((item) => item.work.wanted === null && !freeing.has(item)));
  }

  /** The changes, and what puts rules back. */
  get all(): readonly Item[] {
    return this.#backs === null ? this.#items : [...this.#items, ...this.#backs];
  }

  /** Whether anything may be sent still of what there is in this stage. */
  get maySend(): boolean {
    return this.#backs === null ? !this.#isStopped : !this.#isBarred;
  }

  /** Whether deletes that nobody waits for are held back: a create that they may belong to is not made. */
  get isCreateLost(): boolean {
    return this.#isCreateLost;
  }

  /** No change is sent any more. Rules may still be put back. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Nothing could be put back either: the key is refused, nobody answers, or what is live is not known. */
  bar(): void {
    this.#isStopped = true;
    this.#isBarred = true;
  }

  /** What may be sent now: each stage begins when nothing more is expected of the one before it. */
  stage(): Stage {
    if (this.#backs !== null) return this.#back;
    if (!this.#open.isSettled) return this.#open;
    this.#holdBack();
    return this.#late;
  }

  /** Gives up what was not sent, and goes on to putting rules back; gives false where that is what was given up. */
  goOn(): boolean {
    this.#giveUp();
    if (this.#backs !== null) return false;
    this.#backs = putBacks(this.#items);
    this.#back = new Stage(this.#backs);
    return true;
  }

  /** Ends whatever has not ended; gives how all did. */
  close(): { steps: Step[]; aside: Aside[]; late: Change[] } {
    for (const item of this.all) if (item.phase === 'unknown') this.end(item, item.presumed ? 'done' : 'failed');
    this.#backs ??= putBacks(this.#items);
    this.#giveUp();
    const late = this.#items.filter(({ phase, lost }) => phase === 'done' && lost.some(isParking));
    return {
      steps: this.#items.map(stepOf),
      aside: this.#backs.map(asideOf),
      late: late.map(({ work }) => work.change),
    };
  }

  /** Takes why as a code. */
  refuse(item: Item, code: string): void {
    item.refusal = code;
    this.end(item, 'refused');
  }

  /** Takes the words of the service, as far as it said any. */
  fail(item: Item, failure: Failure | null): void {
    item.failure = failure;
    if (item.lost.length > 0) item.found ??= 'not-yet';
    this.end(item, 'failed');
    if (this.#options.failFast) this.stop();
  }

  /** Takes how a change ended, and tells of it. */
  end(item: Item, phase: Step['status']): void {
    move(item, phase);
    if (item.work.change.op === 'create' && (phase === 'failed' || phase === 'refused')) this.#isCreateLost = true;
    if (!item.putsBack) this.#options.onEnd(item);
    else if (phase === 'done') this.#options.onPutBack(item);
  }

  #giveUp(): void {
    this.#holdBack();
    for (const item of this.all.filter(isUnsent)) {
      if (item.lost.length > 0) this.fail(item, item.failure);
      else this.end(item, 'not-tried');
    }
  }

  #holdBack(): void {
    if (this.#isCreateLost) for (const item of this.#late.unsent()) this.end(item, 'held');
  }
}
