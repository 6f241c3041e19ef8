/** The file of `apply --report`: what was done, as a page. Whether it can be written is known before anything is sent. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import { systemReason } from '../../model/system-reason.ts';
import { tryOutput, writeOutput } from '../../source/replace-file.ts';
import { EXIT } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { userError } from '../user-error.ts';

export interface ReportFile {
  /** Writes the page; gives why it could not be written, or null. */
  write: (plan: Plan, applied: Applied) => Promise<Diagnostic | null>;
}

/** Null where no report is asked for. Throws a UserError where the file cannot be written. */
export function openReport(
  io: Io,
  { report, directory = '.' }: { report: string | undefined; directory: string | undefined },
): ReportFile | null {
  if (report === undefined) return null;
  const file = path.resolve(io.cwd(), directory, report);
  const problem = (error: unknown) => {
    const reason = systemReason(error);
    return { code: 'file-unwritable', args: { what: 'The report', file: report, reason } } as const;
  };
  try {
    tryOutput(file);
  } catch (error) {
    const { code, args } = problem(error);
    throw userError({ code, args: { ...args, of: 'report' } }, EXIT.failed);
  }
  return {
    write: async (plan, applied) => {
      const { htmlApplied } = await import('../../report/html/applied.ts');
      try {
        writeOutput(file, htmlApplied(plan, applied));
        return null;
      } catch (error) {
        return { ...problem(error), severity: 'error' };
      }
    },
  };
}
