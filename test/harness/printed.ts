/** Reports as they are printed, of documents made by hand: their notices are words of others. */

import { APPLIED } from '../../src/cli/apply/formats.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { refusal, theirs } from '../../src/diagnostics/message.ts';
import type { Applied, Plan } from '../../src/diagnostics/results.ts';
import { topics } from '../../src/diagnostics/topics.ts';
import type { Notice, PlanDocument } from '../../src/model/plan.ts';
import { type AppliedOptions, appliedReport } from '../../src/report/applied.ts';
import { type PlanOptions, planReport } from '../../src/report/plan.ts';
import { type MarkdownOptions, printMarkdown } from '../../src/report/print/markdown.ts';
import { type Made, printPage } from '../../src/report/print/page.ts';
import { printTerminal, type TerminalOptions } from '../../src/report/print/terminal.ts';

/** A terminal of 80 columns without color. */
export const PLAIN = { color: false, unicode: true, width: 80, verbose: false };

/** A notice with words of others; `args`: those of its code, where what it implies is of interest. */
export function diagnosticOf({ message, source, args = {}, ...rest }: Notice & { args?: object }): Diagnostic {
  const place = source === undefined ? {} : { place: source };
  const code = Object.hasOwn(topics, rest.code) ? rest.code : 'runs-none';
  const text = message.startsWith('Refused: ') ? refusal`${theirs(message.slice(9))}` : { message: [theirs(message)] };
  return { ...rest, code, args, text, ...place } as unknown as Diagnostic;
}

export function planOf({ formatVersion: _, notices, ...plan }: PlanDocument): Plan {
  return { ...plan, notices: notices.map(diagnosticOf) };
}

export function textPlan(plan: Plan, options: TerminalOptions & PlanOptions): string {
  return printTerminal(planReport(plan, options), options);
}

export function textApplied(applied: Applied, options: TerminalOptions & AppliedOptions): string {
  const view = { style: options, quiet: options.quiet === true, notices: applied.notices };
  return String(APPLIED.text({ applied, notices: applied.notices, about: options }, view));
}

export function markdownPlan(plan: PlanDocument, options: MarkdownOptions): string {
  return printMarkdown(planReport(planOf(plan)), options);
}

const MADE: Made = { at: '2026-11-23T01:02:03.456Z', version: '0.1.0', commit: null };

export function htmlPlan(plan: PlanDocument, made = MADE): string {
  return printPage(planReport(planOf(plan)), { ...plan, made });
}

export function htmlApplied(plan: Plan, applied: Applied, made = MADE): string {
  return printPage(appliedReport(applied, { plan }), { ...plan, made });
}

export function markdownApplied(applied: Applied, options: Partial<MarkdownOptions> = {}): string {
  return printMarkdown(appliedReport(applied), {
    maxBytes: Number.POSITIVE_INFINITY,
    whole: null,
    ...options,
  });
}
