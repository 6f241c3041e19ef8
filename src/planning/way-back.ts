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
import { comparison } from './compared.ts';
import { withGuards } from './guards.ts';
import { comparable, type Recalled, recall, type TextSources } from './kept-rule.ts';
import { lost, unknownKeys, wouldDrop } from './losses.ts';
import type { AccountInput, AccountPlan } from './plan-account.ts';
import { isStoredForm } from './stored-form.ts';
import { bothSecrets, heldBack, lossesOf, type Returning, refusalOf, withTakenRefused } from './way-back-limits.ts';

export interface WayBackInput
  extends Pick<AccountInput, 'account' | 'live' | 'settings' | 'flags' | 'redactor'>,
    TextSources {
  /** The name of the run. */
  of: string;
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
  const { account, live, settings, flags, redactor, of } = input;
  const notices: Diagnostic[] = [];
  const say = (severity: Severity, finding: Finding, rule?: string) => {
    notices.push({ ...finding, severity, account, ...(rule === undefined ? {} : { rule: redactor.text(rule) }) });
  };
  const found = foundOf(input);
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
    const doubts = recalled?.doubts ?? [];
    if (patch.length > 0) left.push(whole);
    if (state.is === 'as-it-was' || patch.length === 0) {
      // An earlier value of a variable does not come back, so there is nothing to send.
      if (before !== null) returning.push({ name, before, doubts, work: null });
      unchanged += 1;
      continue;
    }
    const refusal =
      state.is === 'edited'
        ? { refused: 'edited-since', findings: [editedFinding(one, state.paths)] }
        : refusalOf(whole, recalled, input);
    const work = refusal === null ? whole : refusing(whole, refusal.refused);
    for (const finding of refusal?.findings ?? []) say('error', finding, name);
    const drops = refusal === null && whole.live !== null ? wouldDrop(whole.live, redactor) : [];
    for (const finding of lost(drops, before === null ? 'delete' : 'replace')) say('warning', finding, name);
    made.push(work);
    if (before !== null) returning.push({ name, before, doubts, work });
  }
  const free = withTakenRefused(made, live);
  const work = withDependentsRefused(free);
  const final = new Map(made.map((item, index) => [item, work[index] ?? item]));
  for (const one of returning) if (one.work !== null) one.work = final.get(one.work) ?? one.work;
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
    rollbackOf: of,
  };
  const plan = { work, counts, notices, declaredBefore: null, guarding, guarded: false };
  return { plan: withGuards(plan), returning, left };
}

/** How the rules of the run are now. A create may have several that are as the run made it. */
function foundOf({ part, live, settings, tag }: WayBackInput): Found[] {
  const compared = comparison(settings);
  const all = live.map((rule): Live => ({ rule, body: canonicalLive(rule) }));
  const byId = new Map(all.map((one) => [one.rule.id, one]));
  const earlier = new Set(part.live);
  // Only these can be the work of the run, or of somebody since.
  const added = all.filter(({ rule }) => !earlier.has(rule.id));
  added.sort((a, b) => compareText(a.rule.createdAt, b.rule.createdAt) || compareText(a.rule.id, b.rule.id));
  const addedByName = groupBy(added, ({ body }) => body.name);
  const taken = new Set<Live>();

  const as = (kept: KeptRule | KeptBody, { body }: Live) => compared.over(comparable(kept, body, { tag }), body);
  const isExactly = (kept: KeptRule, one: Live) => {
    const was = as(kept, one);
    const { conditionalOperator } = was.condition;
    // An operator that the service had not set may be set by now.
    const operator = conditionalOperator ?? one.body.condition.conditionalOperator;
    return compared.isSame({ ...was, condition: { ...was.condition, conditionalOperator: operator } }, one.body);
  };
  const isStoredAs = (kept: KeptRule | KeptBody, one: Live) => isStoredForm(one.body, as(kept, one));
  const pathsOf = (kept: KeptRule | KeptBody, one: Live) =>
    patchBetween(compared.ordered(as(kept, one)), compared.ordered(one.body)).map(({ path }) => path.slice(1));
  /** The rules that appeared since under a name that may be shown in part. */
  const named = (kept: KeptRule | KeptBody) =>
    typeof kept.name === 'string'
      ? (addedByName.get(canonicalName(kept.name)) ?? [])
      : added.filter((one) => as(kept, one).name === one.body.name);
  /** One of those that is as a rule was before the run. */
  const again = (before: KeptRule) => {
    const free = named(before).filter((one) => !taken.has(one));
    return free.find((one) => isExactly(before, one)) ?? free.find((one) => isStoredAs(before, one));
  };

  const replaced = (change: KeptChange, before: KeptRule, after: KeptBody): Found => {
    const one = byId.get(before.id);
    if (one === undefined) return { change, live: null, state: { is: 'edited', paths: [] } };
    if (isExactly(before, one)) return { change, live: one, state: { is: 'as-it-was' } };
    if (isStoredAs(after, one)) return { change, live: one, state: { is: 'as-made' } };
    if (isStoredAs(before, one)) return { change, live: one, state: { is: 'as-it-was' } };
    return { change, live: one, state: { is: 'edited', paths: pathsOf(after, one) } };
  };
  const deleted = (change: KeptChange, before: KeptRule, one: Live): Found => {
    taken.add(one);
    if (isExactly(before, one) || isStoredAs(before, one)) return { change, live: one, state: { is: 'as-it-was' } };
    return { change, live: one, state: { is: 'edited', paths: pathsOf(before, one) } };
  };
  const created = (change: KeptChange, after: KeptBody, candidates: readonly Live[]): Found[] => {
    return candidates.flatMap((one): Found[] => {
      if (taken.has(one)) return [];
      taken.add(one);
      if (isStoredAs(after, one)) return [{ change, live: one, state: { is: 'as-made' } }];
      return [{ change, live: one, state: { is: 'edited', paths: pathsOf(after, one) } }];
    });
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
    const one = named(before).find((free) => !taken.has(free));
    found.push(one === undefined ? { change, live: null, state: { is: 'as-made' } } : deleted(change, before, one));
  }
  // Of what was not there before the run, the rest may be what it created: first under its name, then under another.
  const unmet = creates.filter(({ change, after }) => {
    const own = created(change, after, named(after));
    found.push(...own);
    return own.length === 0;
  });
  const addedAlike = groupBy(added, ({ body }) => JSON.stringify(conditionOf(body)));
  for (const { change, after } of unmet) {
    const condition = conditionOf(after);
    // A secret is not known from its text.
    const isPlain = condition.every((text) => typeof text !== 'object' || text === null);
    const candidates = isPlain ? (addedAlike.get(JSON.stringify(condition)) ?? []) : added;
    const one = candidates.find((free) => !taken.has(free) && isStoredAs({ ...after, name: free.body.name }, free));
    if (one !== undefined) found.push(...created(change, after, [one]));
  }
  return found;
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
  { change: { before, after }, live }: Found,
  input: WayBackInput,
): { work: Work | null; recalled: Recalled | null } {
  const as = live?.body ?? null;
  if (before === null && live === null) return { work: null, recalled: null };
  const compared = comparison(input.settings);
  const made = after === null ? null : recall(after, as, null, input);
  const was = before === null ? null : recall(before, as, after, input);
  const body = was && (as === null ? was.body : compared.sent(was.body, as));
  const secrets = { live: bothSecrets(made, was, as), wanted: bothSecrets(was, made, body) };
  const isRenamed = body !== null && as !== null && as.name !== body.name;
  const more = isRenamed ? { renamedFrom: input.redactor.text(as.name) } : {};
  const candidate = live && { live: live.rule, body: live.body };
  const work = workOf({ candidate, wanted: body, secrets }, { ...input, comparison: compared }, more);
  return { work: { ...work, secrets }, recalled: was && body && { ...was, body } };
}
