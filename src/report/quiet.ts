import { rowOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** `--quiet` leaves errors, and what no later command could tell. */
export function shownNotices(notices: readonly Diagnostic[], quiet: boolean): Diagnostic[] {
  return notices.filter((notice) => !quiet || notice.severity === 'error' || rowOf(notice).toldOnce);
}
