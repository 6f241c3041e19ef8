/**
 * Plans one account: compares declared rules with live ones. Equal input gives an equal plan, in whatever order files
 * and rules come.
 */
import type { Diagnostic, Finding, Place, Severity } from '../diagnostics/diagnostic.ts';
import type { GuardFlags } from '../diagnostics/guards.ts';
import { compareText } from '../model/compare-text.ts';
import { firstGlob } from '../model/glob.ts';
import type { Change, Counts } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { DeclaredRule, LiveRule, Spot } from '../model/rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import {
  type ChangeContext,
  declaredChange,
  deletion,
  refusing,
  type Work,
  withDependentsRefused,
  withoutKept,
} from './changes.ts';
import { withCirclesRefused } from './circles.ts';
import { comparison } from './compared.ts';
import { neverConverging } from './differences.ts';
import { type Guarding, withGuards } from './guards.ts';
import { renameFindings } from './likely-renames.ts';
import { lost, unknownKeys, unsendableTypes, wouldDrop } from './losses.ts';
import { type Matching, match } from './matching.ts';
import { needingLeftOut, type Only, splitMatching } from './only.ts';
import { keptAgainstPolicy } from './policy.ts';
import { isCreatedOff } from './risks.ts';

interface PlanFlags extends GuardFlags {
  allowLoss: boolean;
}

export interface AccountInput {
  account: string;
  declared: readonly DeclaredRule[];
  live: readonly LiveRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  redactor: AccountRedactor;
  /** The names that were once declared, if only such rules are deleted; else null. */
  declaredBefore: ReadonlySet<string> | null;
  /** Rules that break the policy. */
  violations: readonly Diagnostic[];
  /** The rules that the plan covers; null or omitted: all. */
  only?: Only | null;
  /** Finds the place of a rule in its file, for display only. */
  placeOf: (spot: Spot) => Place;
}

export interface AccountPlan {
  /** Sorted by name. */
  work: Work[];
  counts: Counts;
  notices: Diagnostic[];
  /** The names that were once declared, as far as they were looked up. */
  declaredBefore: ReadonlySet<string> | null;
  guarding: Guarding;
  /** Whether a guard or the policy stops the whole account. */
  guarded: boolean;
  /** Changes left out because of `only`. They count as unchanged. */
  leftOut?: readonly Change[];
}

/** Collects the parts of a plan. */
interface PlanDraft {
  work: Work[];
  counts: Counts;
  say: (severity: Severity, finding: Finding, rule?: string, spot?: Spot) => void;
}

/** The changes of an account, and everything to report about them. */
export function planAccount(input: AccountInput): AccountPlan {
  const { account, declared, live, settings, flags, redactor, only = null, placeOf } = input;
  const notices: Diagnostic[] = [];
  const draft = draftWith((severity, finding, rule, spot) => {
    const name = rule === undefined ? {} : { rule: redactor.text(rule) };
    notices.push({ ...finding, severity, account, ...name, ...(spot === undefined ? {} : { place: placeOf(spot) }) });
  });
  const context = { ...input, comparison: comparison(settings) };
  const matching = match(declared, live, context.comparison);
  const { inside, outside } = splitMatching(matching, only);
  const names = new Set(inside.matches.map(({ rule }) => redactor.text(rule.body.name)));
  const violations = input.violations.filter(({ rule = '' }) => only === null || names.has(redactor.text(rule)));
  const violated = planDeclared(inside, context, draft) || violations.length > 0;
  const others = draftWith(() => {});
  planDeclared(outside, context, others);
  const ignored = planLeft(inside, context, draft) + planLeft(outside, context, others);
  const { counts, say } = draft;
  const leftOut = withoutKept(others.work, live);
  const stuck = needingLeftOut(draft.work, leftOut);
  for (const [{ change }, needs] of stuck) say('error', { code: 'needs-left-out', args: { needs } }, change.name);
  const made = draft.work.map((item) => (stuck.has(item) ? refusing(item, 'needs-left-out') : item));
  const { work: open, findings } = withCirclesRefused(made);
  for (const finding of findings) say('error', finding);
  const work = withoutKept(withDependentsRefused(open), live);
  for (const { change } of work) counts[change.op] += 1;
  counts.unchanged += others.counts.unchanged + leftOut.length;
  counts.kept += others.counts.kept;
  for (const { finding, rule } of renameFindings(inside, work, redactor)) {
    say('warning', finding, rule.body.name, rule.spot);
  }

  const keys = unknownKeys(live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(redactor.text) } });
  const matched = matching.matches.filter(({ rule, from }) => from !== null || matching.isLive(rule.body.name)).length;
  for (const violation of violations) notices.push(violation);

  work.sort((a, b) => compareText(a.change.name, b.change.name) || compareText(a.change.id ?? '', b.change.id ?? ''));
  const changes = work.map(({ change }) => change);
  for (const finding of neverConverging(changes, context.comparison)) say('info', finding);
  const guarding = {
    account,
    facts: { declared: declared.length, live: live.length, ignored, matched },
    guard: settings.guard,
    flags,
    violated,
    isRollback: false,
  };
  const plan = { work, counts, notices, declaredBefore: input.declaredBefore, guarding, guarded: false };
  return withGuards({ ...plan, leftOut: leftOut.map(({ change }) => change) });
}

function draftWith(say: PlanDraft['say']): PlanDraft {
  return { work: [], counts: { create: 0, replace: 0, delete: 0, unchanged: 0, kept: 0 }, say };
}

/** The names of live rules that are neither declared nor ignored. */
export function undeclaredNames({ declared, live, settings }: Pick<AccountInput, 'declared' | 'live' | 'settings'>) {
  const ignoredBy = firstGlob(settings.ignore);
  const declaredNames = new Set(declared.map(({ body }) => body.name));
  return match(declared, live, comparison(settings))
    .left.filter(({ name, rest }) => rest.length > 0 && !declaredNames.has(name) && ignoredBy(name) === null)
    .map(({ name }) => name);
}

type PlanContext = AccountInput & ChangeContext;

/** Plans creates and replaces. Returns whether one of them would send a live value that the policy forbids. */
function planDeclared({ matches }: Matching, input: PlanContext, { work, counts, say }: PlanDraft): boolean {
  let violated = false;
  const unsendable: { name: string; types: string[] }[] = [];
  for (const found of matches) {
    const { rule, candidate, equal } = found;
    const { name } = rule.body;
    if (candidate !== null && rule.enabled !== null && rule.enabled !== candidate.live.enabled) {
      say('warning', { code: 'enabled-differs', args: { expected: rule.enabled } }, name, rule.spot);
    }
    if (candidate === null && rule.enabled === isCreatedOff(rule.body)) {
      say('warning', { code: 'enabled-created', args: { expected: rule.enabled } }, name, rule.spot);
    }
    if (equal) {
      counts.unchanged += 1;
      const types = candidate === null ? [] : unsendableTypes(candidate.live);
      if (types.length > 0) unsendable.push({ name: input.redactor.text(name), types });
      continue;
    }
    const drops = candidate === null ? [] : wouldDrop(candidate.live, input.redactor);
    const refused = input.flags.allowLoss ? undefined : drops[0]?.code;
    const item = declaredChange(found, input);
    work.push(refused === undefined ? item : refusing(item, refused));
    for (const finding of keptAgainstPolicy(found, input.settings.policy, input.redactor.text)) {
      violated = true;
      say('error', finding, name, rule.spot);
    }
    if (refused === undefined) for (const finding of lost(drops, 'replace')) say('warning', finding, name, rule.spot);
    else for (const finding of drops) say('error', finding, name, rule.spot);
  }
  if (unsendable.length === 0) return violated;
  const rules = unsendable.map(({ name }) => name).sort();
  const types = [...new Set(unsendable.flatMap((one) => one.types))].sort();
  say('info', { code: 'unsendable-actions', args: { rules, types } });
  return violated;
}

/** Deletes or keeps the live rules that no declared rule takes. Returns how many live rules are ignored. */
function planLeft({ left }: Matching, input: PlanContext, { work, counts, say }: PlanDraft): number {
  const { settings, declared, declaredBefore } = input;
  const ignoredBy = firstGlob(settings.ignore);
  const declaredByName = new Map(declared.map((rule) => [rule.body.name, rule]));
  let ignored = 0;
  for (const { name, rest, of } of left) {
    const isIgnored = ignoredBy(name) !== null;
    if (isIgnored) ignored += of;
    const rule = declaredByName.get(name) ?? null;
    const isKept = settings.undeclared === 'keep' || (rule === null && declaredBefore?.has(name) === false);
    if (isIgnored || isKept) {
      counts.kept += rest.length;
      if (rest.length > 0 && of > 1)
        say('warning', { code: 'duplicates-kept', args: { count: of, kept: rest.length } }, name);
      continue;
    }
    for (const candidate of rest) {
      work.push(deletion(candidate, rule, input));
      for (const finding of lost(wouldDrop(candidate.live, input.redactor), 'delete')) say('warning', finding, name);
    }
  }
  return ignored;
}
