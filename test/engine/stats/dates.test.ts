import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/engine/stats/dates.ts';
import { forAll } from '../../harness/for-all.ts';

const NOW = Date.UTC(2026, 2, 31, 15, 30);
const DAY = 86_400_000;

describe('a date', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
    ['1970-01-01', '1970-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['0d', '2026-03-31'],
    ['30d', '2026-03-01'],
    ['365d', '2025-03-31'],
  ])('%s is a day', (text, expected) => {
    expect(dayOf(text, NOW)).toBe(Date.parse(`${expected}T00:00:00Z`));
  });

  it.each([
    ...['', 'yesterday', '2026', '2026-01', '2026-02-30', '2026-13-01', '2026-00-01', '26-01-31', '31.01.2026'],
    ...['2026-1-31', '2026-01-31T09:30:00Z', '30', '30 d', '-30d', '1.5d', '30h', '12w', '6m', '1y', '99999d'],
    ...['0', '-1', '1769817600', '1769817600123', '1e12', '0x18000000000', '1969-12-31', ' 2026-01-31'],
  ])('is not %j', (text) => {
    expect(dayOf(text, NOW)).toBeNull();
  });

  it('begins at midnight in UTC', () =>
    forAll([fc.integer({ min: 0, max: 2_900_000 })], 100, (day) => {
      expect(dayOf(new Date(day * DAY).toISOString().slice(0, 10), NOW)).toBe(day * DAY);
    }));

  it('so many days ago is that many days before today', async () => {
    const now = fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 });
    await forAll([now, fc.integer({ min: 0, max: 10_000 })], 100, (at, days) => {
      const today = dayOf(new Date(at).toISOString().slice(0, 10), at) ?? Number.NaN;
      expect(dayOf(`${days}d`, at)).toBe(today - days * DAY);
    });
  });
});
