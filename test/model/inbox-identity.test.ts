import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inboxIdentityOf, isSameInbox } from '../../src/model/inbox-identity.ts';
import { forAll } from '../harness/for-all.ts';

type Born = { id: string; createdAt: string };

/** When the plan was made. */
const NOW = Date.parse('2026-11-21T09:22:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();
const YEAR = 365 * 24 * 3600 * 1000;

/** Rules of an inbox at the time of the plan: ids are unique in a service. */
const inboxes = (prefix: string, least = 0) =>
  fc
    .array(fc.integer({ min: 1, max: YEAR }), { minLength: least, maxLength: 8 })
    .map((ages) => ages.map((age, index): Born => ({ id: `${prefix}${index}`, createdAt: at(NOW - age) })));

/** Rules that were made since. */
const later = fc
  .array(fc.integer({ min: 0, max: YEAR }), { maxLength: 4 })
  .map((ages) => ages.map((age, index): Born => ({ id: `new-${index}`, createdAt: at(NOW + age) })));

const some = (rules: readonly Born[]) => fc.subarray([...rules]);

/** The ids that a plan deletes, of the rules of an inbox. */
const withDeletes = inboxes('mine').chain((rules) => {
  return some(rules).map((gone) => ({ rules, deleted: new Set<string | null>(gone.map(({ id }) => id)) }));
});

describe('an inbox', () => {
  it('is the same whatever was added, renamed or deleted since, but for the rules that it is known by', async () => {
    const stories = withDeletes.chain(({ rules, deleted }) =>
      fc.record({ rules: fc.constant(rules), deleted: fc.constant(deleted), gone: some(rules), later }),
    );
    await forAll([stories], 300, ({ rules, deleted, gone, later: added }) => {
      const seen = inboxIdentityOf(rules, at(NOW), deleted);
      const now = [...rules.filter((one) => !gone.includes(one)), ...added].reverse();
      const isKnown =
        seen.tags.length === 0 ||
        now.some((rule) => inboxIdentityOf([rule], '').tags.some((tag) => seen.tags.includes(tag)));
      expect(isSameInbox(seen, now)).toBe(isKnown);
    });
  });

  it('is the same before, while and after the plan itself is carried out, but where that deletes all that it saw', async () => {
    await forAll([withDeletes, later, fc.nat()], 300, ({ rules, deleted }, made, stop) => {
      const seen = inboxIdentityOf(rules, at(NOW), deleted);
      const isLeft = rules.length === 0 || deleted.size < rules.length;
      const gone = [...deleted].slice(0, stop % (deleted.size + 1));
      const now = [...rules.filter(({ id }) => !gone.includes(id)), ...made.slice(0, stop % (made.length + 1))];
      if (isLeft) expect(isSameInbox(seen, now)).toBe(true);
    });
  });

  it('is never another one with other rules', async () => {
    await forAll([withDeletes, inboxes('theirs', 1), later], 300, ({ rules, deleted }, theirs, added) => {
      const seen = inboxIdentityOf(rules, at(NOW), deleted);
      const others = [...theirs, ...added];
      const isOlder = others.some(({ createdAt }) => Date.parse(createdAt) < NOW - 5 * 60_000);
      // One that was empty is known by its age alone.
      expect(isSameInbox(seen, others)).toBe(rules.length === 0 && !isOlder);
    });
  });

  it('tells times from their spelling: offsets, precision, and one that nobody can read', () => {
    const rule = { id: 'a', createdAt: '2026-11-21T09:00:00Z' };
    const seen = inboxIdentityOf([rule], at(NOW));
    const older = { id: 'b', createdAt: '2026-11-21T09:59:59.999+01:00' };
    const younger = { id: 'b', createdAt: '2026-11-21T08:00:00.001-01:00' };
    expect([isSameInbox(seen, [rule, older]), isSameInbox(seen, [rule, younger])]).toEqual([false, true]);
    expect(isSameInbox(seen, [rule, { id: 'b', createdAt: 'yesterday' }])).toBe(false);
    expect(isSameInbox(inboxIdentityOf([{ id: 'b', createdAt: 'yesterday' }], at(NOW)), [rule])).toBe(false);
  });

  it('with an id and a time of its own has a tag that is as written down', () => {
    // printf 'clx1\n2026-11-21T09:00:00.000Z' | openssl sha256 -binary | base64 | tr +/ -_ | cut -c1-16
    const { tags } = inboxIdentityOf([{ id: 'clx1', createdAt: '2026-11-21T09:00:00.000Z' }], at(NOW));
    expect(tags).toEqual(['mimkexHGKmb9-D3u']);
  });
});
