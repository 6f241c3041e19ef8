/** Everything as JSON: the same values as in the text, in the documented shape. */
import type { Applied, ApplyDocument } from '../model/applied.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Plan, PlanDocument } from '../model/plan.ts';
import { REMEDIES } from './messages/differences.ts';
import { describe } from './messages/index.ts';

const FORMAT_VERSION = 1;

export function jsonPlan(plan: Plan): string {
  const document: PlanDocument = { formatVersion: FORMAT_VERSION, ...plan, notices: plan.notices.map(noticeOf) };
  return lines(document);
}

export function jsonApplied({ outcome, steps, differences, notices }: Applied): string {
  const document: ApplyDocument = {
    formatVersion: FORMAT_VERSION,
    run: null,
    outcome,
    changes: steps.map(({ change, status, error }) => {
      const { account, op, name, id, digest } = change;
      if (error === undefined) return { account, op, name, id, digest, status };
      const { status: httpStatus, code, message, hint } = error;
      return { account, op, name, id, digest, status, error: { status: httpStatus, code, message, hint } };
    }),
    differences: differences.map(({ kind, ...difference }) => ({ ...difference, remedy: REMEDIES[kind] })),
    notices: notices.map(noticeOf),
  };
  return lines(document);
}

/** What there is to say where there is nothing else, as after `validate`. */
export function jsonNotices(diagnostics: readonly Diagnostic[]): string {
  return lines({ formatVersion: FORMAT_VERSION, notices: diagnostics.map(noticeOf) });
}

function noticeOf(diagnostic: Diagnostic): PlanDocument['notices'][number] {
  const { code, severity, account, rule, place } = diagnostic;
  const { message, remedy } = describe(diagnostic);
  return {
    code,
    severity,
    message: remedy === undefined ? message : `${message} ${remedy}`,
    ...(account === undefined ? {} : { account }),
    ...(rule === undefined ? {} : { rule }),
    ...(place === undefined ? {} : { source: place }),
  };
}

function lines(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
