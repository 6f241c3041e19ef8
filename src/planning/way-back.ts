/**
 * The plan back to before a run, from its snapshot and the live rules, in the shape of any plan: it is shown, guarded,
 * reviewed and carried out like one. Only the rules of the run are in it, and for each of them, in this order:
 *
 * 1. as it was before the run: nothing to do;
 * 2. as the run made it, up to what services store in their own way: the change back;
 * 3. anything else: refused, since somebody has edited it.
 *
 * How the changes of the run ended plays no part.
 */
import type { Diagnostic, Finding, Severity } from '../diagnostics/diagnostic.ts';
import { compareText } from '../model/compare-text.ts';
import { firstGlob } from '../model/glob.ts';
import { groupBy } from '../model/group-by.ts';
import { countOps } from '../model/plan.ts';
import type { RuleBody } from '../model/rule.ts';
import type { KeptBody, KeptChange, KeptRule, SnapshotPart } from '../model/snapshot.ts';
import { canonicalLive, canonicalName } from './canonical.ts';
import { byName, patchBetween, refusing, type Work, withDependentsRefused, workOf } from './changes.ts';
import { missingField } from './checks/actions.ts';
import { type Comparison, comparison } from './compared.ts';
import { withGuards } from './guards.ts';
import { canonicalKept, comparable, recall, type TextSources, type TextTag } from './kept-rule.ts';
import { unknownLiveKeys, unsendableTypes, type Verdict } from './losses.ts';
import type { Candidate } from './matching.ts';
import type { AccountInput, AccountPlan } from './plan-account.ts';
import { isStoredForm, withSetOperator } from './stored-form.ts';
import { heldBack, lossesOf, type Returning, verdictOn, withTakenRefused } from './way-back-limits.ts';

export interface WayBackInput
  extends Pick<AccountInput, 'account' | 'baseUrl' | 'live' | 'settings' | 'flags' | 'redactor'>,
    TextSources {
  part: SnapshotPart;
}

interface Found {
  change: KeptChange;
  live: Candidate | null;
  state: 'as-it-was' | 'as-made' | 'edited';
  paths: string[];
  /** Whether fields that are ignored count. */
  compared: Comparison;
}

export interface WayBack {
  plan: AccountPlan;
  returning: Returning[];
  /** The changes that would make everything exactly as it was, for the comparison at the end. */
  left: Work[];
}

/** The way back of an account, with everything to report about it. */
export function planWayBack(input: WayBackInput): WayBack {
  const { account, live, settings, flags, redactor } = input;
  const notices: Diagnostic[] = [];
  const note = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, rule: rule && redactor.text(rule) });
  };
  const { found, missing } = foundOf(input);
  const made: Work[] = [];
  const befores: (KeptRule | null)[] = [];
  const left: Work[] = [];
  let unchanged = 0;
  for (const one of found) {
    const { work, recalled } = workBack(one, input);
    const { name, patch } = work.change;
    if (patch.length > 0) left.push(work);
    const { refused, findings } = one.state === 'edited' ? edited(one) : verdictOn(work, recalled, input);
    if (one.state === 'as-it-was' || (refused === undefined && patch.length === 0)) {
      unchanged += 1;
      continue;
    }
    for (const finding of findings) note(refused === undefined ? 'warning' : 'error', finding, name);
    made.push(refused === undefined ? work : refusing(work, refused));
    befores.push(one.change.before);
  }
  for (const { name } of missing) note('warning', { code: 'rollback-create-missing', args: {} }, name);
  const work = withDependentsRefused(withTakenRefused(made, live));
  const returning = work.flatMap((item, index): Returning[] => {
    const before = befores[index];
    return before == null ? [] : [{ before, work: item }];
  });
  for (const one of returning) for (const loss of lossesOf(one)) note('warning', loss, one.work.change.name);
  const { held, because } = heldBack(work);
  for (const { change } of held) note('warning', { code: 'rollback-deletes-held', args: { because } }, change.name);
  for (const finding of unknownLiveKeys(live, redactor)) note('info', finding);

  const ops = countOps(work.map(({ change }) => change));
  const ignoredBy = firstGlob(settings.ignore);
  const ignored = live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length;
  const plan = withGuards({
    work: work.sort(byName),
    counts: { ...ops, unchanged, kept: live.length - ops.replace - ops.delete - unchanged },
    notices,
    declaredBefore: null,
    guarding: {
      account,
      // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
      facts: { declared: 1, matched: 1, live: live.length, ignored },
      guard: settings.guard,
      flags,
      violated: false,
      isRollback: true,
    },
    guarded: false,
  });
  return { plan, returning, left };
}

function edited({ change: { op }, live, paths }: Found): Verdict {
  const args = { op, paths, isGone: live === null };
  return { refused: 'edited-since', findings: [{ code: 'edited-since', args }] };
}

/** The rules of the run now. `missing`: creates that are not found, though rules appeared that may be them. */
function foundOf({ part, live, settings, tag }: WayBackInput): { found: Found[]; missing: KeptChange[] } {
  const whole = lookingAt(comparison({ ...settings, ignoreDifferences: [] }), tag);
  const ignoring = lookingAt(comparison(settings), tag);
  const all = live.map((rule): Candidate => ({ live: rule, body: canonicalLive(rule) }));
  const byId = new Map(all.map((one) => [one.live.id, one]));
  const earlier = new Set(part.live.map(({ id }) => id));
  // Only these can be the work of the run, or of somebody since.
  const added = all.filter((one) => !earlier.has(one.live.id));
  added.sort((a, b) => compareText(a.live.createdAt, b.live.createdAt) || compareText(a.live.id, b.live.id));
  const addedByName = groupBy(added, ({ body }) => body.name);
  const taken = new Set<Candidate>();
  const found: Found[] = [];

  const take = (change: KeptChange, one: Candidate, { found: foundAs } = whole) => {
    taken.add(one);
    found.push(foundAs(change, one));
  };
  const gone = (change: KeptChange, state: Found['state']) => {
    found.push({ change, live: null, state, paths: [], compared: whole.compared });
  };
  /** The rules that appeared since under a name that may be shown in part, and that nothing has taken. */
  const named = (kept: KeptRule | KeptBody) => {
    const alike =
      typeof kept.name === 'string'
        ? (addedByName.get(canonicalName(kept.name)) ?? [])
        : added.filter((one) => whole.as(kept, one).name === one.body.name);
    return alike.filter((one) => !taken.has(one));
  };
  /** One of those that is as a rule was before the run. */
  const again = (before: KeptRule) => {
    const free = named(before);
    return free.find((one) => whole.isExactly(before, one)) ?? free.find((one) => whole.isStored(before, one));
  };

  const deleted: { change: KeptChange; before: KeptRule }[] = [];
  const created: { change: KeptChange; after: KeptBody }[] = [];
  for (const change of part.changes) {
    const { before, after } = change;
    if (before === null) {
      if (after !== null) created.push({ change, after });
      continue;
    }
    const own = byId.get(before.id);
    const made = own ?? (after && named(after).find((one) => whole.isStored(after, one))) ?? again(before);
    // An ignored field that the run changed is a part of what it did.
    const isIgnoring = own !== undefined && after !== null && changesAlike(before, after, ignoring.compared);
    if (made !== undefined) take(change, made, isIgnoring ? ignoring : whole);
    else if (after === null) deleted.push({ change, before });
    else gone(change, 'edited');
  }
  for (const { change, before } of deleted) {
    const [one] = named(before);
    if (one === undefined) gone(change, 'as-made');
    else take(change, one);
  }
  // Of what was not there before the run, the rest may be what it created: first under its name, then under another.
  const unmet = created.filter(({ change, after }) => {
    const own = named(after);
    for (const one of own) take(change, one);
    return own.length === 0;
  });
  const addedAlike = groupBy(added, ({ body }) => JSON.stringify(conditionOf(body)));
  const missing = unmet.filter(({ change, after }) => {
    const condition = conditionOf(after);
    // A secret is not known from its text.
    const isPlain = condition.every((text) => typeof text !== 'object' || text === null);
    const candidates = isPlain ? (addedAlike.get(JSON.stringify(condition)) ?? []) : added;
    const one = candidates.find((free) => !taken.has(free) && whole.isStored({ ...after, name: free.body.name }, free));
    if (one !== undefined) take(change, one);
    return one === undefined;
  });
  const isAnyFree = added.some((free) => !taken.has(free));
  return { found, missing: isAnyFree ? missing.map(({ change }) => change) : [] };
}

function lookingAt(compared: Comparison, tag: TextTag) {
  const as = (kept: KeptRule | KeptBody, { body }: Candidate) => compared.over(comparable(kept, body, tag), body);
  const isExactly = (kept: KeptRule, one: Candidate) =>
    compared.isSame(withSetOperator(as(kept, one)), withSetOperator(one.body));
  const isStored = (kept: KeptRule | KeptBody, one: Candidate) => isStoredForm(one.body, as(kept, one));
  const stateOf = ({ before, after }: KeptChange, one: Candidate): Found['state'] => {
    // The run cannot have made what no request can carry.
    const isMade = after !== null && isStored(after, one) && !(before === null && hasUnsendable(one));
    // Of a field that the service never shows, nobody can tell.
    const isHidden = isMade && missingField(one.body).length > 0;
    if (before !== null && isExactly(before, one) && !isHidden) return 'as-it-was';
    if (isMade) return 'as-made';
    return before !== null && isStored(before, one) ? 'as-it-was' : 'edited';
  };
  const pathsOf = ({ before, after }: KeptChange, one: Candidate): string[] => {
    const kept = after ?? before;
    const patch = kept && patchBetween(compared.ordered(as(kept, one)), compared.ordered(one.body));
    const paths = (patch ?? []).map(({ path }) => path.slice(1));
    return before === null && hasUnsendable(one) ? [...paths, 'actions'] : paths;
  };
  const found = (change: KeptChange, live: Candidate): Found => {
    const state = stateOf(change, live);
    return { change, live, state, paths: state === 'edited' ? pathsOf(change, live) : [], compared };
  };
  return { compared, as, isExactly, isStored, found };
}

function hasUnsendable({ live }: Candidate): boolean {
  return unsendableTypes(live).length > 0;
}

/** Whether a run changed nothing that is ignored. Globs go by the name of a rule: of a rename, nobody can tell. */
function changesAlike(before: KeptRule, after: KeptBody, { over, isSame }: Comparison): boolean {
  const plain = (kept: KeptRule | KeptBody) =>
    canonicalKept(kept, (text) => (typeof text === 'string' ? text : text.tag));
  const [was, made] = [plain(before), plain(after)];
  return was.name === made.name && isSame(over(was, made), was);
}

function conditionOf({ condition: { aiInstructions, static: matchers } }: RuleBody | KeptBody) {
  return [aiInstructions, matchers.from, matchers.to, matchers.subject];
}

/** The change from a live rule to the rule as it was; with that rule, null if there was none. */
function workBack({ change: { before, after }, live, compared }: Found, input: WayBackInput) {
  const now = live?.body ?? null;
  const made = after && recall(after, now, input);
  const was = before && recall(before, now, input);
  const wanted = was && (now === null ? was.body : compared.sent(was.body, now));
  const isRenamed = wanted !== null && now !== null && now.name !== wanted.name;
  const more = isRenamed ? { renamedFrom: input.redactor.text(now.name) } : {};
  // A value of a variable in one form of a rule is that variable's in the other too.
  const secrets = { live: [made, was], wanted: [was, made] };
  const work = workOf({ candidate: live, wanted, secrets }, { ...input, comparison: compared }, more);
  return { work, recalled: was && wanted && { ...was, body: wanted } };
}
