/** The time that statistics are asked for, from the command line. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Bounds, shownRange, spanOf } from '../../engine/stats/dates.ts';
import { UserError, userError } from '../user-error.ts';

/** Takes the clock in ms. Throws a UserError with everything that is wrong with the dates. */
export function boundsOf(args: { from: string | undefined; to: string | undefined }, now: number): Bounds {
  const problems: Diagnostic[] = [];
  const span = (flag: string, typed: string | undefined) => {
    if (typed === undefined) return null;
    const found = spanOf(typed, now);
    if (found === null) problems.push({ code: 'date-unusable', args: { flag, text: typed }, severity: 'error' });
    return found;
  };
  const bounds = { from: span('--from', args.from)?.first ?? null, to: span('--to', args.to)?.last ?? null };
  if (problems.length > 0) throw new UserError(problems);
  const { from, to } = shownRange(bounds);
  if (bounds.from !== null && bounds.to !== null && bounds.from > bounds.to) {
    throw userError({ code: 'dates-reversed', args: { from: from ?? '', to: to ?? '' } });
  }
  return bounds;
}
