/** Writing comments, files and summaries may fail without changing the result or the exit code of a run. */
import type { ArgsOf, Diagnostic } from '../diagnostics/diagnostic.ts';

/** Returns what `write` returns. If it throws, adds a warning that `what` could not be written, and returns `otherwise`. */
export async function warnOnFailure<T>(
  what: ArgsOf<'not-told'>['what'],
  warnings: Diagnostic[],
  otherwise: T,
  write: () => T | Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warnings.push({ code: 'not-told', args: { what, why }, severity: 'warning' });
    return otherwise;
  }
}
