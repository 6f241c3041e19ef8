/** service-behaviour, "Statistics" and "Errors", on both deployments; and what `spec` makes of the choices left. */
import { describe, expect, it } from 'vitest';
import { answered, asking } from './statistics-asking.ts';

const day = (number: number, time = '08:00:00Z') => `2026-08-${String(number).padStart(2, '0')}T${time}`;

describe.each(['older', 'newer'] as const)('"Statistics" (%s)', (profile) => {
  const messages = [day(3), day(9, '23:59:59.999Z'), day(10, '00:00:00Z'), day(27), '2025-02-28T00:00:00Z'].map(
    (at) => ({
      at,
    }),
  );

  it('has display text, weeks from Monday, ascending, without empty periods', async () => {
    const { periods } = await asking({ messages }, { profile });
    const rows = async (period: string) =>
      (await periods({ period })).result.map(({ startOfPeriod, All }) => `${startOfPeriod}: ${All}`);
    expect(await rows('week')).toEqual(['Feb 24, 2025: 1', 'Aug 03, 2026: 2', 'Aug 10, 2026: 1', 'Aug 24, 2026: 1']);
    expect(await rows('day')).toHaveLength(5);
    expect(await rows('month')).toEqual(['Feb 01, 2025: 1', 'Aug 01, 2026: 4']);
    expect(await rows('year')).toEqual(['Jan 01, 2025: 1', 'Jan 01, 2026: 4']);
  });

  it('has a trend by weeks that start on Sunday, with their dates', async () => {
    const sunday = [...answered(day(1), 60, 'a'), ...answered(day(2), 30, 'b'), ...answered(day(8), 10, 'c')];
    const { responseTimes } = await asking({ messages: sunday }, { profile });
    expect((await responseTimes()).trend).toEqual([
      { period: 'Jul 26, 2026', periodDate: '2026-07-26T00:00:00.000Z', medianResponseTime: 60, count: 1 },
      { period: 'Aug 02, 2026', periodDate: '2026-08-02T00:00:00.000Z', medianResponseTime: 20, count: 2 },
    ]);
  });

  it('rounds minutes, and tells within1Hour in percent', async () => {
    const thirds = [10.4, 80.6, 90.6].flatMap((minutes, index) => answered(day(3 + index), minutes, `${index}`));
    const { responseTimes } = await asking({ messages: thirds }, { profile });
    expect((await responseTimes()).summary).toMatchObject({
      medianResponseTime: 81,
      averageResponseTime: 61,
      within1Hour: 33,
    });
  });

  it('counts an answer after exactly 60 minutes in within1Hour, and not in lessThan1Hour', async () => {
    const times = [59, 60, 61].flatMap((minutes, index) => answered(day(3 + index), minutes, `${index}`));
    const { responseTimes } = await asking({ messages: times }, { profile });
    const { summary, distribution } = await responseTimes();
    expect([summary.within1Hour, distribution.lessThan1Hour, distribution.oneToFourHours]).toEqual([67, 1, 2]);
  });

  it('"Errors": is refused with 401 where the mailbox is disconnected', async () => {
    const { get } = await asking({ inboxes: [{ name: 'lost', connected: false }] }, { profile });
    for (const name of ['by-period', 'response-time'] as const) {
      const reply = await get(name);
      expect(reply.status).toBe(401);
      expect(reply.text).toContain('Authorization required.');
    }
  });
});

describe('what 2.4, 2.5 and 4.1 leave open (spec)', () => {
  it('is other texts, the newest first, and null where null is allowed', async () => {
    const messages = [...answered(day(3), 10, 'a'), ...answered(day(10), 10, 'b')];
    const { periods, responseTimes } = await asking({ messages }, { profile: 'spec' });
    expect((await periods()).result.map(({ startOfPeriod }) => startOfPeriod)).toEqual(['2026-08-10', '2026-08-03']);
    expect((await responseTimes()).trend).toMatchObject([
      { period: '2026-08-09', periodDate: null },
      { period: '2026-08-02', periodDate: null },
    ]);
  });

  it('is the statistics of a mailbox that is disconnected', async () => {
    const { get } = await asking({ inboxes: [{ name: 'lost', connected: false }] }, { profile: 'spec' });
    expect((await get('by-period')).status).toBe(200);
  });
});
