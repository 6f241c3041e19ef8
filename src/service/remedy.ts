/** What to do about a refusal: a sentence or two for each reason. */
import { OPERATIONS } from './operation.ts';
import { type ServiceRefusal, TOO_LARGE } from './reason.ts';
import type { Reason } from './service-error.ts';

/** What to say of a write whose answer did not come or does not tell. */
export const OUTCOME_UNKNOWN = 'The change may have been applied anyway. List the rules before you retry.';

export const OTHER_API =
  'This deployment answers differently from the API that inboxctl knows. Nothing of the answer was used. A newer inboxctl may know it.';

export interface Circumstances {
  /** The name of the other rule, for `overlap`. */
  conflictsWith: string;
  retryAfterMs: number | null;
  /** Whether more than one request was ever under way. */
  severalAtOnce: boolean;
  /** What to do where something else than the API answered. */
  checkUrl: string;
}

export function remedyOf(reason: Reason | null, refusal: ServiceRefusal, circumstances: Circumstances): string | null {
  if (reason !== null) return REMEDIES[reason](refusal, circumstances);
  if (refusal.status >= 500) return afterServerError(refusal, circumstances);
  if (refusal.status === TOO_LARGE) {
    return 'Shorten the texts of the rule, or ask whoever runs the deployment to let larger requests through.';
  }
  return null;
}

const REMEDIES: Record<Reason, (refusal: ServiceRefusal, circumstances: Circumstances) => string> = {
  key: () =>
    "Check the API key: it may be mistyped, expired or deleted, or belong to another deployment. Keys are made in the service's account settings, under API keys.",
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
  'base-url': (_refusal, { checkUrl }) =>
    `${checkUrl} A self-hosted deployment must also have its external API enabled (NEXT_PUBLIC_EXTERNAL_API_ENABLED).`,
  partial: () => OTHER_API,
  'rate-limit': (_refusal, { retryAfterMs, severalAtOnce }) =>
    `${asksToWait(retryAfterMs) ?? 'Wait and try again'}${severalAtOnce ? ', with fewer requests at once' : ''}.`,
};

/** Without its full stop. */
function asksToWait(retryAfterMs: number | null): string | null {
  return retryAfterMs ? `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s. Try again then` : null;
}

function afterServerError({ operation, status }: ServiceRefusal, { retryAfterMs }: Circumstances): string {
  if (OPERATIONS[operation].method === 'GET') return `${asksToWait(retryAfterMs) ?? 'Try again later'}.`;
  if (status !== 500 || operation === 'deleteRule') return OUTCOME_UNKNOWN;
  return `${OUTCOME_UNKNOWN} A name that another rule has is answered like this too.`;
}
