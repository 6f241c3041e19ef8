import type { OutcomeLine } from '../../model/journal.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Told } from '../journal/parse.ts';
import { sealOfId } from '../journal/trust.ts';
import type { Account, Planned } from '../plan.ts';
import { rollbackPlan } from './plan.ts';
import type { RollbackInput, RunChange } from './view.ts';

/**
 * Takes an account, a run that changed it, and what else is known; gives what makes the plan back from live rules.
 */
export function rollbackPlanner(
  account: Account,
  { plan, outcomes }: Pick<Told, 'plan' | 'outcomes'>,
  known: Pick<RollbackInput, 'variable' | 'at' | 'parkedBy'>,
): (live: readonly LiveRule[]) => Pick<Planned, 'account' | 'planned' | 'leftToDo'> {
  const { name, settings, flags, veil } = account;
  const then = plan.accounts.find((one) => one.name === name);
  const told = new Map<number, OutcomeLine[]>();
  for (const one of outcomes) told.set(one.change, [...(told.get(one.change) ?? []), one]);
  const run = plan.changes.flatMap((change, index): RunChange[] => {
    const outcomes = (told.get(index) ?? []).map((one): OutcomeLine => {
      const isOurs = change.id !== null || one.id === null || one.seal === sealOfId(plan.run, one, veil);
      return isOurs ? one : { ...one, id: null };
    });
    return change.account === name ? [{ change, outcomes }] : [];
  });
  const input = {
    account: name,
    of: plan.run,
    run,
    settings,
    flags,
    veil,
    ...known,
    comparable: then?.keyId === veil.keyId,
  };
  return (live) => {
    const { plan: planned, declared } = rollbackPlan({ ...input, live, planned: null });
    const ids = new Set(live.map(({ id }) => id));
    return {
      account: { ...account, declared },
      planned,
      leftToDo: (after) => rollbackPlan({ ...input, live: after, planned: ids }).plan.work,
    };
  };
}
