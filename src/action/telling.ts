/** Comments, files and summaries may fail: the result and the exit code of a run do not depend on them. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ours, say, theirs } from '../diagnostics/message.ts';

/** The value of `tell`; where it throws, `otherwise`, with a warning that says what could not be written. */
export async function telling<T>(
  what: string,
  warnings: Diagnostic[],
  otherwise: T,
  tell: () => T | Promise<T>,
): Promise<T> {
  try {
    return await tell();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warnings.push({
      code: 'not-told',
      args: { said: say`${ours(what)} could not be written: ${theirs(why)}` },
      severity: 'warning',
    });
    return otherwise;
  }
}
