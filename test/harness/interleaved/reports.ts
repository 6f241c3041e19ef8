/** Whether the report of a run is true, as far as the witness can tell. */
import type { ApplyDocument } from '../../../src/model/applied.ts';
import { type Effect, effectsOf, readsOf } from './effects.ts';
import { isConverged } from './fates.ts';
import type { Truth, Truths } from './log.ts';
import type { Run } from './world.ts';
import { factsOf, says, soleSender } from './written.ts';

type Change = ApplyDocument['changes'][number];

const CODES: Record<ApplyDocument['outcome'], readonly number[]> = {
  converged: [0],
  differs: [1],
  partial: [1, 4],
  refused: [4],
  interrupted: [130],
};

/** Everything that a run said and that is not so. */
export function lies(run: Run): string[] {
  const { report, code, killed } = run;
  if (killed) return [];
  if (report === null) return [`it ended with ${code} and without a report: ${run.said}`];
  const effects = effectsOf(run);
  if (report.changes.length === 0 && report.run === null)
    return effects.length === 0 ? [] : ['it says that it did nothing'];
  const wasInterrupted = run.log.some((entry) => entry.kind === 'interrupt' && entry.run === run.run);
  return [
    ...(CODES[report.outcome].includes(code ?? -1)
      ? []
      : [`it ended with ${code}, and with the outcome ${report.outcome}`]),
    ...(report.outcome === 'interrupted' && !wasInterrupted ? ['nobody interrupted it'] : []),
    ...report.changes.flatMap((change) => (isTwin(change, report) ? [] : liesAbout(change, run, effects))),
    ...silences(effects, report),
    ...hasty(run, effects, report),
    ...wrongEnd(run, report),
  ];
}

/** Whether another create of the same name was made: of two rules of one name only one can come back. */
function isTwin(change: Change, { changes }: ApplyDocument): boolean {
  const { op, name } = change;
  return (
    op === 'create' &&
    changes.some((one) => one !== change && one.op === op && one.name === name && one.status === 'done')
  );
}

/** What a change is said to have come to, and did not. */
function liesAbout(change: Change, run: Run, effects: readonly Effect[]): string[] {
  const { op, id, name, status } = change;
  const made = effects.find((effect) => effect.op === op && isOf(effect, change));
  const said = `"${name}" (${op}) is said to be ${status}`;
  const others = run.log.some(
    (entry) =>
      entry.kind === 'wrote' && entry.by?.run !== run.run && (entry.id === id || namesOf(entry).includes(name)),
  );
  const isSo = isMade(change, run, run.after);
  if (status === 'done') return isSo || others ? [] : [`${said}, and is not`];
  if (status === 'skipped') return made === undefined ? [] : [`${said}, and was made by this run`];
  if (status !== 'failed') {
    // A success that shows nothing of a rule that is gone right after it tells nobody whether it was made.
    const isGone = made !== undefined && others && status === 'refused' && !run.after.has(made.wrote.id);
    return made === undefined || isGone ? [] : [`${said}, and was made in entry ${made.at}`];
  }
  const isUnread = made !== undefined && !readsOf(run).some(({ at }) => at > made.at);
  const told = run.report?.notices.find(({ code, rule }) => code === 'change-failed' && rule === name)?.message ?? '';
  const isSaidUnmade = /the change was not made/.test(told);
  if (made !== undefined && isSaidUnmade) return [`${said} and not made, and was made in entry ${made.at}`];
  return made === undefined || isUnread || others ? [] : [`${said}, and was made in entry ${made.at}`];
}

function isOf({ wrote: { id, after } }: Effect, change: Change): boolean {
  return change.op === 'create' ? after?.name === change.name : id === change.id;
}

function namesOf({ before, after }: { before: Truth | null; after: Truth | null }): string[] {
  return [before, after].flatMap((truth) => (truth === null ? [] : [truth.name]));
}

function isMade({ op, id, name }: Change, { declared, back }: Run, live: Truths): boolean {
  if (op === 'delete') return !live.has(id ?? '');
  const rule = declared.find((one) => one.name === name);
  const isAs = (truth: Truth | undefined) =>
    truth !== undefined &&
    truth.name === name &&
    (back !== null || (rule !== undefined && says(truth.facts, factsOf(rule))));
  return op === 'replace' ? isAs(live.get(id ?? '')) : [...live.values()].some(isAs);
}

/** Effects that the report has no change for. */
function silences(effects: readonly Effect[], { changes }: ApplyDocument): string[] {
  return effects.flatMap((effect) => {
    const isTold = changes.some((change) => change.op === effect.op && isOf(effect, change));
    return isTold ? [] : [`it says nothing of the ${effect.op} in entry ${effect.at}`];
  });
}

/** Deletes of rules that may be what a create that failed was to become, under another name. */
function hasty({ declared, back }: Run, effects: readonly Effect[], { changes }: ApplyDocument): string[] {
  if (back !== null || !changes.some(({ op, status }) => op === 'create' && status === 'failed')) return [];
  const senders = new Set(declared.map(soleSender));
  return effects.flatMap(({ op, wrote: { id, before } }) => {
    const isInTheWay = before?.facts.from != null && senders.has(before.facts.from);
    const isDouble = declared.some(({ name }) => name === before?.name);
    return op !== 'delete' || isInTheWay || isDouble
      ? []
      : [`${id} ("${before?.name}") was deleted although a create failed`];
  });
}

/** How the run says that the inbox is at its end. */
function wrongEnd(run: Run, { outcome }: ApplyDocument): string[] {
  const last = readsOf(run).at(-1)?.entry.truths;
  if (last === undefined) return [];
  const isThere = isConverged(run.declared, last);
  const isPlainApply = run.back === null;
  return [
    ...(isPlainApply && outcome === 'converged' && !isThere ? ['it says that the live rules are as declared'] : []),
    ...(isPlainApply && outcome === 'differs' && isThere ? ['it says that the live rules differ'] : []),
  ];
}
