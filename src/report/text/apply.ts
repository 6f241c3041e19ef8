/** What an apply did, as text for whoever comes back to it. */
import type { Applied } from '../../diagnostics/results.ts';
import { type AppliedSaid, appliedReport } from '../applied.ts';
import { printEnd } from '../print/terminal.ts';
import type { TextOptions } from '../style.ts';

export interface ApplyTextOptions extends TextOptions, Omit<AppliedSaid, 'wording' | 'plan'> {}

/** The end of an apply. Nothing where there was nothing to do. */
export function textApplied(applied: Applied, options: ApplyTextOptions): string {
  return applied.steps.length === 0 && applied.unplanned.length === 0
    ? ''
    : printEnd(appliedReport(applied, options), options);
}
