/** What a run did to the inbox, and what it must have known when it did. */
import type { Read, Truth, Wrote } from './log.ts';
import type { Run } from './world.ts';

/** An effect of a run, with what it was about to know. */
export interface Effect {
  wrote: Wrote & { by: NonNullable<Wrote['by']> };
  /** Where it is in the log of the run. */
  at: number;
  op: 'create' | 'replace' | 'delete';
  /** The last read whose answer it must have known. */
  read: { entry: Read; at: number } | null;
  /** A live rule as it must have known it: as read, or as it wrote it itself since. */
  known: (id: string) => Truth | null;
}

/** The reads of a run that were answered in full, and where. */
export function readsOf({ log, run }: Pick<Run, 'log' | 'run'>) {
  return log.flatMap((entry, at) => {
    if (entry.kind !== 'read' || entry.run !== run) return [];
    const answeredAt = log.findIndex(
      (one) => one.kind === 'answered' && one.run === run && one.request === entry.request && one.intact,
    );
    return answeredAt === -1 ? [] : [{ entry, at, answeredAt }];
  });
}

/** What a run did to the inbox, in order. */
export function effectsOf(run: Run): Effect[] {
  const reads = readsOf(run);
  const asked = run.log.map((entry) => entry.kind === 'asked' && entry.run === run.run);
  return run.log.flatMap((entry, at): Effect[] => {
    if (entry.kind !== 'wrote' || entry.by?.run !== run.run) return [];
    const { by, before, after } = entry;
    const sentAt = run.log.findIndex(
      (one) => one.kind === 'asked' && one.run === run.run && one.request === by.request,
    );
    // With several requests at once some that were sent before an answer came are met after it.
    const isKnown = (answeredAt: number) =>
      answeredAt < sentAt &&
      (run.concurrency === 1 || asked.slice(answeredAt, sentAt).filter(Boolean).length >= 2 * run.concurrency);
    const read = reads.findLast(({ answeredAt }) => isKnown(answeredAt)) ?? reads[0] ?? null;
    const op = before === null ? 'create' : after === null ? 'delete' : ('replace' as const);
    const own = run.log.slice(read?.at ?? 0, at).filter((one) => one.kind === 'wrote' && one.by?.run === run.run);
    const known = (id: string) => {
      const last = own.findLast((one) => one.kind === 'wrote' && one.id === id);
      return last?.kind === 'wrote' ? last.after : (read?.entry.truths.get(id) ?? null);
    };
    return [{ wrote: { ...entry, by }, at, op, read, known }];
  });
}
