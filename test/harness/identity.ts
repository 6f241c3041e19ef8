import { type InboxIdentity, inboxIdentityOf } from '../../src/model/inbox-identity.ts';

/** When the tests read an inbox that they do not ask a service for. */
export const READ_AT = '2026-11-21T09:22:00.000Z';

/** The identity of an inbox without rules. */
export const EMPTY_INBOX: InboxIdentity = inboxIdentityOf([], READ_AT);

/** A port that reads these rules. */
export function reading<Rule>(rules: () => Promise<Rule[]>) {
  return { readInbox: async () => ({ rules: await rules(), at: READ_AT }) };
}
