import { describe, expect, it } from 'vitest';
import {
  answersOf,
  differingTotals,
  firstDay,
  summedAnswers,
  summedVolume,
  volumeAccount,
} from '../../../src/engine/stats/reports.ts';

describe('the first day of a period', () => {
  it.each([
    ['Aug 03, 2026', '2026-08-03'],
    ['2026-08-03', '2026-08-03'],
    ['2026-08-03T00:00:00.000Z', '2026-08-03'],
    ['2026-08', null],
    ['Any 03, 2026', null],
    ['Feb 30, 2026', null],
    ['2026-02-30', null],
    ['Week 32', null],
    ['', null],
  ])('of %j is %s', (label, day) => {
    expect(firstDay(label)).toBe(day);
  });
});

const row = (startOfPeriod: string, All: number) => ({
  startOfPeriod,
  All,
  Sent: 1,
  Read: 2,
  Unread: 3,
  Unarchived: 4,
  Archived: 5,
});
const totals = (allCount: number) => ({ allCount, inboxCount: 4, readCount: 2, sentCount: 1 });
const plain = (text: string) => text;

describe('volume', () => {
  it('is ascending whatever order the service has', () => {
    const statistics = { result: [row('2026-08-24', 1), row('2026-08-03', 2)], ...totals(3) };
    const { rows } = volumeAccount('a', statistics, plain);
    expect(rows.map(({ start }) => start)).toEqual(['2026-08-03', '2026-08-24']);
  });

  it('keeps the order of texts that tell no day, and hides what may not be shown', () => {
    const statistics = { result: [row('Week 9 secret', 1), row('2026-01-05', 2)], ...totals(3) };
    const { rows } = volumeAccount('a', statistics, (text) => text.replace('secret', '***'));
    expect(rows.map(({ label }) => label)).toEqual(['Week 9 ***', '2026-01-05']);
  });

  it('is summed by day, whatever services call it', () => {
    const a = volumeAccount('a', { result: [row('Aug 03, 2026', 1)], ...totals(1) }, plain);
    const b = volumeAccount('b', { result: [row('2026-08-03', 2), row('2026-08-10', 3)], ...totals(5) }, plain);
    const failed = { name: 'c', totals: null, rows: [] };
    const summed = summedVolume([a, failed, b]);
    expect(summed?.rows).toMatchObject([
      { start: '2026-08-03', all: 3, sent: 2, read: 4, unread: 6, unarchived: 8, archived: 10 },
      { start: '2026-08-10', all: 3, sent: 1 },
    ]);
    expect(summed?.totals).toEqual({ all: 6, inbox: 8, read: 4, sent: 2 });
    expect(summedVolume([a, failed])).toBeNull();
  });

  it('tells where totals are no sums', () => {
    const fits = volumeAccount('a', { result: [row('2026-08-03', 7)], ...totals(7) }, plain);
    expect(differingTotals(fits)).toEqual([]);
    const differs = volumeAccount('a', { result: [row('2026-08-03', 7)], ...totals(9) }, plain);
    expect(differingTotals(differs)).toEqual([{ of: 'all', total: 9, sum: 7 }]);
  });
});

const statistics = (emailsAnalyzed: number, maxEmailsCap = 50) => ({
  summary: { medianResponseTime: 5, averageResponseTime: 6, within1Hour: 100, previousPeriodComparison: null },
  distribution: {
    lessThan1Hour: emailsAnalyzed,
    oneToFourHours: 0,
    fourTo24Hours: 0,
    oneToThreeDays: 0,
    threeToSevenDays: 0,
    moreThan7Days: 0,
  },
  trend: [
    { period: 'Aug 09, 2026', periodDate: null, medianResponseTime: 1, count: 1 },
    { period: 'anything', periodDate: '2026-08-02T00:00:00.000Z', medianResponseTime: 2, count: 1 },
  ],
  emailsAnalyzed,
  maxEmailsCap,
});

describe('response times', () => {
  it('are none where no mail was analyzed, and capped where all were that can be', () => {
    expect(answersOf(statistics(0, 0), plain)).toMatchObject({ summary: null, capped: false });
    expect(answersOf(statistics(49), plain)).toMatchObject({ summary: { medianMinutes: 5 }, capped: false });
    expect(answersOf(statistics(50), plain)).toMatchObject({ capped: true });
  });

  it('have an ascending trend', () => {
    expect(answersOf(statistics(2), plain).trend.map(({ start }) => start)).toEqual(['2026-08-02', '2026-08-09']);
  });

  it('of several accounts have sums of counts, and of nothing else', () => {
    const account = (name: string, number: number) => ({ name, answers: answersOf(statistics(number), plain) });
    const summed = summedAnswers([account('a', 3), { name: 'b', answers: null }, account('c', 4)]);
    expect(summed).toEqual({ distribution: { ...statistics(7).distribution }, emailsAnalyzed: 7 });
    expect(summedAnswers([account('a', 3)])).toBeNull();
  });
});
