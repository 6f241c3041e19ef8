/**
 * The plan back to before a run. Pure: from the journal and the live rules, in the shapes of any plan, so that it is
 * shown, guarded, reviewed and carried out like one. Only rules that the run touched are in it.
 */
import type { Diagnostic, Finding, Severity } from '../../model/diagnostic.ts';
import type { PlanSettings } from '../../model/project.ts';
import type { DeclaredRule, LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { comparison } from '../../planning/compared.ts';
import { refuseDependents } from '../../planning/dependents.ts';
import { firstGlob } from '../../planning/glob.ts';
import { withGuards } from '../../planning/guards.ts';
import { compareText } from '../../planning/matching.ts';
import { type AccountPlan, type PlanFlags, unsendableTypes } from '../../planning/plan-account.ts';
import type { Veil } from '../../planning/secrets.ts';
import { unknownKeys } from '../../planning/unknown-keys.ts';
import type { Work } from '../../planning/work.ts';
import { lossesOf, type Returning } from './losses.ts';
import { type Known, recall } from './recall.ts';
import { refusalOf } from './refusals.ts';
import { idsOf, type Live, liveById, type RunChange, type View, type Way, wayBack } from './way-back.ts';
import { workBack } from './work-back.ts';

export interface RollbackInput {
  account: string;
  /** The changes of the run in this account. */
  run: readonly RunChange[];
  live: readonly LiveRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  veil: Veil;
  variable: Known['variable'];
  /** Whether the tags of the journal were made with the key of this veil. */
  comparable: boolean;
  /** The ids that were live when the rollback was planned, to tell what it made since; null while it is planned. */
  planned: ReadonlySet<string> | null;
}

export interface RollbackPlan {
  plan: AccountPlan;
  /** The rules that come back. */
  declared: DeclaredRule[];
}

/** No file declares what comes back. */
const NOWHERE = { file: '', document: 0, path: [], offset: 0 };

type Back = Extract<Way, { kind: 'back' }>;

/** Takes an account of a run with its live rules, gives its way back and all that is to be said about it. */
export function rollbackPlan(input: RollbackInput): RollbackPlan {
  const { account, run, live, settings, flags, veil } = input;
  const notices: Diagnostic[] = [];
  const say = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, ...(rule === undefined ? {} : { rule: veil.text(rule) }) });
  };
  const view = viewOf(input);
  const ways = run.map((one) => ({ ...one, way: wayBack(one, view) }));
  const work: Work[] = [];
  const declared: DeclaredRule[] = [];
  const returning: Returning[] = [];
  let unchanged = 0;
  for (const { change, way } of ways) {
    if (way.kind === 'left') say('warning', leftAlone(way.why, change.op), change.name);
    if (way.kind === 'as-before') {
      unchanged += way.live === null ? 0 : 1;
      if (way.kept !== null && way.live !== null) {
        const { doubts } = recall(way.kept, way.live.body, change.wanted, view.known);
        returning.push({ name: change.name, kept: way.kept, doubts, work: null, isGone: false });
      }
    }
    if (way.kind !== 'back') continue;
    const back = workBack(change, way, { account, veil, comparison: view.comparison, known: view.known });
    const { name } = back.work.change;
    const refusal = refusalOf(back.work, back.recalled, { settings, flags });
    if (refusal !== null) back.work.change.refused = refusal.refused;
    for (const finding of refusal?.findings ?? []) say('error', finding, name);
    if (way.since.length > 0) say('warning', changedSince(way), name);
    if (refusal === null) sayOfIntegrations(way, say, name);
    work.push(back.work);
    if (way.kept === null || back.recalled === null) continue;
    const { body, doubts, references } = back.recalled;
    declared.push({ body, references, enabled: way.kept.enabled, renamedFrom: null, spot: NOWHERE });
    returning.push({ name, kept: way.kept, doubts, work: back.work, isGone: way.isGone });
  }
  refuseTaken(work, live);
  refuseDependents(work);

  for (const loss of lossesOf(returning)) say('warning', loss);
  if (isOtherInbox(ways, input)) say('warning', { code: 'rollback-other-inbox', args: {} });
  const keys = unknownKeys(live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(veil.text) } });
  work.sort((a, b) => compareText(a.change.name, b.change.name) || compareText(a.change.id ?? '', b.change.id ?? ''));

  const counts = { create: 0, replace: 0, delete: 0, unchanged, kept: 0 };
  for (const { change } of work) counts[change.op] += 1;
  counts.kept = live.length - counts.replace - counts.delete - unchanged;
  const ignoredBy = firstGlob(settings.ignore);
  const ignored = live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length;
  const guarding = {
    account,
    // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
    facts: { declared: 1, matched: 1, live: live.length, ignored },
    maxDeletes: settings.maxDeletes,
    flags: { allowEmpty: flags.allowEmpty, maxDeletes: flags.maxDeletes },
    violated: false,
  };
  const plan = withGuards({ work, counts, notices, declaredBefore: null, guarding, guarded: false });
  return { plan, declared };
}

function viewOf({ run, live, settings, veil, variable, comparable, planned }: RollbackInput): View {
  const byId = liveById(live);
  const own = idsOf(run);
  const others = new Map<string, Live[]>();
  for (const one of byId.values()) {
    if (own.has(one.rule.id)) continue;
    const name = canonicalName(one.rule.name);
    const known = others.get(name);
    if (known === undefined) others.set(name, [one]);
    else known.push(one);
  }
  return {
    comparison: comparison(settings),
    known: { variable, veil, comparable },
    byId,
    others: (name) => others.get(name) ?? [],
    isNew: ({ id }) => planned !== null && !planned.has(id),
  };
}

function leftAlone(why: 'unclear' | 'made-anew', op: RunChange['change']['op']): Finding {
  return why === 'unclear' ? { code: 'rollback-unclear', args: { op } } : { code: 'rollback-made-anew', args: {} };
}

function changedSince({ kept, since }: Back): Finding {
  return { code: 'rollback-changed-since', args: { op: kept === null ? 'delete' : 'replace', fields: since } };
}

function sayOfIntegrations(
  { kept, live }: Back,
  say: (severity: Severity, finding: Finding, rule: string) => void,
  name: string,
) {
  const types = live === null ? [] : unsendableTypes(live.rule);
  const op = kept === null ? 'delete' : 'replace';
  if (types.length > 0) say('warning', { code: 'integration-lost', args: { types, op } }, name);
}

/** Names stay unique: a rule does not come back beside another that has its name and keeps it. */
function refuseTaken(work: readonly Work[], live: readonly LiveRule[]): void {
  const moved = new Set(work.map((item) => item.live?.id));
  const taken = new Set(live.filter(({ id }) => !moved.has(id)).map(({ name }) => canonicalName(name)));
  // Those that keep their names come first.
  const staying = (item: Work) => item.live !== null && canonicalName(item.live.name) === item.wanted?.name;
  for (const item of [...work.filter(staying), ...work.filter((one) => !staying(one))]) {
    const { wanted, change } = item;
    if (wanted === null || change.refused !== undefined) continue;
    if (taken.has(wanted.name) && !staying(item)) change.refused = 'name-not-free';
    else taken.add(wanted.name);
  }
}

/** Whether none of the rules that the run left is there, while the key is another one. */
function isOtherInbox(ways: readonly (RunChange & { way: Way })[], { comparable, live }: RollbackInput): boolean {
  if (comparable || ways.every(({ way }) => way.kind === 'not-made')) return false;
  const left = idsOf(ways.filter(({ change }) => change.op !== 'delete'));
  return left.size > 0 ? !live.some(({ id }) => left.has(id)) : true;
}
