/** Why the service refused: told by status, operation and, where those are not enough, by its words (measured). */
import type { ErrorBody } from './error-body.ts';
import type { Operation } from './operation.ts';
import type { Reason } from './service-error.ts';

export interface ServiceRefusal {
  status: number;
  operation: Operation;
  body: ErrorBody;
}

/** The codes of API spec 7 by status, for bodies that carry none. */
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
};

/** The service's own code, else the one that the status stands for, else null. */
export function codeOf({ status, body }: ServiceRefusal): string | null {
  if (body.code !== null && /^[A-Z][A-Z0-9_]{0,39}$/.test(body.code)) return body.code;
  return CODES[status] ?? null;
}

/** Most often of what stands before the service. */
export const TOO_LARGE = 413;

/** Null where nothing more is known than the status. */
export function reasonOf(refusal: ServiceRefusal): Reason | null {
  const { status, body } = refusal;
  if (body.isPage && status < 500 && status !== 429 && status !== TOO_LARGE) return 'base-url';
  return BY_STATUS[status]?.(body.detail ?? '', refusal.operation) ?? null;
}

const BY_STATUS: Record<number, (detail: string, operation: Operation) => Reason | null> = {
  400: whyBadRequest,
  401: (detail) => (/authorization required|reconnect|disconnected/i.test(detail) ? 'mailbox' : 'key'),
  403: whyForbidden,
  404: (_detail, operation) => (ON_ONE_RULE.has(operation) ? 'no-such-rule' : 'base-url'),
  405: () => 'base-url',
  429: () => 'rate-limit',
};

const ON_ONE_RULE = new Set<Operation>(['getRule', 'replaceRule', 'deleteRule']);

function whyBadRequest(detail: string): Reason | null {
  if (conflictIn(detail) !== null) return 'overlap';
  if (/messaging channel not found/i.test(detail)) return 'channel';
  if (/NEXT_PUBLIC_|feature flag|(?:not|n't|isn't) enabled|disabled/i.test(detail)) return 'feature-off';
  return null;
}

function whyForbidden(detail: string): Reason {
  if (/\bplans?\b|upgrade|subscription|premium/i.test(detail)) return 'plan';
  if (/scope|permission/i.test(detail) && !/account-scoped/i.test(detail)) return 'scope';
  if (/account/i.test(detail)) return 'account';
  return 'scope';
}

const OVERLAPS = 'overlaps the existing "';

/** The rule that has the sender, from `… overlaps the existing "A" rule on sender scope …` (measured), else null. */
export function conflictIn(detail: string): string | null {
  const from = detail.indexOf(OVERLAPS);
  // From one place only: a text may repeat the words very often.
  const rest = from === -1 ? '' : detail.slice(from + OVERLAPS.length);
  // A name may hold the words, too. No regular expression: the text may be very long.
  const end = rest.lastIndexOf('" rule');
  return end < 1 ? null : rest.slice(0, end);
}
