import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Change } from '../model/plan.ts';

/** The digest of a change: it covers what is done to whom, and nothing that is for display only. */
export function changeDigest({
  account,
  op,
  before,
  after,
}: Pick<Change, 'account' | 'op' | 'before' | 'after'>): string {
  return digest({ account, op, before, after });
}

/** The digest of a plan: that of the sorted list of its changes' digests. */
export function planDigest(changes: readonly Pick<Change, 'digest'>[]): string {
  return digest(changes.map((change) => change.digest).sort());
}

/** `sha256:` and the hex SHA-256 of the RFC 8785 JSON of a value. */
function digest(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')}`;
}
