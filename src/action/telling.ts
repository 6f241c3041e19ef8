/** Writing comments, files and summaries may fail without changing the result or the exit code of a run. */
import type { ArgsOf, Diagnostic } from '../diagnostics/diagnostic.ts';

/** Returns the value of `tell`. If it throws, adds a warning that `what` could not be written, and returns `otherwise`. */
export async function telling<T>(
  what: ArgsOf<'not-told'>['what'],
  warnings: Diagnostic[],
  otherwise: T,
  tell: () => T | Promise<T>,
): Promise<T> {
  try {
    return await tell();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warnings.push({ code: 'not-told', args: { what, why }, severity: 'warning' });
    return otherwise;
  }
}
