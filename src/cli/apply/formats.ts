/** The formats of what apply and rollback did. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import { type AppliedOptions, appliedReport } from '../../report/applied.ts';
import type { Formats } from '../../report/formats.ts';
import { jsonApplied } from '../../report/json.ts';
import { shownNotices } from '../../report/print/problems.ts';
import { printEnd } from '../../report/print/terminal.ts';

export interface ApplyReport {
  applied: Applied;
  /** The notices to print. Null: stderr already has everything, so nothing is printed. */
  notices: readonly Diagnostic[] | null;
  about: AppliedOptions;
}

export const APPLIED: Formats<ApplyReport> = {
  text: ({ applied, notices, about }, { style, quiet }) => {
    // There was nothing to do, so there is nothing to print.
    if (notices === null || (applied.steps.length === 0 && applied.unplanned.length === 0)) return '';
    const shown = { ...applied, notices: shownNotices(notices, quiet) };
    return printEnd(appliedReport(shown, { ...about, allNotices: applied.notices }), style);
  },
  json: ({ applied }) => jsonApplied(applied),
};
