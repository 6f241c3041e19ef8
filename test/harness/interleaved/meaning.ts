/** Whether what an apply did is what the files, and the review, want. */
import type { PlanDocument } from '../../../src/model/plan.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { Effect } from './effects.ts';
import { type Fates, fatesOf } from './fates.ts';
import { saidBy, type Truth, type Truths } from './log.ts';
import type { Run } from './world.ts';
import { factsOf, says } from './written.ts';

/** Effects that no declared rule wants. */
export function unmeant({ declared }: Run, effects: readonly Effect[], live: Truths): string[] {
  const fates = fatesOf(declared, live);
  const deleted = effects.filter(({ op }) => op === 'delete').map(({ wrote: { id } }) => id);
  const made = new Map<string, string>();
  return effects.flatMap(({ op, wrote: { id, before, after }, known }): string[] => {
    if (op === 'delete') {
      const fate = fates.deletable.get(id);
      const gone = fate?.group.filter((one) => deleted.includes(one)).length ?? 0;
      return fate !== undefined && gone <= fate.most
        ? []
        : [`${id} ("${before?.name}") is lost: it was not to be deleted`];
    }
    if (after === null) return [];
    // Whether it was what it is now is what tells this from a replace.
    if (op === 'back') return [];
    if (op === 'park') return parkedWell(known(id), after, fates);
    const rule = declared.find(({ name }) => name === after.name);
    if (rule === undefined || !says(after.facts, factsOf(rule)))
      return [`${id} became "${after.name}", which is not declared so`];
    const source = fates.sources.get(rule.name);
    const earlier = made.get(rule.name);
    made.set(rule.name, id);
    if (earlier !== undefined) return [`"${rule.name}" was made of ${earlier} and of ${id}`];
    if (source?.isThere === true) return [`"${rule.name}" was made again although it was there`];
    if (op === 'create')
      return source?.ids.length === 0 ? [] : [`"${rule.name}" was created instead of kept under its id`];
    return source?.ids.includes(id) ? [] : [`${id} ("${before?.name}") became "${rule.name}", which it was not to be`];
  });
}

function parkedWell(before: Truth | null, after: Truth, { sources }: Fates): string[] {
  const { id } = after;
  if (saidBy(before) !== saidBy(after)) return [`${id} was put aside in a way that loses something`];
  const isWanted = [...sources.values()].some(({ ids, isThere }) => !isThere && ids.includes(id));
  return isWanted ? [] : [`${id} was put aside although nothing is to be made of it`];
}

/** Effects that are not those of a change of the plan that was reviewed. */
export function unreviewed({ reviewed }: Run, effects: readonly Effect[], live: Truths): string[] {
  if (reviewed === null) return [];
  return effects.flatMap(({ op, wrote: { id, after } }) => {
    const was = live.get(id) ?? null;
    const isForOther = op === 'park' || op === 'back';
    const wanted = isForOther || op === 'delete' ? null : after;
    const isIt = (change: PlanDocument['changes'][number]) =>
      change.op === (isForOther ? 'replace' : op) &&
      (op === 'create' || isShown(change.before, was)) &&
      (wanted === null || isShown(change.after, wanted));
    return reviewed.changes.some(isIt) ? [] : [`the ${op} of ${id} was not reviewed`];
  });
}

/** Whether a rule of a plan is a live one, as far as a plan shows it. */
function isShown(shown: PlanDocument['changes'][number]['after'], truth: Truth | null): boolean {
  if (shown === null || truth === null) return shown === truth;
  return shown.name === truth.name && says(truth.facts, factsOf(shown as ResolvedRule));
}
