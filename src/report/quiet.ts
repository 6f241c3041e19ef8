import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** `--quiet` leaves errors, and that a journal has gaps, which no later command could tell. */
export function shownNotices(notices: readonly Diagnostic[], quiet: boolean): Diagnostic[] {
  return notices.filter(({ severity, code }) => !quiet || severity === 'error' || code === 'journal-cut');
}
