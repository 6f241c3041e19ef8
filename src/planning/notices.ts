import type { Diagnostic } from '../model/diagnostic.ts';
import { compareText } from './matching.ts';

/** The notices of an account in their order: those of no rule first, then by rule; equal plans say equal things. */
export function sortedNotices(notices: readonly Diagnostic[]): Diagnostic[] {
  return [...notices].sort((a, b) => compareText(a.rule ?? '', b.rule ?? '') || compareText(a.code, b.code));
}
