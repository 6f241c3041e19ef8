/** Whether what a rollback did is the way back to before a run. */
import type { ApplyDocument } from '../../../src/model/applied.ts';
import { type Effect, effectsOf, readsOf } from './effects.ts';
import { type Entry, saidBy, type Truth, type Truths } from './log.ts';
import type { Run } from './world.ts';
import { says } from './written.ts';

/** Effects of a rollback that are not the way back to before the run. */
export function astray(back: Run, effects: readonly Effect[]): string[] {
  const isOf = workOf(back);
  const before = readsOf(back)[0]?.entry.truths ?? new Map<string, Truth>();
  return effects.flatMap(({ op, wrote: { id, before: now, after } }): string[] => {
    const was = before.get(id) ?? null;
    if (op === 'delete') {
      return isOf.made(id, now?.name ?? '') ? [] : [`the rollback deleted ${id}, which run ${back.run} had not made`];
    }
    if (op === 'create') {
      const lost = [...before.values()].filter((one) => isOf.touched(one.id) && one.name === after?.name);
      if (lost.length === 0) return [`the rollback made "${after?.name}", which run ${back.run} did not take away`];
      const isAsBefore = lost.some((one) => after !== null && says(after.facts, one.facts));
      return isAsBefore ? [] : [`the rollback made "${after?.name}" otherwise than it was`];
    }
    if (!isOf.touched(id)) return [`the rollback touched ${id}, which run ${back.run} had not`];
    if (was === null) return [];
    const isAsBefore = after?.name === was.name && says(after.facts, was.facts);
    return isAsBefore ? [] : [`the rollback made ${id} otherwise than it was before run ${back.run}`];
  });
}

/**
 * Which rules a run touched, and which it made: by its effects; and what somebody else did just so counts too, where the
 * answer to its own request was lost, or never came because it was killed.
 */
function workOf(run: Run) {
  const effects = effectsOf(run);
  const made = new Set(effects.filter(({ op }) => op === 'create').map(({ wrote }) => wrote.id));
  const touched = new Set(effects.map(({ wrote }) => wrote.id));
  const isUnclear = ({ op, status }: ApplyDocument['changes'][number]) =>
    status === 'failed' || (op === 'delete' && status === 'done');
  const unclear = run.report?.changes.filter(isUnclear) ?? [];
  // A create that was refused since somebody had just made the same: the live rules cannot tell it from one of this run.
  const isTaken = (name: string) =>
    run.report?.changes.some((one) => one.op === 'create' && one.status === 'done' && one.name === name) === true &&
    !effects.some(({ op, wrote }) => op === 'create' && wrote.after?.name === name);
  // Nor can they tell a replace of this run whose answer was lost from the very same one of another run.
  const isUnanswered = (id: string) => {
    const sent = run.log.filter((entry) => entry.kind === 'asked' && entry.run === run.run && entry.id === id);
    const isAnswered = ({ request }: { request: number }) =>
      run.log.some((one) => one.kind === 'answered' && one.run === run.run && one.request === request && one.intact);
    return sent.some((entry) => entry.kind === 'asked' && !isAnswered(entry));
  };
  const isLost = (id: string) =>
    run.report?.changes.some((one) => one.op === 'replace' && one.status === 'done' && one.id === id) === true &&
    isUnanswered(id);
  return {
    touched: (id: string) => run.killed || touched.has(id) || unclear.some((change) => change.id === id) || isLost(id),
    made: (id: string, name: string) =>
      made.has(id) ||
      isTaken(name) ||
      unclear.some((change) => change.op === 'create' && change.name === name) ||
      (run.killed && run.declared.some((rule) => rule.name === name)),
  };
}

/** Takes a rollback and the whole log; gives whether it says that all is as before a run, and it is not. */
export function notRestored({ run, from, log, back, report, after }: Run, whole: readonly Entry[]): string[] {
  if (back === null || report?.outcome !== 'converged') return [];
  const own = [run, back.run];
  const isForeign = (entry: Entry) => entry.kind === 'wrote' && !own.includes(entry.by?.run ?? 0);
  const [planned] = readsOf(back);
  // What came between is not taken back.
  if (planned === undefined || whole.slice(back.from + planned.at, from).some(isForeign) || log.some(isForeign))
    return [];
  const [then, now] = [contents(planned.entry.truths), contents(after)];
  return then === now ? [] : [`it says that all is as before run ${back.run}:\n${then}\n${now}`];
}

/** Of rules that are alike one is enough. */
function contents(truths: Truths): string {
  return [...new Set([...truths.values()].map(saidBy))].sort().join('\n');
}
