/**
 * A request that the service refuses: the status and code of API spec 7 with a text. How it looks on the wire
 * (envelope, text, list of issues) is the profile's business.
 */
import type * as z from 'zod';

/** API spec 7: the code of each status. */
const CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
} as const;

export type RefusalStatus = keyof typeof CODES;
export type Issue = z.core.$ZodIssue;

const HINTS: Record<RefusalStatus, string> = {
  400: 'Correct the request and send it again.',
  401: 'Send a valid key in the API-Key header.',
  403: 'Use a key of this inbox account that has the scope.',
  404: 'Check the path and the id.',
  405: 'Use a method that this route supports.',
  429: 'Wait before you send the next request.',
  500: 'Try again later.',
};

export class Refusal extends Error {
  readonly status: RefusalStatus;
  /** What a schema found, where one found it. */
  readonly issues: readonly Issue[];

  constructor(status: RefusalStatus, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.issues = issues;
  }

  get code(): string {
    return CODES[this.status];
  }

  get hint(): string {
    return HINTS[this.status];
  }
}

/** The refusal of a body that does not fit its schema; its message is that of the first issue. */
export function refusalOfIssues(issues: readonly Issue[]): Refusal {
  return new Refusal(400, issues[0]?.message ?? 'Invalid request body', issues);
}

/** The refusal of a query of statistics. */
export class BadQuery extends Refusal {
  constructor(issues: readonly Issue[]) {
    super(400, 'Invalid query parameters', issues);
  }
}

/** What needs the mailbox itself, which the service no longer reaches (measured). */
export function disconnected(): Refusal {
  return new Refusal(401, 'Authorization required. Please reconnect the mailbox.');
}

/** What a database error becomes: a 500 that says nothing (measured). */
export function unexpected(): Refusal {
  return new Refusal(500, 'An unexpected error occurred');
}
