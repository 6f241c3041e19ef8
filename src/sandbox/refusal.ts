/** A refused request: the status and code of API spec 7, and a text. The profile decides how it looks on the wire. */
import type * as z from 'zod';

/** The code of each status (API spec 7), and a hint. */
export const ERRORS = {
  400: { code: 'BAD_REQUEST', hint: 'Correct the request and send it again.' },
  401: { code: 'UNAUTHORIZED', hint: 'Send a valid key in the API-Key header.' },
  403: { code: 'FORBIDDEN', hint: 'Use a key of this inbox account that has the scope.' },
  404: { code: 'NOT_FOUND', hint: 'Check the path and the id.' },
  405: { code: 'METHOD_NOT_ALLOWED', hint: 'Use a method that this route supports.' },
  429: { code: 'RATE_LIMITED', hint: 'Wait before you send the next request.' },
  500: { code: 'INTERNAL_ERROR', hint: 'Try again later.' },
} as const;

type RefusalStatus = keyof typeof ERRORS;
type Issue = z.core.$ZodIssue;

export class Refusal extends Error {
  readonly status: RefusalStatus;
  /** The issues that a schema found. */
  readonly issues: readonly Issue[];

  constructor(status: RefusalStatus, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.issues = issues;
  }
}

/** A bad query of statistics. */
export class BadQuery extends Refusal {
  constructor(issues: readonly Issue[]) {
    super(400, 'Invalid query parameters', issues);
  }
}

/** The answer to a request that needs a disconnected mailbox (measured). */
export function disconnected(): Refusal {
  return new Refusal(401, 'Authorization required. Please reconnect the mailbox.');
}

/** A database error: a 500 that says nothing (measured). */
export function unexpected(): Refusal {
  return new Refusal(500, 'An unexpected error occurred');
}
