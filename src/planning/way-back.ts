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
import type { LiveRule, RuleBody } from '../model/rule.ts';
import type { KeptBody, KeptChange, KeptRule, SnapshotPart } from '../model/snapshot.ts';
import { canonicalLive, canonicalName } from './canonical.ts';
import { patchBetween, refusing, type Work, withDependentsRefused, workOf } from './changes.ts';
import { missingField } from './checks/actions.ts';
import { type Comparison, comparison } from './compared.ts';
import { withGuards } from './guards.ts';
import { canonicalKept, comparable, type Recalled, recall, type TextSources } from './kept-rule.ts';
import { lost, unknownKeys, unsendableTypes, wouldDrop } from './losses.ts';
import type { AccountInput, AccountPlan } from './plan-account.ts';
import { isStoredForm, withOperator } from './stored-form.ts';
import { bothSecrets, heldBack, lossesOf, type Returning, refusalOf, withTakenRefused } from './way-back-limits.ts';

export interface WayBackInput
  extends Pick<AccountInput, 'account' | 'live' | 'settings' | 'flags' | 'redactor'>,
    TextSources {
  part: Pick<SnapshotPart, 'live' | 'changes'>;
}

/** A live rule with its canonical form. */
interface Live {
  rule: LiveRule;
  body: RuleBody;
}

/** A rule of the run as it is now. `live`: null where it is gone. */
interface Found {
  change: KeptChange;
  live: Live | null;
  /** `edited`: at these paths. */
  state: { is: 'as-it-was' | 'as-made' } | { is: 'edited'; paths: string[] };
  /** Whether fields that are ignored count. */
  compared: Comparison;
}

export interface WayBack {
  plan: AccountPlan;
  /** The rules that come back. */
  returning: Returning[];
  /** The changes that would make everything exactly as it was, for the comparison at the end. */
  left: Work[];
}

/** The way back of an account, with everything to report about it. */
export function planWayBack(input: WayBackInput): WayBack {
  const { account, live, settings, flags, redactor } = input;
  const notices: Diagnostic[] = [];
  const say = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, ...(rule === undefined ? {} : { rule: redactor.text(rule) }) });
  };
  const { found, missing } = foundOf(input);
  const returning: Returning[] = [];
  const made: Work[] = [];
  const left: Work[] = [];
  let unchanged = 0;
  for (const one of found) {
    const { state } = one;
    const { before } = one.change;
    const { work: whole, recalled } = workBack(one, input);
    if (whole === null) continue;
    const { name, patch } = whole.change;
    if (patch.length > 0) left.push(whole);
    const refusal =
      state.is === 'as-made'
        ? refusalOf(whole, recalled, input)
        : state.is === 'edited'
          ? { refused: 'edited-since', findings: [editedFinding(one, state.paths)] }
          : null;
    if (state.is === 'as-it-was' || (refusal === null && patch.length === 0)) {
      unchanged += 1;
      continue;
    }
    const work = refusal === null ? whole : refusing(whole, refusal.refused);
    for (const finding of refusal?.findings ?? []) say('error', finding, name);
    const drops = refusal === null && whole.live !== null ? wouldDrop(whole.live, redactor) : [];
    for (const finding of lost(drops, before === null ? 'delete' : 'replace')) say('warning', finding, name);
    made.push(work);
    if (before !== null) returning.push({ name, before, work });
  }
  for (const { name } of missing) say('warning', { code: 'rollback-create-missing', args: {} }, name);
  const free = withTakenRefused(made, live);
  const work = withDependentsRefused(free);
  const final = new Map(made.map((item, index) => [item, work[index] ?? item]));
  for (const one of returning) one.work = final.get(one.work) ?? one.work;
  work.sort((a, b) => compareText(a.change.name, b.change.name) || compareText(a.change.id ?? '', b.change.id ?? ''));

  for (const loss of lossesOf(returning)) say('warning', loss);
  const held = heldBack(work);
  if (held !== null) say('warning', held);
  const keys = unknownKeys(live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(redactor.text) } });

  const counts = { create: 0, replace: 0, delete: 0, unchanged, kept: 0 };
  for (const { change } of work) counts[change.op] += 1;
  counts.kept = live.length - counts.replace - counts.delete - unchanged;
  const ignoredBy = firstGlob(settings.ignore);
  const ignored = live.filter(({ name }) => ignoredBy(canonicalName(name)) !== null).length;
  const guarding = {
    account,
    // The files play no part: that they declare nothing, or other rules, says nothing about a way back.
    facts: { declared: 1, matched: 1, live: live.length, ignored },
    guard: settings.guard,
    flags,
    violated: false,
    isRollback: true,
  };
  const plan = { work, counts, notices, declaredBefore: null, guarding, guarded: false };
  return { plan: withGuards(plan), returning, left };
}

/**
 * How the rules of the run are now. A create may have several that are as the run made it. `missing`: creates of which nothing
 * is found, although rules appeared since that may be them.
 */
function foundOf({ part, live, settings, tag }: WayBackInput): { found: Found[]; missing: KeptChange[] } {
  const whole = comparison({ ...settings, ignoreDifferences: [] });
  const ignoring = comparison(settings);
  const all = live.map((rule): Live => ({ rule, body: canonicalLive(rule) }));
  const byId = new Map(all.map((one) => [one.rule.id, one]));
  const earlier = new Set(part.live.map(({ id }) => id));
  // Only these can be the work of the run, or of somebody since.
  const added = all.filter(({ rule }) => !earlier.has(rule.id));
  added.sort((a, b) => compareText(a.rule.createdAt, b.rule.createdAt) || compareText(a.rule.id, b.rule.id));
  const addedByName = groupBy(added, ({ body }) => body.name);
  const taken = new Set<Live>();

  const as = (kept: KeptRule | KeptBody, { body }: Live, compared = whole) =>
    compared.over(comparable(kept, body, { tag }), body);
  const isExactly = (kept: KeptRule, one: Live, compared = whole) =>
    compared.isSame(withOperator(as(kept, one, compared)), withOperator(one.body));
  const isStoredAs = (kept: KeptRule | KeptBody, one: Live, compared = whole) =>
    isStoredForm(one.body, as(kept, one, compared));
  const pathsOf = (kept: KeptRule | KeptBody, one: Live, compared = whole) =>
    patchBetween(compared.ordered(as(kept, one, compared)), compared.ordered(one.body)).map(({ path }) =>
      path.slice(1),
    );
  /** The rules that appeared since under a name that may be shown in part, and that nothing has taken. */
  const named = (kept: KeptRule | KeptBody) => {
    const alike =
      typeof kept.name === 'string'
        ? (addedByName.get(canonicalName(kept.name)) ?? [])
        : added.filter((one) => as(kept, one).name === one.body.name);
    return alike.filter((one) => !taken.has(one));
  };
  const take = (change: KeptChange, live: Live | null, state: Found['state'], compared = whole): Found => {
    if (live !== null) taken.add(live);
    return { change, live, state, compared };
  };
  /** One of those that is as a rule was before the run. */
  const again = (before: KeptRule) => {
    const free = named(before);
    return free.find((one) => isExactly(before, one)) ?? free.find((one) => isStoredAs(before, one));
  };

  const replaced = (change: KeptChange, before: KeptRule, after: KeptBody): Found => {
    // An ignored field that the run changed is a part of what it did.
    const compared = changesAlike(before, after, ignoring) ? ignoring : whole;
    const one = byId.get(before.id);
    if (one === undefined) {
      const made = named(after).find((free) => isStoredAs(after, free));
      if (made !== undefined) return take(change, made, { is: 'as-made' });
      const was = again(before);
      return was === undefined
        ? take(change, null, { is: 'edited', paths: [] })
        : take(change, was, { is: 'as-it-was' });
    }
    const isMade = isStoredAs(after, one, compared);
    // Of a field that the service never shows, nobody can tell.
    const isHidden = isMade && missingField(one.body).length > 0;
    if (isExactly(before, one, compared) && !isHidden) return take(change, one, { is: 'as-it-was' }, compared);
    if (isMade) return take(change, one, { is: 'as-made' }, compared);
    if (isStoredAs(before, one, compared)) return take(change, one, { is: 'as-it-was' }, compared);
    return take(change, one, { is: 'edited', paths: pathsOf(after, one, compared) }, compared);
  };
  const deleted = (change: KeptChange, before: KeptRule, one: Live): Found => {
    if (isExactly(before, one) || isStoredAs(before, one)) return take(change, one, { is: 'as-it-was' });
    return take(change, one, { is: 'edited', paths: pathsOf(before, one) });
  };
  const created = (change: KeptChange, after: KeptBody, one: Live): Found => {
    // The run cannot have made what no request can carry.
    const more = unsendableTypes(one.rule).length > 0 ? ['actions'] : [];
    if (isStoredAs(after, one) && more.length === 0) return take(change, one, { is: 'as-made' });
    return take(change, one, { is: 'edited', paths: [...pathsOf(after, one), ...more] });
  };

  const found: Found[] = [];
  const gone: { change: KeptChange; before: KeptRule }[] = [];
  const creates: { change: KeptChange; after: KeptBody }[] = [];
  for (const change of part.changes) {
    const { before, after } = change;
    if (before === null) {
      if (after !== null) creates.push({ change, after });
    } else if (after !== null) found.push(replaced(change, before, after));
    else {
      const one = byId.get(before.id) ?? again(before);
      if (one === undefined) gone.push({ change, before });
      else found.push(deleted(change, before, one));
    }
  }
  for (const { change, before } of gone) {
    const [one] = named(before);
    found.push(one === undefined ? take(change, null, { is: 'as-made' }) : deleted(change, before, one));
  }
  // Of what was not there before the run, the rest may be what it created: first under its name, then under another.
  const unmet = creates.filter(({ change, after }) => {
    const own = named(after);
    found.push(...own.map((one) => created(change, after, one)));
    return own.length === 0;
  });
  const addedAlike = groupBy(added, ({ body }) => JSON.stringify(conditionOf(body)));
  const missing: KeptChange[] = [];
  for (const { change, after } of unmet) {
    const condition = conditionOf(after);
    // A secret is not known from its text.
    const isPlain = condition.every((text) => typeof text !== 'object' || text === null);
    const candidates = isPlain ? (addedAlike.get(JSON.stringify(condition)) ?? []) : added;
    const one = candidates.find((free) => !taken.has(free) && isStoredAs({ ...after, name: free.body.name }, free));
    if (one !== undefined) found.push(created(change, after, one));
    else missing.push(change);
  }
  return { found, missing: added.some((free) => !taken.has(free)) ? missing : [] };
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

function editedFinding({ change, live }: Found, paths: readonly string[]): Finding {
  const { op } = change;
  return { code: 'edited-since', args: { op, paths: [...paths], isGone: live === null } };
}

/** The change from a live rule to the rule as it was; null if there is neither. */
function workBack(
  { change: { before, after }, live, compared }: Found,
  input: WayBackInput,
): { work: Work | null; recalled: Recalled | null } {
  const as = live?.body ?? null;
  if (before === null && live === null) return { work: null, recalled: null };
  const made = after === null ? null : recall(after, as, input);
  const was = before === null ? null : recall(before, as, input);
  const body = was && (as === null ? was.body : compared.sent(was.body, as));
  const secrets = { live: bothSecrets(made, was, as), wanted: bothSecrets(was, made, body) };
  const isRenamed = body !== null && as !== null && as.name !== body.name;
  const more = isRenamed ? { renamedFrom: input.redactor.text(as.name) } : {};
  const candidate = live && { live: live.rule, body: live.body };
  const work = workOf({ candidate, wanted: body, secrets }, { ...input, comparison: compared }, more);
  return { work: { ...work, secrets }, recalled: was && body && { ...was, body } };
}
