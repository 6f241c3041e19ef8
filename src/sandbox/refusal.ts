/** A refused request: the status and code of API spec 7, and a text. The profile decides how it looks on the wire. */
import type * as z from 'zod';

/** API spec 7. */
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
  /** The issues that a schema found. */
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

/** Refuses a body that does not fit its schema, with the message of the first issue. */
export function refusalOfIssues(issues: readonly Issue[]): Refusal {
  return new Refusal(400, issues[0]?.message ?? 'Invalid request body', issues);
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
