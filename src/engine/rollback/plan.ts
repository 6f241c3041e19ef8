/**
 * The plan back to before a run, from the journal and the live rules, in the shapes of any plan: it is shown, guarded,
 * reviewed and carried out like one. Only rules that the run touched are in it. For each change of the run:
 *
 * 1. `wayBack` tells whether the run made it, and what is live now;
 * 2. `workBack` recalls the rule as it was, and makes the change back;
 * 3. `refusalOf`, and then the names, tell which of these changes cannot be made.
 */
import type { Diagnostic, Finding, Severity } from '../../diagnostics/diagnostic.ts';
import { compareText } from '../../model/compare-text.ts';
import { firstGlob } from '../../model/glob.ts';
import type { OutcomeLine } from '../../model/journal.ts';
import type { DeclaredRule, LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { refusing, type Work, withDependentsRefused, withoutKept } from '../../planning/changes.ts';
import { type Guarding, withGuards } from '../../planning/guards.ts';
import { unknownKeys } from '../../planning/losses.ts';
import type { AccountPlan } from '../../planning/plan-account.ts';
import type { JournalContent } from '../journal/read.ts';
import { sealOfId } from '../journal/trust.ts';
import type { Account, Planned } from '../plan.ts';
import { changeNotices, heldBack, leftAlone, lossesOf, type Returning } from './notices.ts';
import { recall } from './recall.ts';
import { refusalOf, withTakenRefused } from './refusals.ts';
import { mayLand, type RollbackInput, type RunChange, viewOf, wayBack } from './way-back.ts';
import { workBack } from './work-back.ts';

/** Gives what makes, from live rules, the plan that undoes a run for an account. */
export function rollbackPlanner(
  account: Account,
  { plan, outcomes, parts }: Pick<JournalContent, 'plan' | 'outcomes' | 'parts'>,
  known: Pick<RollbackInput, 'variable' | 'at'>,
): (live: readonly LiveRule[]) => Pick<Planned, 'account' | 'planned' | 'leftToDo'> {
  const { name, settings, flags, redactor, keys = [] } = account;
  const sealedBy = parts?.find((part) => part.account === name)?.keyId;
  // Tags of an earlier key fit that key alone.
  const tags = keys.find(({ keyId }) => keyId === sealedBy) ?? redactor;
  const ofChange = new Map<number, OutcomeLine[]>();
  for (const one of outcomes) ofChange.set(one.change, [...(ofChange.get(one.change) ?? []), one]);
  const run = plan.changes.flatMap((change, index): RunChange[] => {
    const own = (ofChange.get(index) ?? []).map((one): OutcomeLine => {
      const isOurs =
        parts !== null || change.id !== null || one.id === null || one.seal === sealOfId(plan.run, one, redactor);
      return isOurs ? one : { ...one, id: null };
    });
    return change.account === name ? [{ change, outcomes: own }] : [];
  });
  const input = { account: name, of: plan.run, run, settings, flags, redactor, tags, ...known };
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

/** No file declares what comes back. */
const NOWHERE = { file: '', document: 0, path: [], offset: 0 };

/** The way back of an account with all that is to be said about it, and the rules that come back. */
export function rollbackPlan(input: RollbackInput): { plan: AccountPlan; declared: DeclaredRule[] } {
  const { account, run, live, redactor } = input;
  const notices: Diagnostic[] = [];
  const say = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, ...(rule === undefined ? {} : { rule: redactor.text(rule) }) });
  };
  const view = viewOf(input);
  const ways = run.map((one) => ({ ...one, way: wayBack(one, view) }));
  const found: Work[] = [];
  const declared: DeclaredRule[] = [];
  const returning: Returning[] = [];
  for (const { change, way } of ways) {
    if (way.kind === 'left') say('warning', leftAlone(way, change.op), change.name);
    if (way.kind === 'as-before' && way.kept !== null && way.live !== null) {
      const { doubts } = recall(way.kept, way.live.body, change.wanted, view.known);
      returning.push({ name: change.name, kept: way.kept, doubts, work: null, isGone: false });
    }
    if (way.kind !== 'back') continue;
    const { work: made, recalled } = workBack(change, way, { ...view, account, redactor });
    const { name } = made.change;
    const refusal = refusalOf(made, recalled, input);
    const back = refusal === null ? made : refusing(made, refusal.refused);
    for (const { severity, finding } of changeNotices(way, refusal, redactor)) say(severity, finding, name);
    found.push(back);
    if (way.kept === null || recalled === null) continue;
    const { body, doubts, references } = recalled;
    declared.push({ body, references, enabled: way.kept.enabled, renamedFrom: null, spot: NOWHERE, file: null });
    returning.push({ name, kept: way.kept, doubts, work: back, isGone: way.isGone });
  }
  const possible = withoutKept(found, live);
  const work = withDependentsRefused(withTakenRefused(possible, live));
  const refused = new Map(possible.map((item, index) => [item, work[index]]));
  for (const one of returning) if (one.work !== null) one.work = refused.get(one.work) ?? one.work;
  work.sort((a, b) => compareText(a.change.name, b.change.name) || compareText(a.change.id ?? '', b.change.id ?? ''));

  for (const loss of lossesOf(returning)) say('warning', loss);
  const held = heldBack(work);
  if (held !== null) say('warning', held);
  const late = ways.filter((one) => mayLand(one, one.way, input.at)).map(({ change }) => change.name);
  if (late.length > 0) say('warning', { code: 'may-land', args: { rules: late.sort() } });
  const keys = unknownKeys(live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(redactor.text) } });
  const unchanged = ways.filter(({ way }) => way.kind === 'as-before' && way.live !== null).length;
  const counts = countsOf(work, unchanged, live.length);
  const plan = { work, counts, notices, declaredBefore: null, guarding: guardingOf(input), guarded: false };
  return { plan: withGuards(plan), declared };
}

function countsOf(work: readonly Work[], unchanged: number, live: number): AccountPlan['counts'] {
  const counts = { create: 0, replace: 0, delete: 0, unchanged, kept: 0 };
  for (const { change } of work) counts[change.op] += 1;
  return { ...counts, kept: live - counts.replace - counts.delete - unchanged };
}

function guardingOf({ account, of, live, settings, flags }: RollbackInput): Guarding {
  const ignoredBy = firstGlob(settings.ignore);
  const ignored = live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length;
  return {
    account,
    // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
    facts: { declared: 1, matched: 1, live: live.length, ignored },
    guard: settings.guard,
    flags,
    violated: false,
    rollbackOf: of,
  };
}
