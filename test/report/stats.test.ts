/** How statistics are told, in each format. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATISTICS } from '../../src/cli/commands/stats.ts';
import type { Answers, ResponseTimeReport, VolumeReport } from '../../src/model/stats.ts';
import { bar } from '../../src/report/print/tables.ts';
import { durationText } from '../../src/report/stats.ts';
import { forAll } from '../harness/for-all.ts';

const PLAIN = { color: false, unicode: true, width: 80, verbose: false };

const documentOf = <R>(report: R) => ({ report, notes: [] });
const viewIn = (style: typeof PLAIN) => ({ style, quiet: false, notices: [] });
const textVolume = (report: VolumeReport, style: typeof PLAIN) => STATISTICS.text(documentOf(report), viewIn(style));
const textResponseTime = (report: ResponseTimeReport, style: typeof PLAIN) =>
  STATISTICS.text(documentOf(report), viewIn(style));
const markdownVolume = async (report: VolumeReport) =>
  (await STATISTICS.markdown?.(documentOf(report), viewIn(PLAIN))) ?? '';

function volume(labels: readonly string[], names: readonly string[] = ['default']): VolumeReport {
  const rows = labels.map((label, index) => ({
    start: null,
    label,
    all: index,
    sent: 0,
    read: 0,
    unread: 0,
    unarchived: 0,
    archived: 0,
  }));
  const totals = { all: 0, inbox: 0, read: 0, sent: 0 };
  return {
    report: 'volume',
    period: 'week',
    range: { from: null, to: null },
    accounts: names.map((name) => ({ name, totals, rows })),
    summed: names.length > 1 ? { totals, rows } : null,
  };
}

function answers(label: string, percentChange = -12): Answers {
  return {
    summary: {
      medianMinutes: 125,
      averageMinutes: 1_500,
      within1HourPercent: 38,
      previousPeriod: { medianMinutes: 142, percentChange },
    },
    distribution: {
      lessThan1Hour: 1,
      oneToFourHours: 2,
      fourTo24Hours: 0,
      oneToThreeDays: 0,
      threeToSevenDays: 0,
      moreThan7Days: 0,
    },
    trend: [{ start: null, label, medianMinutes: 125, count: 3 }],
    emailsAnalyzed: 3,
    maxEmailsCap: 50,
    capped: false,
  };
}

const times = (label: string): ResponseTimeReport => ({
  report: 'response-time',
  range: { from: '2026-08-01T00:00:00.000Z', to: '2026-08-31T23:59:59.999Z' },
  accounts: [{ name: 'default', answers: answers(label) }],
  summed: null,
});

describe('a time', () => {
  it.each([
    [0, 'under 1 min'],
    [1, '1 min'],
    [59.4, '59 min'],
    [60, '1 h'],
    [125, '2 h 5 min'],
    [1_439, '23 h 59 min'],
    [1_440, '1 d'],
    [1_500, '1 d 1 h'],
    [2_879, '2 d'],
    [1_440_000, '1,000 d'],
  ])('of %d minutes is %s', (minutes, text) => {
    expect(durationText(minutes)).toBe(text);
  });
});

describe('a bar', () => {
  it('fills its room, is never longer, and is seen where there is something', () =>
    forAll([fc.double({ min: 0, max: 2, noNaN: true }), fc.integer({ min: 1, max: 200 })], 100, (share, width) => {
      for (const unicode of [true, false]) {
        const drawn = bar(share, width, unicode);
        expect([...drawn].length).toBeLessThanOrEqual(width);
        expect(drawn === '').toBe(share === 0);
        if (!unicode) expect(drawn).toMatch(/^#*$/);
        if (share >= 1) expect([...drawn].length).toBe(width);
      }
    }));
});

describe('Markdown', () => {
  it('is tables without bars', async () => {
    const markdown = await markdownVolume(volume(Array.from({ length: 30 }, (_, index) => `W${index}`)));
    for (let index = 0; index < 30; index += 1)
      expect(markdown).toContain(`| \`W${index}\` | 0 | 0 | 0 | 0 | 0 | ${index} |`);
    expect(markdown).not.toMatch(/█|```/);
  });
});

describe('text', () => {
  it('shows what a service calls a period as text, and fits', async () => {
    const report = volume(['\u001b[31mred\u202e', `${'x'.repeat(500)}`, '::error::x'], ['a', '\u001b[2J']);
    for (const width of [80, 200]) {
      const text = await textVolume(report, { ...PLAIN, width });
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\u202e');
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    }
  });

  it('has the periods of several accounts in their order', async () => {
    const account = (name: string, start: string) => {
      const trend = [{ start, label: start, medianMinutes: 125, count: 3 }];
      return { name, answers: { ...answers('W1'), trend } };
    };
    const { distribution } = answers('W1');
    const report: ResponseTimeReport = {
      ...times('W1'),
      accounts: [account('alice', '2026-08-10'), account('bob', '2026-08-03')],
      summed: { distribution, emailsAnalyzed: 6 },
    };
    expect((await textResponseTime(report, PLAIN)).match(/^ *2026-08-(?:10|03)/gm)).toHaveLength(2);
    expect(await textResponseTime(report, PLAIN)).toMatch(/2026-08-03[\s\S]*2026-08-10/);
  });

  it('draws a bar where there is room for one', async () => {
    const drawn = async (width: number) => (await textVolume(volume(['W1', 'W2']), { ...PLAIN, width })).includes('█');
    expect(await drawn(80)).toBe(true);
    expect(await drawn(56)).toBe(false);
  });

  it('goes on below where accounts do not fit side by side', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `account-number-${index}`);
    const text = await textVolume(volume(['W1', 'W2'], names), PLAIN);
    for (const name of names) expect(text).toContain(name);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
