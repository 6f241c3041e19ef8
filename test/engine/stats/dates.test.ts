import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanOf } from '../../../src/engine/stats/dates.ts';
import { forAll } from '../../harness/for-all.ts';

const NOW = Date.UTC(2026, 2, 31, 15, 30);
const shown = (text: string, now = NOW) => {
  const span = spanOf(text, now);
  return span === null ? null : `${new Date(span.first).toISOString()} ${new Date(span.last).toISOString()}`;
};
const days = (first: string, last = first) => `${first}T00:00:00.000Z ${last}T23:59:59.999Z`;

describe('a date', () => {
  it.each([
    ['2026-01-31', days('2026-01-31')],
    ['2026-01', days('2026-01-01', '2026-01-31')],
    ['2024-02', days('2024-02-01', '2024-02-29')],
    ['2026-12', days('2026-12-01', '2026-12-31')],
    ['2026', days('2026-01-01', '2026-12-31')],
    ['0d', days('2026-03-31')],
    ['30d', days('2026-03-01')],
    ['12w', days('2026-01-06')],
    ['1m', days('2026-02-28')],
    ['6m', days('2025-09-30')],
    ['3m', days('2025-12-31')],
    ['1y', days('2025-03-31')],
    ['25m', days('2024-02-29')],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z 2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30+02:00', '2026-01-31T07:30:00.000Z 2026-01-31T07:30:00.000Z'],
  ])('%s is all of the time that it names', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ...['', 'yesterday', '2026-02-30', '2026-13', '2026-00', '26-01-31', '31.01.2026', '2026-1-31'],
    ...['2026-01-31T09:30:00', '2026-01-31T25:00:00Z', '2026-02-30T09:30:00Z', '30', '30 d', '-30d', '1.5d', '30h'],
    ...['99999y', '99999m', '99999d', '0', '-1', '1769817600', '1769817600123', '1e12', '0x18000000000'],
    ...['1969-12-31', ' 2026'],
  ])('is not %j', (text) => {
    expect(shown(text)).toBeNull();
  });

  it('begins at midnight in UTC', () =>
    forAll([fc.integer({ min: 4_000, max: 100_000 })], 100, (day) => {
      const ms = day * 86_400_000;
      const iso = new Date(ms).toISOString().slice(0, 10);
      expect([iso, `${iso}T00:00:00Z`].map((text) => spanOf(text, NOW)?.first)).toEqual([ms, ms]);
    }));

  it('is a whole number of days, of which a month has all', async () => {
    const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
    await forAll([time], 100, (at) => {
      const month = new Date(at).toISOString().slice(0, 7);
      const day = spanOf(new Date(at).toISOString().slice(0, 10), NOW);
      const whole = spanOf(month, NOW);
      if (day === null || whole === null) throw new Error('no date');
      expect(day.first <= at && at <= day.last).toBe(true);
      expect(whole.first <= day.first && day.last <= whole.last).toBe(true);
      expect((day.last + 1 - day.first) / 86_400_000).toBe(1);
      expect([28, 29, 30, 31]).toContain((whole.last + 1 - whole.first) / 86_400_000);
      expect(new Date(whole.last + 1).getUTCDate()).toBe(1);
    });
  });

  it('so long ago is earlier the longer ago it is, and 7 days are a week', async () => {
    const now = fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 });
    await forAll([now, fc.integer({ min: 1, max: 300 }), fc.constantFrom('d', 'w', 'm')], 100, (at, number, unit) => {
      const first = (text: string) => spanOf(text, at)?.first ?? 0;
      expect(first(`${number}${unit}`)).toBeLessThan(first(`${number - 1}${unit}`));
      expect(first(`${number}w`)).toBe(first(`${number * 7}d`));
      expect(first(`${number * 12}m`)).toBe(first(`${number}y`));
    });
  });
});
