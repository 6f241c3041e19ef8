/**
 * The plan back to before a run. It is made by `planAccount`, and its declared side is the snapshot: the rules of that run
 * alone, as they were before it. Each of them is found by its id, then by its name, and is
 *
 * 1. as it was before the run: nothing to do;
 * 2. as the run made it, up to what services store in their own way: the change back, to the rule as it was received;
 * 3. anything else: refused, since somebody has edited it.
 *
 * Where several live rules may be the one that is meant, the change is refused too. How the changes of the run ended plays
 * no part.
 */
import type { Diagnostic, Finding, Severity } from '../diagnostics/diagnostic.ts';
import { firstGlob } from '../model/glob.ts';
import { groupBy } from '../model/group-by.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../model/rule.ts';
import type { KeptChange, SnapshotPart } from '../model/snapshot.ts';
import type { RuleWithReferences } from './account-redactor.ts';
import { canonicalLive, canonicalName, sendableRule } from './canonical.ts';
import { type Work, withDependentsRefused } from './changes.ts';
import { sortedNotices } from './guards.ts';
import type { Verdict } from './losses.ts';
import type { Matching } from './matching.ts';
import { type AccountInput, type AccountPlan, planAccount } from './plan-account.ts';
import { withSetOperator } from './stored-form.ts';
import { heldBack, lossesOf, type Returning, verdictOn, withTakenRefused } from './way-back-limits.ts';
import { type Found, foundOf, hidesFields } from './way-back-pairs.ts';

export interface WayBackInput
  extends Pick<AccountInput, 'account' | 'baseUrl' | 'live' | 'settings' | 'flags' | 'redactor'> {
  part: Pick<SnapshotPart, 'live' | 'changes'>;
}

export interface WayBack {
  plan: AccountPlan;
  returning: Returning[];
}

/** The way back of an account, with everything to report about it. */
export function planWayBack(input: WayBackInput): WayBack {
  const { account, live, redactor } = input;
  const notices: Diagnostic[] = [];
  const note = (severity: Severity, finding: Finding, rule: string) => {
    notices.push({ ...finding, severity, account, rule: redactor.text(rule) });
  };
  const { found, missing } = foundOf(input);
  const open = withSharedNames(found.filter(({ state }) => state !== 'as-it-was'));
  const planned = planBack(open, input, sendableRule, verdictOf);
  const work = withDependentsRefused(withTakenRefused(planned.plan.work, live));
  const returning = work.flatMap((item): Returning[] => {
    const before = planned.foundFor(item).change.before;
    return before === null ? [] : [{ before, work: item }];
  });

  for (const { name } of missing) note('warning', { code: 'rollback-create-missing', args: {} }, name);
  for (const one of returning) for (const loss of lossesOf(one, redactor)) note('warning', loss, one.work.change.name);
  const { held, because } = heldBack(work);
  for (const { change } of held) note('warning', { code: 'rollback-deletes-held', args: { because } }, change.name);
  const { counts } = planned.plan;
  const unchanged = counts.unchanged + found.length - open.length;
  const plan: AccountPlan = {
    ...planned.plan,
    work,
    counts: { ...counts, unchanged, kept: live.length - counts.replace - counts.delete - unchanged },
    notices: sortedNotices([...planned.plan.notices, ...notices]),
  };
  return { plan, returning };
}

/** The changes that would make everything exactly as it was, for the comparison at the end. */
export function leftOfWayBack(input: WayBackInput): Work[] {
  const allowed: Verdict = { refused: undefined, findings: [] };
  return planBack(foundOf(input).found, input, canonicalLive, () => allowed).plan.work;
}

/** Plans the changes back of these rules, and touches no other. `bodyOf`: what is sent of a rule as it was. */
function planBack(
  found: readonly Found[],
  input: WayBackInput,
  bodyOf: (before: LiveRule) => RuleBody,
  verdictFor: (one: Found, item: Work, input: WayBackInput) => Verdict,
) {
  const { live, settings } = input;
  const byRule = new Map<RuleWithReferences, Found>();
  const foundFor = ({ rule, change }: Work): Found => {
    const one = rule == null ? undefined : byRule.get(rule);
    if (one === undefined) throw new Error(`No change of the run is taken back by ${change.digest}`);
    return one;
  };
  const matching: Matching = { matches: [], left: [], spent: [] };
  for (const one of found) {
    const { live: candidate, change, was, made, compared } = one;
    const { before } = change;
    if (before !== null && was !== null) {
      const rule: DeclaredRule = { ...NO_FILE, body: fitted(bodyOf(before), one), references: referencesOf(change) };
      const from = candidate === null || candidate.body.name === was.name ? null : candidate.body.name;
      const isSame = candidate !== null && compared.isSame(fitted(was, one), candidate.body);
      const equal = isSame && !hidesFields(candidate);
      matching.matches.push({ rule, candidate, from, wanted: rule.body, equal });
      byRule.set(rule, one);
    } else if (candidate !== null && made !== null) {
      const rule = { body: made, references: referencesOf(change) };
      matching.left.push({ name: candidate.body.name, rest: [candidate], of: 1, reason: undefined, rule });
      byRule.set(rule, one);
    }
  }
  const ignoredBy = firstGlob(settings.ignore);
  const plan = planAccount(
    {
      ...input,
      declared: matching.matches.map(({ rule }) => rule),
      // What these settings say of rules in files is decided for each rule of the run: see `foundOf` and `verdictOn`.
      settings: { ...settings, undeclared: 'delete', ignore: [], ignoreDifferences: [] },
      declaredBefore: null,
      violations: [],
      placeOf: () => undefined,
    },
    {
      matching,
      verdictOn: (item) => verdictFor(foundFor(item), item, input),
      // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
      facts: {
        declared: 1,
        matched: 1,
        live: live.length,
        ignored: live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length,
      },
    },
  );
  return { plan, foundFor };
}

const NO_FILE = {
  renamedFrom: null,
  enabled: null,
  spot: { file: '', document: 0, path: [], offset: 0 },
  file: null,
} as const;

/** The texts that stand where a variable was, on either side of the run: shown as secrets on both sides of the way back. */
function referencesOf({ variables: { before, after } }: KeptChange): DeclaredRule['references'] {
  const own = new Set(before.map(({ path }) => path.join('/')));
  return [...before, ...after.filter(({ path }) => !own.has(path.join('/')))];
}

/** A rule as it was, for its live one: with the live values of ignored fields. */
function fitted(body: RuleBody, { live, compared }: Found): RuleBody {
  if (live === null) return body;
  const { condition } = body;
  // A service that sets an operator by itself cannot be made to forget it. AND means the same as none.
  const isSet = condition.conditionalOperator === null && live.body.condition.conditionalOperator !== null;
  return compared.sent(isSet ? withSetOperator(body) : body, live.body);
}

function verdictOf({ state, change, live, paths }: Found, item: Work, input: WayBackInput): Verdict {
  switch (state) {
    case 'edited': {
      const args = { op: change.op, paths, isGone: live === null };
      return { refused: 'edited-since', findings: [{ code: 'edited-since', args }] };
    }
    case 'several-live':
    case 'several-before':
      return { refused: 'name-not-unique', findings: [{ code: 'name-not-unique', args: { several: state } }] };
    default:
      return verdictOn(item, input);
  }
}

/** Names tell rules apart: of several that had one name before the run, none can come back under it. */
function withSharedNames(open: readonly Found[]): Found[] {
  const byName = groupBy(open, ({ was }) => was?.name ?? null);
  return open.map((one) => {
    const isShared = one.was !== null && (byName.get(one.was.name)?.length ?? 0) > 1;
    return isShared && one.state !== 'edited' ? { ...one, state: 'several-before' } : one;
  });
}
