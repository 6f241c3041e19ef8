/** Whether what an apply did is what the files, and the review, want. */
import type { PlanDocument } from '../../../src/model/plan.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { Effect } from './effects.ts';
import { fatesOf } from './fates.ts';
import type { Truth, Truths } from './log.ts';
import type { Run } from './world.ts';
import { factsOf, says } from './written.ts';

/** Effects that no declared rule wants. */
export function unmeant({ declared }: Run, effects: readonly Effect[], live: Truths): string[] {
  const fates = fatesOf(declared, live);
  const deleted = effects.filter(({ op }) => op === 'delete').map(({ wrote: { id } }) => id);
  const made = new Map<string, string>();
  return effects.flatMap(({ op, wrote: { id, before, after } }): string[] => {
    if (op === 'delete') {
      const fate = fates.deletable.get(id);
      const gone = fate?.group.filter((one) => deleted.includes(one)).length ?? 0;
      return fate !== undefined && gone <= fate.most
        ? []
        : [`${id} ("${before?.name}") is lost: it was not to be deleted`];
    }
    if (after === null) return [];
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

/** Effects that are not those of a change of the plan that was reviewed. */
export function unreviewed({ reviewed }: Run, effects: readonly Effect[], live: Truths): string[] {
  if (reviewed === null) return [];
  return effects.flatMap(({ op, wrote: { id, after } }) => {
    const was = live.get(id) ?? null;
    const wanted = op === 'delete' ? null : after;
    const isIt = (change: PlanDocument['changes'][number]) =>
      change.op === op &&
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
