import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Change, PlannedAccount } from './plan.ts';

/** `sha256:` and the hex SHA-256 of the RFC 8785 JSON of a value. */
function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')}`;
}

/** Whether a text has the form of a digest. */
export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

/** The digest of a change. Covers what is done to which rule of which inbox, and nothing that is only displayed. */
export function changeDigest(change: Pick<Change, 'account' | 'op' | 'before' | 'after'>, baseUrl: string): string {
  const { account, op, before, after } = change;
  return digestOf({ account, baseUrl, op, before, after });
}

/** The digest of a plan: of its changes, and of the inboxes that they are for. */
export function planDigest(
  changes: readonly Pick<Change, 'account' | 'digest'>[],
  accounts: readonly Pick<PlannedAccount, 'name' | 'inbox'>[],
): string {
  const changed = new Set(changes.map(({ account }) => account));
  const inboxes = accounts.filter(({ name }) => changed.has(name)).map(({ name, inbox }) => [name, inbox?.tags ?? []]);
  return digestOf({ changes: changes.map(({ digest }) => digest).sort(), inboxes: Object.fromEntries(inboxes) });
}
