/** What is said at the end of rules that an apply put aside: which were put back, which still are aside, and why. */
import type { Step } from '../../model/applied.ts';
import type { ArgsOf, Diagnostic } from '../../model/diagnostic.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { isParked, unparked } from '../../planning/parking.ts';
import type { Work } from '../../planning/work.ts';
import type { Account } from '../plan.ts';
import type { Aside } from './putting-back.ts';

interface Ended {
  account: Account;
  work: readonly Work[];
  steps: readonly Step[];
  aside: readonly Aside[];
  /** The live rules; null where they could not be read. */
  after: readonly LiveRule[] | null;
}

/** Takes how an account ended; gives what is to be said. */
export function asideNotices({ account, work, steps, aside, after }: Ended): Diagnostic[] {
  const ids = new Set(work.flatMap(({ live }) => live?.id ?? []));
  // Somebody may have given it another name meanwhile.
  const rules = [...work.flatMap(({ live }) => live ?? []), ...(after ?? [])];
  const names = new Map(rules.map((rule) => [rule.id, nameOf(rule)]));
  const shown = (some: readonly string[]) => some.map((id) => account.veil.text(names.get(id) ?? id)).sort();
  const isBack = ({ back }: Aside) => back === 'done';
  // Also what a run before this one left so.
  const found = after?.filter((rule) => ids.has(rule.id) && isParked(rule)).map(({ id }) => id);
  const left = found ?? idsOf(aside.filter((one) => !isBack(one) && one.back !== 'skipped'));
  const back = idsOf(aside.filter(isBack)).filter((id) => !left.includes(id));
  const ofLeft = <T extends Pick<Step, 'change'>>(all: readonly T[]) =>
    all.filter(({ change }) => change.id !== null && left.includes(change.id));
  const isUnmade = ofLeft(steps).some(({ status }) => status === 'failed' || status === 'refused');
  const args = { rules: shown(left), isUnmade, notBack: whyNotBack(ofLeft(aside)) };
  const about = { account: account.name };
  return [
    ...(back.length === 0
      ? []
      : [{ code: 'put-back', args: { rules: shown(back) }, severity: 'info', ...about } as const]),
    ...(left.length === 0 ? [] : [{ code: 'left-parked', args, severity: 'warning', ...about } as const]),
  ];
}

/** As it was before it was put aside. */
function nameOf(live: LiveRule): string {
  return canonicalName(unparked(live).name);
}

function idsOf(aside: readonly Aside[]): string[] {
  return aside.flatMap(({ change }) => change.id ?? []);
}

/** Why the first of them that was tried could not be put back. */
function whyNotBack(aside: readonly Aside[]): ArgsOf<'left-parked'>['notBack'] {
  const failed = aside.find(({ error }) => error !== undefined)?.error;
  if (failed !== undefined) return { said: failed.said ?? failed.message };
  return aside.some(({ back, refused }) => back === 'refused' && refused === 'name-not-free') ? 'name-taken' : null;
}
