/**
 * The plan back to before a run. Pure: from the journal and the live rules, in the shapes of any plan, so that it is
 * shown, guarded, reviewed and carried out like one. Only rules that the run touched are in it.
 */
import type { Diagnostic, Finding, Severity } from '../../diagnostics/diagnostic.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { withoutKept } from '../../planning/changes.ts';
import { withDependentsRefused } from '../../planning/dependents.ts';
import { firstGlob } from '../../planning/glob.ts';
import { type Guarding, withGuards } from '../../planning/guards.ts';
import { compareText } from '../../planning/matching.ts';
import type { AccountPlan } from '../../planning/plan-account.ts';
import { unknownKeys } from '../../planning/unknown-keys.ts';
import { wasParked } from '../journal/read.ts';
import { lossesOf, type Returning } from './losses.ts';
import { refuseTaken } from './names.ts';
import { recall } from './recall.ts';
import { refusalOf } from './refusals.ts';
import { heldBack, isOtherInbox, leftAlone, saidOf } from './said.ts';
import { type RollbackInput, viewOf } from './view.ts';
import { mayLand, wayBack } from './way-back.ts';
import { workBack } from './work-back.ts';

export interface RollbackPlan {
  plan: AccountPlan;
  /** The rules that come back. */
  declared: DeclaredRule[];
}

/** No file declares what comes back. */
const NOWHERE = { file: '', document: 0, path: [], offset: 0 };

/** Takes an account of a run with its live rules, gives its way back and all that is to be said about it. */
export function rollbackPlan(input: RollbackInput): RollbackPlan {
  const { account, run, live, veil } = input;
  const notices: Diagnostic[] = [];
  const say = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, ...(rule === undefined ? {} : { rule: veil.text(rule) }) });
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
    const back = workBack(change, way, { ...view, account, veil });
    const { name } = back.work.change;
    const refusal = refusalOf(back.work, back.recalled, input);
    if (refusal !== null) back.work.change.refused = refusal.refused;
    for (const { severity, finding } of saidOf(way, back.work, refusal, veil)) say(severity, finding, name);
    found.push(back.work);
    if (way.kept === null || back.recalled === null) continue;
    const { body, doubts, references } = back.recalled;
    declared.push({ body, references, enabled: way.kept.enabled, renamedFrom: null, spot: NOWHERE });
    returning.push({ name, kept: way.kept, doubts, work: back.work, isGone: way.isGone });
  }
  let work = withoutKept(found, live);
  refuseTaken(work, live);
  for (const { name, kept, work: back } of returning) {
    const earlier = back?.change.refused === 'name-not-free' && wasParked(kept) ? input.parkedBy(kept.id) : null;
    if (earlier !== null) say('error', { code: 'rollback-parked-by', args: { run: earlier } }, name);
  }
  work = withDependentsRefused(work);
  work.sort((a, b) => compareText(a.change.name, b.change.name) || compareText(a.change.id ?? '', b.change.id ?? ''));

  for (const loss of lossesOf(returning)) say('warning', loss);
  const held = heldBack(work);
  if (held !== null) say('warning', held);
  const late = ways.filter((one) => mayLand(one, one.way, input.at)).map(({ change }) => change.name);
  if (late.length > 0) say('warning', { code: 'may-land', args: { rules: late.sort() } });
  if (isOtherInbox(ways, input)) say('warning', { code: 'rollback-other-inbox', args: {} });
  const keys = unknownKeys(live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(veil.text) } });
  const unchanged = ways.filter(({ way }) => way.kind === 'as-before' && way.live !== null).length;
  const plan = {
    work,
    counts: countsOf(work, unchanged, live.length),
    notices,
    declaredBefore: null,
    guarding: guardingOf(input),
    guarded: false,
  };
  return { plan: withGuards(plan), declared };
}

function countsOf(work: readonly Work[], unchanged: number, live: number): AccountPlan['counts'] {
  const counts = { create: 0, replace: 0, delete: 0, unchanged, kept: 0 };
  for (const { change } of work) counts[change.op] += 1;
  return { ...counts, kept: live - counts.replace - counts.delete - unchanged };
}

function guardingOf({ account, of, live, settings, flags: { allowEmpty, maxDeletes } }: RollbackInput): Guarding {
  const ignoredBy = firstGlob(settings.ignore);
  const ignored = live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length;
  return {
    account,
    // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
    facts: { declared: 1, matched: 1, live: live.length, ignored },
    maxDeletes: settings.maxDeletes,
    flags: { allowEmpty, maxDeletes },
    violated: false,
    rollbackOf: of,
  };
}
