/** What an apply or a rollback may do to an inbox, checked against what the witness saw of it. */
import { type Effect, effectsOf, readsOf } from './effects.ts';
import type { Entry, Read, Truth } from './log.ts';
import { unmeant, unreviewed } from './meaning.ts';
import { astray } from './way-back.ts';
import type { Run } from './world.ts';
import { factsOf, isIgnored } from './written.ts';

/** Everything about what a run did that breaks a promise. */
export function brokenPromises(run: Run): string[] {
  const effects = effectsOf(run);
  const [planned] = readsOf(run);
  if (effects.length === 0) return [];
  if (planned === undefined) return ['it wrote without having read anything'];
  return [
    ...overwritten(run, effects, planned.entry),
    ...late(run, effects),
    ...doubled(effects),
    ...effects.flatMap((effect) => untouchable(effect)),
    ...(run.back === null ? lastOfName(run, effects) : []),
    ...(run.back === null
      ? [...unmeant(run, effects, planned.entry.truths), ...unreviewed(run, effects, planned.entry.truths)]
      : astray(run.back, effects)),
  ];
}

/** Edits of others that the run had read and wrote over. */
function overwritten({ run, log }: Run, effects: readonly Effect[], planned: Read): string[] {
  return effects.flatMap(({ wrote: { id, before }, read, at }) => {
    if (before === null || read === null) return [];
    const own = log
      .slice(0, Math.min(read.at, at))
      .findLast((one) => one.kind === 'wrote' && one.by?.run === run && one.id === id);
    const expected = own?.kind === 'wrote' ? own.after : (planned.truths.get(id) ?? null);
    const seen = read.entry.truths.get(id) ?? null;
    if (contentOf(seen) === contentOf(expected)) return [];
    return [`${id} was written over although entry ${read.at} showed that somebody had changed it`];
  });
}

function contentOf(truth: Truth | null): string {
  return JSON.stringify(truth === null ? null : [truth.live.name.trim(), factsOf(truth.live)]);
}

/**
 * Writes that rely on what was read six seconds before, and writes after an interruption. Told where one request follows
 * the other, and in this process: there the clock can be put forward, and an interruption comes at once.
 */
function late({ run, log, where, concurrency }: Run, effects: readonly Effect[]): string[] {
  if (concurrency > 1 || where === 'process') return [];
  return effects.flatMap(({ wrote: { by, id }, read }) => {
    const sentAt = log.findIndex((one) => one.kind === 'asked' && one.run === run && one.request === by.request);
    const before = log.slice(0, sentAt);
    const own = (kind: Entry['kind']) => (one: Entry) =>
      one.kind === kind && 'run' in one && one.run === run && one.method !== 'GET' && one.request < by.request;
    const aged = before.findLastIndex(own('six-seconds'));
    const interrupted = before.findIndex(own('interrupt'));
    return [
      ...(aged > (read?.at ?? -1) ? [`${id} was written without a read since entry ${aged}, six seconds ago`] : []),
      ...(interrupted >= 0 ? [`${id} was written after the interruption in entry ${interrupted}`] : []),
    ];
  });
}

/**
 * Names that a write gave to a second rule although the first one had been seen. A rule that was itself seen with the name
 * kept it: that somebody renamed it between the last read and the write, nobody can know.
 */
function doubled(effects: readonly Effect[]): string[] {
  return effects.flatMap(({ wrote: { id, before, after, truths }, known }) => {
    const name = after?.live.name.trim();
    if (after === null || name === before?.live.name.trim() || name === known(id)?.live.name.trim()) return [];
    const others = [...truths.values()].filter((one) => one.id !== id && one.live.name.trim() === name);
    const holder = others.find((one) => known(one.id)?.live.name.trim() === name);
    return holder === undefined ? [] : [`"${name}" was given to ${id} although ${holder.id} was seen to have it`];
  });
}

/** Deletes of a rule that a file declares although no other one was seen that has its name, or is to get it. */
function lastOfName({ declared }: Run, effects: readonly Effect[]): string[] {
  return effects.flatMap(({ op, wrote: { id, before }, read, known }) => {
    const rule = op === 'delete' ? declared.find(({ name }) => name === before?.name) : undefined;
    if (rule === undefined || read === null) return [];
    const others = [...read.entry.truths.keys()].flatMap((one) => (one === id ? [] : (known(one)?.name ?? [])));
    const isLeft = others.some((name) => name === rule.name || name === rule.renamedFrom);
    return isLeft ? [] : [`${id} was deleted although it was the last one named "${rule.name}"`];
  });
}

function untouchable({ wrote: { id }, read }: Effect): string[] {
  const name = read?.entry.truths.get(id)?.live.name ?? '';
  return isIgnored(name) ? [`${id} was touched although "${name}" is ignored`] : [];
}
