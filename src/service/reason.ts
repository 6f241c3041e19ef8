/** Why the service refused, and what to do: by status, operation, and its words (measured) if those are not enough. */
import type { ErrorBody } from './error-body.ts';
import { OPERATIONS, type Operation } from './operation.ts';
import { isTemporary } from './retry.ts';
import type { Reason } from './service-error.ts';

export type ServiceRefusal = { status: number; operation: Operation; body: ErrorBody };

/** The codes of API spec 7 by status, for bodies without one. */
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
};

/** The code of the service, else the code for the status, else null. */
export function codeOf({ status, body }: ServiceRefusal): string | null {
  if (body.code !== null && /^[A-Z][A-Z0-9_]{0,39}$/.test(body.code)) return body.code;
  return CODES[status] ?? null;
}

/** Usually from a server in front of the service. */
const TOO_LARGE = 413;

/** Why the service refused; null if only the status is known. */
export function reasonOf(refusal: ServiceRefusal): Reason | null {
  const { status, body } = refusal;
  if (body.isPage && status < 500 && status !== 429 && status !== TOO_LARGE) return 'base-url';
  return BY_STATUS[status]?.(body.detail ?? '', refusal.operation) ?? null;
}

const BY_STATUS: Record<number, (detail: string, operation: Operation) => Reason | null> = {
  400: whyBadRequest,
  401: (detail) => (/authorization required|reconnect|disconnected/i.test(detail) ? 'mailbox' : 'key'),
  403: whyForbidden,
  404: (_detail, operation) => ('onRule' in OPERATIONS[operation] ? 'no-such-rule' : 'base-url'),
  405: () => 'base-url',
  407: () => 'base-url',
  429: () => 'rate-limit',
  511: () => 'base-url',
};

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

/** The other rule in `… overlaps the existing "A" rule on sender scope …` (measured), else null. */
export function conflictIn(detail: string): string | null {
  const from = detail.indexOf(OVERLAPS);
  // Search from the first place only: a text may repeat the words very often.
  const rest = from === -1 ? '' : detail.slice(from + OVERLAPS.length);
  // The name may contain these words too. No regular expression, since the text may be very long.
  const end = rest.lastIndexOf('" rule');
  return end < 1 ? null : rest.slice(0, end);
}

/** For a write whose answer did not come, or is unclear. */
export const OUTCOME_UNKNOWN = 'The change may have been applied anyway. List the rules before you retry.';

export const OTHER_API =
  'This deployment answers differently from the API that inboxctl knows. Nothing of the answer was used. A newer inboxctl may know it.';

/** `checkUrl`: what to do if something other than the API answered. `isPlaceholder`: whether the key is words. */
interface Circumstances {
  conflictsWith: string;
  retryAfterMs: number | null;
  severalAtOnce: boolean;
  checkUrl: string;
  isPlaceholder: boolean;
}

export function remedyOf(reason: Reason | null, refusal: ServiceRefusal, circumstances: Circumstances): string | null {
  if (reason !== null) return REMEDIES[reason](refusal, circumstances);
  if (isTemporary(refusal.status)) return afterServerError(refusal, circumstances);
  if (refusal.status === TOO_LARGE) {
    return 'Shorten the texts of the rule, or ask whoever runs the deployment to let larger requests through.';
  }
  return null;
}

const REMEDIES: Record<Reason, (refusal: ServiceRefusal, circumstances: Circumstances) => string> = {
  key: (_refusal, { isPlaceholder }) =>
    `Check the API key: it ${isPlaceholder ? 'looks like a placeholder, not like a key' : 'may be mistyped, expired or deleted, or belong to another deployment'}. Keys are made in the service's account settings, under API keys.`,
  scope: ({ operation }) =>
    `The key needs the scope ${OPERATIONS[operation].scope}, and must be bound to an inbox account. Make a key that has it in the service's account settings; the scopes of a key are chosen when it is made.`,
  account: ({ operation }) =>
    `The key is bound to no inbox account. Make one for this inbox, with the scope ${OPERATIONS[operation].scope}, in the service's account settings.`,
  mailbox: () => "The service has lost its access to the mailbox. Reconnect the mailbox in the service's web page.",
  plan: () => 'Take the action out of the rule, or change to a plan of the service that has it.',
  'feature-off': () =>
    'This deployment has the action switched off. Take the action out of the rule, or ask whoever runs the deployment to enable it.',
  overlap: (_refusal, { conflictsWith }) =>
    `Narrow, disable or delete the rule "${conflictsWith}", or change the senders of this one.`,
  channel: () => "Use the id of a messaging channel that is connected in the service's web page.",
  'no-such-rule': () =>
    'The rule is not in the inbox account of this key: it was deleted, or belongs to another inbox.',
  'base-url': (_refusal, { checkUrl }) => checkUrl,
  partial: () => OTHER_API,
  'rate-limit': (_refusal, { retryAfterMs, severalAtOnce }) =>
    `${asksToWait(retryAfterMs) ?? 'Wait and try again'}${severalAtOnce ? ', with fewer requests at once' : ''}.`,
};

function asksToWait(retryAfterMs: number | null): string | null {
  return retryAfterMs ? `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s. Try again then` : null;
}

function afterServerError({ operation, status }: ServiceRefusal, { retryAfterMs }: Circumstances): string {
  if (OPERATIONS[operation].method === 'GET') return `${asksToWait(retryAfterMs) ?? 'Try again later'}.`;
  if (status !== 500 || operation === 'deleteRule') return OUTCOME_UNKNOWN;
  return `${OUTCOME_UNKNOWN} A name that another rule has is answered like this too.`;
}
