/**
 * Which changes of an account are left to send, and how each of them ends. There are two stages:
 *
 * 1. deletes that free a name, then creates and replaces;
 * 2. the other deletes. They are held back if a create failed: one of them may be the same rule under its old name. A
 *    delete that is in the way of a change of stage 1 is sent in stage 1.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Work } from '../../planning/changes.ts';
import { type End, type Item, isSendable, isSettled, move, stepOf } from './item.ts';

export interface QueueOptions {
  /** Whether no change is sent any more once one has failed. */
  failFast: boolean;
  /** The changes of the account that were refused before it began. */
  refused: readonly Work[];
  /** Called when a change ends, and again if a later read shows that an unanswered write of it was made after all. */
  onEnd: (item: Item) => void;
}

export type ChangeQueue = ReturnType<typeof changeQueue>;

/** `freeing`: the changes that free a name which another one needs. */
export function changeQueue(items: readonly Item[], freeing: ReadonlySet<Item>, options: QueueOptions) {
  const deletes = items.filter((item) => item.work.wanted === null && !freeing.has(item));
  const others = items.filter(({ work: { wanted } }) => wanted !== null);
  const changes = [...items.filter((item) => freeing.has(item)), ...others];
  let isStopped = false;
  /** Whether a create failed or was refused: the deletes of stage 2 are held back. */
  let isCreateUnmade = options.refused.some(isChangedCreate);

  return {
    all: items,
    maySend: () => !isStopped,
    isCreateUnmade: () => isCreateUnmade,
    stop,
    currentStage,
    close,
    refuse: (item: Item, code: string) => end(item, { phase: 'refused', code }),
    fail,
    end,
    endUnsent,
    endAllUnsent,
  };

  function stop(): void {
    isStopped = true;
  }

  /** The changes of the stage to send from, in order: stage 2 once stage 1 is settled. Then it also ends deletes that are held back. */
  function currentStage(): readonly Item[] {
    if (!changes.every(isSettled)) return changes;
    holdBack();
    return deletes;
  }

  /** Ends all changes that have not ended, and reports how each one did. */
  function close(): Step[] {
    for (const item of items) {
      if (item.state.phase === 'presumed') end(item, { phase: 'done', createdId: null });
      // No read came after it: the report says that its outcome is unknown.
      if (item.state.phase === 'unknown') end(item, { phase: 'failed', failure: item.doubt, found: undefined });
    }
    endAllUnsent();
    return items.map(stepOf);
  }

  /** `found`: what a read shows of its write. By default `not-yet` if an unanswered write may still be made. */
  function fail(item: Item, failure: Failure | null, found?: Step['found']): void {
    end(item, { phase: 'failed', failure, found: found ?? (item.unanswered.length > 0 ? 'not-yet' : undefined) });
    if (options.failFast) stop();
  }

  function end(item: Item, end: End): void {
    move(item, end);
    const isFailedOrRefused = end.phase === 'failed' || end.phase === 'refused';
    if (item.work.change.op === 'create' && isFailedOrRefused) isCreateUnmade = true;
    options.onEnd(item);
  }

  /** Ends a change that is not to be sent: as failed if the service may still carry out an unanswered write of it. */
  function endUnsent(item: Item, phase: 'held' | 'not-tried'): void {
    if (item.unanswered.length > 0) fail(item, item.doubt);
    else end(item, { phase });
  }

  function endAllUnsent(): void {
    holdBack();
    for (const item of items.filter(isSendable)) endUnsent(item, 'not-tried');
  }

  function holdBack(): void {
    if (isCreateUnmade) for (const item of deletes.filter(isSendable)) endUnsent(item, 'held');
  }
}

/**
 * Whether a reviewed create was refused because it changed since: a delete reviewed with it may be of the same rule
 * under its old name. Not a create that nobody reviewed, nor a rule of a rollback that somebody has deleted since.
 */
function isChangedCreate({ change: { op, refused } }: Work): boolean {
  return op === 'create' && refused !== 'unreviewed' && refused !== 'edited-since';
}
