import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect } from 'vitest';
import type { PlanDocument } from '../../src/model/plan.ts';

/** In the place of what a plan keeps of an inbox, which is another one in each run. */
const INBOX = JSON.stringify({ readAt: '2026-11-21T09:22:00.000Z', oldestAt: null, tags: [] });

/**
 * The sandbox of a test has a port and rules of its own by chance, which addresses and inboxes show and digests cover. Returns
 * a function that turns texts of a plan into those of the same plan at another address. `document`: the plan, as JSON, of
 * one account.
 */
export function atAddress(address: string, document: string): (text: string) => string {
  const { accounts, changes, digest }: PlanDocument = JSON.parse(document);
  const here = accounts[0]?.baseUrl ?? '';
  const of = (baseUrl: string) =>
    changes.map(({ account, op, before, after }) => sha256({ account, baseUrl, op, before, after }));
  const whole = (
    digests: readonly string[],
    tagsOf: (account: PlanDocument['accounts'][number]) => readonly string[],
  ) => {
    const changed = accounts.filter(({ name }) => changes.some(({ account }) => account === name));
    const inboxes = Object.fromEntries(changed.map((account) => [account.name, tagsOf(account)]));
    return sha256({ changes: [...digests].sort(), inboxes });
  };
  const [were, are] = [of(here), of(address)];
  const then = whole(were, ({ inbox }) => inbox?.tags ?? []);
  expect([changes.map((change) => change.digest), digest]).toEqual([were, then]);
  const digests = new Map(were.map((one, index) => [one, are[index] ?? '']));
  digests.set(
    digest,
    whole(are, () => []),
  );
  return (text) => {
    const elsewhere = text.replaceAll(here, address).replaceAll(/"inbox": \{[^{}]*\}/g, `"inbox": ${INBOX}`);
    return elsewhere.replaceAll(/sha256:[0-9a-f]{64}/g, (one) => digests.get(one) ?? one);
  };
}

function sha256(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')}`;
}
