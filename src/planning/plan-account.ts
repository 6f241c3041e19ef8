/** Plans one account. Equal input gives an equal plan, in whatever order files and rules come. */
import type { Diagnostic, Finding, Severity } from '../diagnostics/diagnostic.ts';
import type { GuardFlags } from '../diagnostics/guards.ts';
import { firstGlob, globMatcher } from '../model/glob.ts';
import { meantBy } from '../model/nearest.ts';
import { type Change, type Counts, countOps } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { DeclaredRule, LiveRule, Spot } from '../model/rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import { canonicalName } from './canonical.ts';
import {
  byName,
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
import { lossOf, unknownLiveKeys, unsendableTypes, type Verdict } from './losses.ts';
import { declaredAmong, type Matching, match } from './matching.ts';
import { needingLeftOut, type Only, splitMatching } from './only.ts';
import { keptAgainstPolicy } from './policy.ts';
import { isCreatedOff } from './risks.ts';

interface PlanFlags extends GuardFlags {
  allowLoss: boolean;
}

export interface AccountInput {
  account: string;
  /** The address of its service, without a trailing slash. */
  baseUrl: string;
  declared: readonly DeclaredRule[];
  live: readonly LiveRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  redactor: AccountRedactor;
  /** The names that were once declared, if only such rules are deleted; else null. */
  declaredBefore: ReadonlySet<string> | null;
  violations: readonly Diagnostic[];
  /** The rules that the plan covers; null or omitted: all. */
  only?: Only | null;
  placeOf: ChangeContext['placeOf'];
}

/** What a plan back to before a run goes by, in place of names and files. */
export interface Back {
  /** The rules of that run, paired by their ids. */
  matching: Matching;
  /** Whether a change may be made. */
  verdictOn: (item: Work) => Verdict;
  /** What guards count by: all live rules, not those of the run alone. */
  facts: Guarding['facts'];
}

export interface AccountPlan {
  work: Work[];
  /** With a base: changes that its files would make too. They are left alone, and no guard counts them. */
  drift?: readonly Work[];
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

interface Draft {
  work: Work[];
  unchanged: number;
  kept: number;
  ignored: number;
  /** Whether a replace would send a live value that the policy forbids. */
  violated: boolean;
  notices: Diagnostic[];
  note: (severity: Severity, finding: Finding, rule?: string, spot?: Spot) => void;
}

/** The changes of an account, and everything to report about them. `back`: for a plan back to before a run. */
export function planAccount(input: AccountInput, back: Back | null = null): AccountPlan {
  const { account, declared, live, settings, flags, redactor, only = null } = input;
  const verdictOn = back?.verdictOn ?? (({ live, change }: Work) => lossOf(live, change.op, redactor, flags));
  const context = { ...input, comparison: comparison(settings), verdictOn };
  const matching = back?.matching ?? match(declared, live, context.comparison);
  const { inside, outside } = splitMatching(matching, only);
  const [draft, others] = [draftOf(inside, context), draftOf(outside, context)];
  const { note } = draft;
  const names = new Set(inside.matches.map(({ rule }) => redactor.text(rule.body.name)));
  const violations = input.violations.filter(({ rule = '' }) => only === null || names.has(redactor.text(rule)));

  const leftOut = withoutKept(others.work, live);
  const stuck = needingLeftOut(draft.work, leftOut);
  for (const [{ change }, needs] of stuck) note('error', { code: 'needs-left-out', args: { needs } }, change.name);
  const made = draft.work.map((item) => (stuck.has(item) ? refusing(item, 'needs-left-out') : item));
  const { work: open, findings } = withCirclesRefused(made);
  for (const finding of findings) note('error', finding);
  const work = withoutKept(withDependentsRefused(open), live).sort(byName);
  for (const { finding, rule } of renameFindings(inside, work)) {
    note('warning', finding, rule.body.name, rule.spot);
  }
  for (const finding of unknownLiveKeys(live, redactor)) note('info', finding);
  const changes = work.map(({ change }) => change);
  for (const finding of neverConverging(changes, context.comparison)) note('info', finding);
  return withGuards({
    work,
    counts: {
      ...countOps(changes),
      unchanged: draft.unchanged + others.unchanged + leftOut.length,
      kept: draft.kept + others.kept,
    },
    notices: [...draft.notices, ...violations],
    declaredBefore: input.declaredBefore,
    guarding: {
      account,
      facts: back?.facts ?? {
        declared: declared.length,
        live: live.length,
        ignored: draft.ignored + others.ignored,
        matched: declaredAmong(live, declared).length,
      },
      guard: settings.guard,
      flags,
      violated: draft.violated || violations.length > 0,
      isRollback: back !== null,
    },
    guarded: false,
    leftOut: leftOut.map(({ change }) => change),
  });
}

/** The names of live rules that are neither declared nor ignored. */
export function undeclaredNames({ declared, live, settings }: Pick<AccountInput, 'declared' | 'live' | 'settings'>) {
  const ignoredBy = firstGlob(settings.ignore);
  const declaredNames = new Set(declared.map(({ body }) => body.name));
  return match(declared, live, comparison(settings))
    .left.filter(({ name, rest }) => rest.length > 0 && !declaredNames.has(name) && ignoredBy(name) === null)
    .map(({ name }) => name);
}

type PlanContext = AccountInput & ChangeContext & Pick<Back, 'verdictOn'>;

function draftOf(matching: Matching, input: PlanContext): Draft {
  const { account, redactor, placeOf } = input;
  const notices: Diagnostic[] = [];
  const note: Draft['note'] = (severity, finding, rule, spot) => {
    const about = { rule: rule && redactor.text(rule), place: spot && placeOf(spot) };
    notices.push({ ...finding, severity, account, ...about });
  };
  const draft: Draft = { work: [], unchanged: 0, kept: 0, ignored: 0, violated: false, notices, note };
  planDeclared(matching, input, draft);
  planLeft(matching, input, draft);
  return draft;
}

function planDeclared({ matches }: Matching, input: PlanContext, draft: Draft): void {
  const { settings, redactor } = input;
  for (const found of matches) {
    const { rule, candidate, equal } = found;
    const live = candidate?.live ?? null;
    const note = (severity: Severity, finding: Finding) => draft.note(severity, finding, rule.body.name, rule.spot);
    if (live !== null && rule.enabled !== null && rule.enabled !== live.enabled) {
      note('warning', { code: 'enabled-differs', args: { expected: rule.enabled } });
    }
    if (live === null && rule.enabled === isCreatedOff(rule.body)) {
      note('warning', { code: 'enabled-created', args: { expected: rule.enabled } });
    }
    if (equal) {
      draft.unchanged += 1;
      const types = live === null ? [] : unsendableTypes(live).sort();
      if (types.length > 0) note('info', { code: 'unsendable-actions', args: { types } });
      continue;
    }
    const item = declaredChange(found, input);
    const { refused, findings } = input.verdictOn(item);
    draft.work.push(refused === undefined ? item : refusing(item, refused));
    for (const finding of keptAgainstPolicy(found, settings, redactor.text)) {
      draft.violated = true;
      note('error', finding);
    }
    for (const finding of findings) note(refused === undefined ? 'warning' : 'error', finding);
  }
}

function planLeft({ left }: Matching, input: PlanContext, draft: Draft): void {
  const { settings, live, declaredBefore, redactor } = input;
  const ignoredBy = firstGlob(settings.ignore);
  const names = live.map((rule) => canonicalName(rule.name));
  const idle = settings.ignore.filter((glob) => !names.some(globMatcher(glob)));
  for (const { name, rest, of, reason, rule } of left) {
    const isIgnored = ignoredBy(name) !== null;
    if (isIgnored) draft.ignored += of;
    const isKept = settings.undeclared === 'keep' || (reason === 'undeclared' && declaredBefore?.has(name) === false);
    if (isIgnored || isKept) {
      draft.kept += rest.length;
      const by = isIgnored ? 'ignore' : (`undeclared: ${settings.undeclared}` as const);
      if (rest.length > 0) draft.note('info', { code: 'rule-kept', args: { by } }, name);
      if (rest.length > 0 && of > 1) {
        draft.note('warning', { code: 'duplicates-kept', args: { count: of, kept: rest.length } }, name);
      }
      continue;
    }
    const slip = reason === 'undeclared' ? idle.find((glob) => meantBy(glob, [name]) !== null) : undefined;
    if (slip !== undefined) {
      // `ignore` with the entry as it was meant.
      const ignore = settings.ignore.flatMap((one) => (one === slip ? (meantBy(slip, [name]) ?? []) : one));
      const args = { entry: redactor.text(slip), ignore: ignore.map(redactor.text) };
      draft.note('error', { code: 'ignore-slip', args }, name);
    }
    for (const candidate of rest) {
      const item = deletion(candidate, reason, rule, input);
      const { refused, findings } = input.verdictOn(item);
      const code = refused ?? (slip && 'ignore-slip');
      draft.work.push(code === undefined ? item : refusing(item, code));
      for (const finding of findings) draft.note(refused === undefined ? 'warning' : 'error', finding, name);
    }
  }
}
