/**
 * Unparks the rules that this run parked for changes that it could not make: a parked rule matches no mail. Each takes
 * one more replace at the end, with the usual checks. The service refuses it if another rule has taken the name.
 */

import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Step } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { isParked, unparked } from '../../planning/parking.ts';
import type { Account } from '../plan.ts';
import { type Item, itemOf } from './item.ts';

/** The replaces that unpark rules, sent after everything else. */
export function unparkItems(items: readonly Item[]): Item[] {
  return items.flatMap((item): Item[] => {
    const { work, parked, state } = item;
    const isMade = state.phase === 'done' || state.phase === 'presumed';
    if (work.live === null || parked === null || isMade) return [];
    const wanted = canonicalLive(unparked(work.live));
    return [{ ...itemOf({ ...work, wanted }), parked, unparks: true }];
  });
}

interface EndedAccount {
  account: Account;
  work: readonly Work[];
  steps: readonly Step[];
  unparks: readonly Step[];
  /** The live rules; null where they could not be read. */
  after: readonly LiveRule[] | null;
}

/** The notices about rules that were parked for nothing: which are back, which are still parked, and why. */
export function unparkNotices({ account, work, steps, unparks, after }: EndedAccount): Diagnostic[] {
  // Somebody may have renamed a rule since.
  const named = [...work.flatMap(({ live }) => live ?? []), ...(after ?? [])];
  const names = new Map(named.map((rule) => [rule.id, canonicalName(unparked(rule).name)]));
  const shown = (ids: readonly string[]) => ids.map((id) => account.redactor.text(names.get(id) ?? id)).sort();
  const idsOf = (some: readonly Step[]) => some.flatMap(({ change }) => change.id ?? []);

  const planned = new Set(work.flatMap(({ live }) => live?.id ?? []));
  const isBack = ({ status }: Step) => status === 'done';
  // The live rules also show those that an earlier run left parked.
  const left =
    after?.filter((rule) => planned.has(rule.id) && isParked(rule)).map(({ id }) => id) ??
    idsOf(unparks.filter((one) => !isBack(one) && one.status !== 'skipped'));
  const back = idsOf(unparks.filter(isBack)).filter((id) => !left.includes(id));

  const isLeft = ({ change }: Pick<Step, 'change'>) => change.id !== null && left.includes(change.id);
  const isUnmade = steps.some((step) => isLeft(step) && (step.status === 'failed' || step.status === 'refused'));
  const args = { rules: shown(left), isUnmade, notBack: whyNotBack(unparks.filter(isLeft)) };
  const notices: Diagnostic[] = [];
  if (back.length > 0) {
    notices.push({ code: 'put-back', args: { rules: shown(back) }, severity: 'info', account: account.name });
  }
  if (left.length > 0) notices.push({ code: 'left-parked', args, severity: 'warning', account: account.name });
  return notices;
}

/** Why the first of them that was tried could not be unparked. */
function whyNotBack(unparks: readonly Step[]): ArgsOf<'left-parked'>['notBack'] {
  const failed = unparks.find(({ error }) => error !== undefined)?.error;
  if (failed !== undefined) return { said: failed.said ?? failed.message };
  const isNameTaken = unparks.some(({ change }) => change.refused === 'name-not-free');
  return isNameTaken ? 'name-taken' : null;
}
