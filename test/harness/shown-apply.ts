/** Applies as reports show them, with only what a test is about. */

import type { Applied } from '../../src/diagnostics/results.ts';
import type { Difference, Failure, Step } from '../../src/model/applied.ts';

export function shownFailure(message: string, more: Partial<Failure> = {}): Failure {
  return { status: 500, code: null, message, hint: null, remedy: null, outcomeUnknown: false, ...more };
}

/** A field of a rule that is not as declared. */
export function shownDifference(more: Partial<Difference> = {}): Difference {
  return { account: 'default', rule: 'A', path: 'name', declared: null, live: null, kind: 'field', ...more };
}

export function shownApplied(steps: Step[], more: Partial<Applied> = {}): Applied {
  return {
    run: '20261121T092233Z-0123456789ab',
    outcome: 'partial',
    steps,
    differences: [],
    notices: [],
    unplanned: [],
    unchecked: [],
    ...more,
  };
}
