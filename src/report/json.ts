/** Everything as JSON: the same values as in the text, in the documented shape. */
import { refusalText } from '../diagnostics/changes.ts';
import { serviceFailed } from '../diagnostics/connections.ts';
import { type Described, describe } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { remedyOf } from '../diagnostics/differences.ts';
import type { Applied, Plan, Probed, Pulled, Tested } from '../diagnostics/results.ts';
import { escapeUnseen } from '../diagnostics/unseen.ts';
import type { ApplyDocument, Difference, Step } from '../model/applied.ts';
import type { DoctorDocument } from '../model/doctor.ts';
import { changeOf } from '../model/file-change.ts';
import type { AccountError, Notice, PlanDocument } from '../model/plan.ts';
import type { PullDocument } from '../model/pull.ts';
import type { TestDocument } from '../model/tested.ts';

const FORMAT_VERSION = 1;

/** As Applied, for what is only read. */
type JsonApplied = { readonly [Key in keyof Applied]: Applied[Key] extends (infer T)[] ? readonly T[] : Applied[Key] };

export function jsonPlan(plan: Plan): string {
  return jsonText(planDocumentOf(plan));
}

/** The plan with its notices in words. */
function planDocumentOf(plan: Plan): PlanDocument {
  return { formatVersion: FORMAT_VERSION, ...plan, notices: noticesOf(plan.notices) };
}

export function jsonApplied(applied: JsonApplied): string {
  return jsonText(applyDocumentOf(applied));
}

/** What was applied, with its notices in words. */
function applyDocumentOf(applied: JsonApplied): ApplyDocument {
  const { run, outcome, steps, differences } = applied;
  return {
    formatVersion: FORMAT_VERSION,
    run,
    outcome,
    ...(applied.only === undefined ? {} : { only: [...applied.only] }),
    changes: steps.map((step) => {
      const { account, op, name, id, digest } = step.change;
      const error = errorOf(step);
      return { account, op, name, id, digest, status: step.status, ...(error === undefined ? {} : { error }) };
    }),
    differences: differences.map(differenceOf),
    notices: noticesOf(diagnosticsOf(applied)),
  };
}

/** All that there is to say of an apply, with what is known of each change and account. */
export function diagnosticsOf(applied: JsonApplied): Diagnostic[] {
  // Whether the live rules of these are as declared is not known.
  const unreadAtEnd = applied.unchecked.map(({ account, failure }) => serviceFailed(failure, account));
  return [...applied.notices, ...unplannedNotices(applied), ...applied.steps.flatMap(failedNotice), ...unreadAtEnd];
}

export function differenceOf(left: Difference): ApplyDocument['differences'][number] {
  const { kind: _, ...difference } = left;
  return { ...difference, remedy: remedyOf(left) };
}

/** Of accounts without a plan that nothing else names: what is wrong with a file may be said of several accounts at once. */
function unplannedNotices({ notices, unplanned }: JsonApplied): Diagnostic[] {
  const named = new Set(notices.flatMap(({ account, severity }) => (severity === 'error' ? (account ?? []) : [])));
  return unplanned
    .filter(({ account }) => !named.has(account))
    .map(({ account, message }) => ({ code: 'account-unplanned', args: { message }, severity: 'error', account }));
}

function errorOf({ change, error }: Step): AccountError | undefined {
  if (error !== undefined) {
    const { status, code, message, hint } = error;
    return { status, code, message, hint };
  }
  if (change.refused === undefined) return undefined;
  return { status: null, code: change.refused, message: refusalText(change.refused), hint: null };
}

function failedNotice({ change, error, found }: Step): Diagnostic[] {
  if (error === undefined) return [];
  const { account, name: rule, source } = change;
  // What was found out need not be looked up any more.
  const args = { message: error.message, remedy: found === undefined ? error.remedy : null, found: found ?? null };
  const place = source === null ? {} : { place: source };
  return [{ code: 'change-failed', args, severity: 'error', account, rule, ...place }];
}

/** A document that is its notices and what it has beside them. */
export function json<Document extends { formatVersion: 1; notices: unknown }>(
  notices: readonly Diagnostic[],
  rest: Omit<Document, 'formatVersion' | 'notices'>,
): string {
  return jsonText({ formatVersion: FORMAT_VERSION, notices: noticesOf(notices), ...rest });
}

/** What there is to say where there is nothing else, as after `validate`. */
export function jsonNotices(notices: readonly Diagnostic[]): string {
  return json(notices, {});
}

/** What doctor found, in words. */
export function probesOf(probed: readonly Probed[]): DoctorDocument['probes'] {
  return probed.map(({ account, probe, result, finding }) => {
    const { message: detail, remedy } = describe(finding);
    const about = account === null ? {} : { account };
    return { ...about, probe, result, detail, ...(remedy === undefined ? {} : { remedy }) };
  });
}

/** What a pull did to the files, or would do. */
export function jsonPulled(pulled: Pulled): string {
  return jsonText(pullDocumentOf(pulled));
}

function pullDocumentOf({ dryRun, only, files, variables, notices }: Pulled): PullDocument {
  return {
    formatVersion: FORMAT_VERSION,
    dryRun,
    ...(only && { only }),
    notices: noticesOf(notices),
    files: files.map((file) => {
      const { shown, rules, diff } = file;
      return { file: shown, change: changeOf(file), rules, ...(diff === undefined ? {} : { diff }) };
    }),
    variables: variables.map(({ name, rules }) => ({ name, rules })),
  };
}

/** Tests and how they ended, in words. */
function testDocumentOf({ tests, judgments, notices }: Tested): TestDocument {
  const failed = tests.filter(({ passed }) => !passed).length;
  return {
    formatVersion: FORMAT_VERSION,
    notices: noticesOf(notices),
    summary: { passed: tests.length - failed, failed },
    tests: tests.map(({ expectations, ...one }) => ({
      ...one,
      expectations: expectations.map(({ rule, expected, actual, reasons, source }) => {
        const reason = reasons.length === 0 ? null : reasons.map(inOneLine).join(' ');
        return { rule, expected, actual, reason, source };
      }),
    })),
    ...(judgments && { judgments: { added: judgments.added, removed: judgments.removed } }),
  };
}

export function jsonTested(tested: Tested): string {
  return jsonText(testDocumentOf(tested));
}

/** What a finding says, and what to do. */
export function inOneLine(found: Described): string {
  const { message, remedy } = describe(found);
  return remedy === undefined ? message : `${message} ${remedy}`;
}

/** Diagnostics in words. */
function noticesOf(diagnostics: readonly Diagnostic[]): PlanDocument['notices'] {
  return diagnostics.map(noticeOf);
}

function noticeOf(diagnostic: Diagnostic): Notice {
  const { code, severity, account, rule, place } = diagnostic;
  return {
    code,
    severity,
    message: inOneLine(diagnostic),
    ...(account === undefined ? {} : { account }),
    ...(rule === undefined ? {} : { rule }),
    ...(place === undefined ? {} : { source: place }),
  };
}

/** JSON has another way to write what nobody would see, and `##[`, with which a command begins on a GitHub runner. */
function jsonText(document: object): string {
  const text = escapeUnseen(JSON.stringify(document, null, 2), (character) =>
    character === '\n' ? '\n' : coded(character),
  );
  return `${text.replace(/#(?=#\[)/g, coded)}\n`;
}

function coded(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
