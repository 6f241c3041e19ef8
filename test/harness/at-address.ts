import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect } from 'vitest';
import type { PlanDocument } from '../../src/model/plan.ts';

/**
 * The sandbox of a test has a port by chance, which addresses show and digests cover. Returns a function that turns texts of
 * a plan into those of the same plan at another address. `document`: the plan, as JSON, of one account.
 */
export function atAddress(address: string, document: string): (text: string) => string {
  const { accounts, changes, digest }: PlanDocument = JSON.parse(document);
  const here = accounts[0]?.baseUrl ?? '';
  const of = (baseUrl: string) =>
    changes.map(({ account, op, before, after }) => sha256({ account, baseUrl, op, before, after }));
  const [were, are] = [of(here), of(address)];
  expect([changes.map((change) => change.digest), digest]).toEqual([were, sha256([...were].sort())]);
  const digests = new Map(were.map((one, index) => [one, are[index] ?? '']));
  digests.set(digest, sha256([...are].sort()));
  return (text) => text.replaceAll(here, address).replaceAll(/sha256:[0-9a-f]{64}/g, (one) => digests.get(one) ?? one);
}

function sha256(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')}`;
}
