import { rowOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** With `--quiet`, keeps errors and the notices that no later command would repeat. */
export function shownNotices(notices: readonly Diagnostic[], quiet: boolean): Diagnostic[] {
  return notices.filter((notice) => !quiet || notice.severity === 'error' || rowOf(notice).toldOnce);
}
