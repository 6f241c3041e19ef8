import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { answered, asking } from './statistics-asking.ts';

/** Monday to Sunday. */
const MAILS = [
  { at: '2026-11-09T10:00:00Z', read: true, archived: true },
  { at: '2026-11-10T10:00:00Z', read: true, archived: true },
  { at: '2026-11-15T23:59:59.999Z' },
  { at: '2026-11-16T00:00:00Z', sent: true },
];

const NOTHING = { result: [], allCount: 0, inboxCount: 0, readCount: 0, sentCount: 0 };

describe.each(PROFILE_NAMES)('4.1 GET /stats/by-period (%s)', (profile) => {
  it('2.4 counts mails by status in each period, and in all', async () => {
    const { periods } = await asking({ messages: MAILS }, { profile });
    const { result, ...all } = await periods();
    expect(all).toEqual({ allCount: 4, inboxCount: 1, readCount: 3, sentCount: 1 });
    const counts = result.map(({ startOfPeriod: _, ...row }) => row);
    expect(counts).toHaveLength(2);
    expect(counts).toContainEqual({ All: 3, Sent: 0, Read: 2, Unread: 1, Unarchived: 1, Archived: 2 });
    expect(counts).toContainEqual({ All: 1, Sent: 1, Read: 1, Unread: 0, Unarchived: 0, Archived: 1 });
  });

  it('takes day, week, month and year, and week unless told', async () => {
    const { periods } = await asking({ messages: MAILS }, { profile });
    const number = async (period: string) => (await periods({ period })).result.length;
    expect([await number('day'), await number('week'), await number('month'), await number('year')]).toEqual([
      4, 2, 1, 1,
    ]);
    expect(await periods()).toEqual(await periods({ period: 'week' }));
  });

  it('takes fromDate and toDate in epoch milliseconds, inclusive; 0 and absent are no bound', async () => {
    const { periods } = await asking({ messages: MAILS }, { profile });
    const count = async (query: Record<string, number>) => (await periods(query)).allCount;
    const at = Date.UTC(2026, 10, 10, 10);
    expect(await count({ fromDate: at, toDate: at })).toBe(1);
    expect(await count({ fromDate: at })).toBe(3);
    expect(await count({ fromDate: at + 1 })).toBe(2);
    expect(await count({ toDate: at - 1 })).toBe(1);
    expect(await count({ fromDate: 0, toDate: 0 })).toBe(4);
    expect(await periods({ fromDate: at, toDate: at - 1 })).toEqual(NOTHING);
  });

  it('5.3 counts those of the inbox of the key', async () => {
    const inboxes = [
      { name: 'mine', messages: MAILS },
      { name: 'theirs', messages: [] },
    ];
    const { periods, call, sandbox } = await asking({ inboxes }, { profile });
    expect((await periods()).allCount).toBe(4);
    const theirs = sandbox.keys.find(({ inbox }) => inbox === 'theirs')?.key ?? '';
    expect((await call('GET', '/stats/by-period', undefined, { 'API-Key': theirs })).json).toEqual(NOTHING);
  });

  it('of an empty mailbox has no period', async () => {
    const { periods } = await asking({ messages: [] }, { profile });
    for (const period of ['day', 'week', 'month', 'year']) expect(await periods({ period })).toEqual(NOTHING);
  });
});

/** How many answers took how long, the fastest first. */
function classes(...counts: number[]) {
  const names = ['lessThan1Hour', 'oneToFourHours', 'fourTo24Hours', 'oneToThreeDays', 'threeToSevenDays'];
  return Object.fromEntries([...names, 'moreThan7Days'].map((name, index) => [name, counts[index]]));
}

const NO_RESPONSE = {
  summary: { medianResponseTime: 0, averageResponseTime: 0, within1Hour: 0, previousPeriodComparison: null },
  distribution: classes(0, 0, 0, 0, 0, 0),
  trend: [],
  emailsAnalyzed: 0,
  maxEmailsCap: 50,
};

describe.each(PROFILE_NAMES)('4.2 GET /stats/response-time (%s)', (profile) => {
  // Each class of times has one on both of its sides.
  const TIMES = [10, 50, 59, 60, 239, 240, 1_439, 1_440, 4_319, 4_320, 10_079, 10_080];
  const ANSWERS = TIMES.flatMap((minutes, index) => answered(`2026-08-${index + 10}T08:00:00Z`, minutes, `t${index}`));

  it('2.5 sums up the time that answers took', async () => {
    const { responseTimes } = await asking({ messages: ANSWERS }, { profile });
    expect(await responseTimes()).toMatchObject({
      summary: { medianResponseTime: 840, averageResponseTime: 2_695, within1Hour: 33, previousPeriodComparison: null },
      distribution: classes(3, 2, 2, 2, 2, 1),
      emailsAnalyzed: 12,
    });
  });

  it('counts a first answer, from the newest mail that it may answer', async () => {
    const messages = [
      { at: '2026-09-01T08:00:00Z', thread: 'a' },
      { at: '2026-09-01T09:00:00Z', thread: 'a' },
      { at: '2026-09-01T09:30:00Z', thread: 'b', sent: true },
      { at: '2026-09-01T10:00:00Z', thread: 'a', sent: true },
      { at: '2026-09-01T11:00:00Z', thread: 'a', sent: true },
      { at: '2026-09-01T12:00:00Z' },
      { at: '2026-09-01T13:00:00Z', sent: true },
    ];
    const { responseTimes } = await asking({ messages }, { profile });
    expect(await responseTimes()).toMatchObject({ summary: { medianResponseTime: 60 }, emailsAnalyzed: 1 });
  });

  it('8 analyzes maxEmailsCap mails at most, the newest', async () => {
    const at = (index: number) => new Date(Date.UTC(2026, 8, 1) + index * 3_600_000).toISOString();
    const answers = (from: number, number: number, minutes: number) =>
      Array.from({ length: number }, (_, index) => answered(at(from + index), minutes, `t${from + index}`)).flat();
    const some = await asking({ messages: answers(0, 50, 10) }, { profile });
    expect(await some.responseTimes()).toMatchObject({ emailsAnalyzed: 50, maxEmailsCap: 50 });
    const many = await asking({ messages: [...answers(0, 30, 10), ...answers(30, 50, 20)] }, { profile });
    expect(await many.responseTimes()).toMatchObject({
      summary: { medianResponseTime: 20, averageResponseTime: 20 },
      emailsAnalyzed: 50,
    });
    const older = await many.responseTimes({ toDate: Date.UTC(2026, 8, 2, 5, 30) });
    expect(older).toMatchObject({ summary: { medianResponseTime: 10 }, emailsAnalyzed: 30 });
  });

  it('2.5 compares with the period before, or with null', async () => {
    const messages = [...answered('2026-09-03T08:00:00Z', 100, 'a'), ...answered('2026-09-05T08:00:00Z', 150, 'b')];
    const { responseTimes } = await asking({ messages }, { profile });
    const compared = async (fromDate: number, toDate: number) =>
      (await responseTimes({ fromDate, toDate })).summary.previousPeriodComparison;
    const [third, fifth, sixth] = [3, 5, 6].map((day) => Date.UTC(2026, 8, day)) as [number, number, number];
    const day = 86_400_000;
    const comparison = profile === 'spec' ? { medianResponseTime: 100, percentChange: 50 } : null;
    expect(await compared(fifth, sixth + day - 1)).toEqual(comparison);
    expect(await compared(fifth, fifth + day - 1)).toBeNull();
    expect(await compared(third, sixth)).toBeNull();
    expect(await compared(0, sixth)).toBeNull();
    expect((await responseTimes()).summary.previousPeriodComparison).toBeNull();
  });

  it('of an empty mailbox, or of one mail, has nothing to analyze', async () => {
    const at = '2026-09-01T08:00:00Z';
    for (const messages of [[], [{ at }], [{ at, sent: true }]]) {
      const { responseTimes } = await asking({ messages }, { profile });
      expect(await responseTimes()).toEqual(NO_RESPONSE);
      expect(await responseTimes({ fromDate: 1, toDate: Date.UTC(2027, 0, 1) })).toEqual(NO_RESPONSE);
    }
  });
});
