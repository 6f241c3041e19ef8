/** Renders documents as JSON, in the documented shapes. */
import { refusalOf } from '../diagnostics/changes.ts';
import { serviceFailed } from '../diagnostics/connections.ts';
import { codeOf, type Described } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { remedyOf } from '../diagnostics/differences.ts';
import { plain } from '../diagnostics/message.ts';
import type { Applied, Plan } from '../diagnostics/results.ts';
import { escapeUnseen } from '../diagnostics/unseen.ts';
import type { ApplyDocument, Difference, Step } from '../model/applied.ts';
import type { AccountError, Notice, PlanDocument } from '../model/plan.ts';
import { messageLine } from './inline.ts';

const FORMAT_VERSION = 1;

/** Renders a plan with its notices in words. */
export function jsonPlan(plan: Plan): string {
  return jsonText<PlanDocument>({ formatVersion: FORMAT_VERSION, ...plan, notices: plan.notices.map(noticeOf) });
}

/** Renders what was applied, with its notices in words. */
export function jsonApplied(applied: Applied): string {
  const { run, outcome, steps, differences } = applied;
  return jsonText<ApplyDocument>({
    formatVersion: FORMAT_VERSION,
    run,
    outcome,
    only: applied.only,
    changes: steps.map((step) => {
      const { account, op, name, id, digest } = step.change;
      return { account, op, name, id, digest, status: step.status, error: errorOf(step) };
    }),
    differences: differences.map(differenceOf),
    accounts: [...(applied.accounts ?? [])],
    origin: applied.origin,
    notices: diagnosticsOf(applied).map(noticeOf),
  });
}

/** Returns all diagnostics of an apply, including those of its changes and accounts. */
export function diagnosticsOf(applied: Applied): Diagnostic[] {
  // It is unknown whether the live rules of these accounts are as declared.
  const unreadAtEnd = applied.unchecked.map(({ account, failure }) => serviceFailed(failure, account));
  return [...applied.notices, ...unplannedNotices(applied), ...applied.steps.flatMap(failedNotice), ...unreadAtEnd];
}

export function differenceOf(left: Difference): ApplyDocument['differences'][number] {
  const { kind: _, ...difference } = left;
  return { ...difference, remedy: remedyOf(left) };
}

/** Returns a diagnostic for each account without a plan that no error names. One error may cover several accounts. */
function unplannedNotices({ notices, unplanned }: Applied): Diagnostic[] {
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
  return { status: null, code: change.refused, message: plain(refusalOf(change.refused).why), hint: null };
}

function failedNotice({ change, error, found }: Step): Diagnostic[] {
  if (error === undefined) return [];
  const { account, name: rule, source } = change;
  // Once the outcome was found, advice on how to find it is useless.
  const args = { message: error.message, remedy: found === undefined ? error.remedy : null, found: found ?? null };
  return [{ code: 'change-failed', args, severity: 'error', account, rule, place: source ?? undefined }];
}

/** Renders a document that has notices and other fields. */
export function json<Document extends { formatVersion: 1; notices: unknown }>(
  notices: readonly Diagnostic[],
  rest: Omit<Document, 'formatVersion' | 'notices'>,
): string {
  return jsonText({ formatVersion: FORMAT_VERSION, notices: notices.map(noticeOf), ...rest });
}

/** Returns the message and the remedy of a finding. */
export function inOneLine(found: Described): string {
  return plain(messageLine(found));
}

function noticeOf(diagnostic: Diagnostic): Notice {
  const { severity, account, rule, place: source } = diagnostic;
  return { code: codeOf(diagnostic), severity, message: inOneLine(diagnostic), account, rule, source };
}

/** Escapes what nobody would see, and `##[`, which starts a command on a GitHub runner. */
function jsonText<Document extends object>(document: Document): string {
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
