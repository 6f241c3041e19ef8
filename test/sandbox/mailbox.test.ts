/** The mailbox of an inbox: where its mails come from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DatedMailbox, generatedMessages } from '../../src/sandbox/mailbox/generator.ts';
import { projectOf } from '../harness/project.ts';
import { serve } from './calling.ts';
import { asking, NOW } from './statistics-asking.ts';

const SETTINGS: DatedMailbox = {
  seed: 20_261_121,
  messages: 4_000,
  from: '2025-06-17T09:30:00.000Z',
  to: '2026-11-21T12:00:00.000Z',
};

describe('a generated mailbox', () => {
  it('is the same for the same settings, and another one for another seed', () => {
    const settings = { ...SETTINGS, messages: 500 };
    expect(generatedMessages(settings)).toEqual(generatedMessages(settings));
    expect(generatedMessages({ ...settings, seed: 2 })).not.toEqual(generatedMessages(settings));
  });

  it.each([0, 1, 2, 7, 1_000])('has exactly %i mails, in its period and in order', (messages) => {
    const mails = generatedMessages({ ...SETTINGS, messages });
    expect(mails).toHaveLength(messages);
    expect(mails.map(({ at }) => at)).toEqual(mails.map(({ at }) => at).sort((a, b) => a - b));
    for (const { at } of mails) {
      expect(at).toBeGreaterThanOrEqual(Date.parse(SETTINGS.from));
      expect(at).toBeLessThanOrEqual(Date.parse(SETTINGS.to));
    }
  });

  it('has mails of every kind, and answers in every class of time', async () => {
    const mails = generatedMessages(SETTINGS);
    const share = (is: (mail: (typeof mails)[number]) => boolean) => mails.filter(is).length / mails.length;
    for (const key of ['sent', 'read', 'archived'] as const) {
      expect(share((mail) => mail[key])).toBeGreaterThan(0.1);
      expect(share((mail) => mail[key])).toBeLessThan(0.95);
    }
    const { responseTimes } = await asking({ mailbox: SETTINGS }, { profile: 'newer' });
    const last = Date.parse(SETTINGS.to);
    const newest = await Promise.all(
      [0, 30, 60, 90, 120, 150, 180, 210].map((days) =>
        responseTimes({ fromDate: last - (days + 30) * 86_400_000, toDate: last - days * 86_400_000 }),
      ),
    );
    for (const key of ['lessThan1Hour', 'oneToFourHours', 'fourTo24Hours', 'oneToThreeDays'] as const) {
      expect(newest.some(({ distribution }) => distribution[key] !== 0)).toBe(true);
    }
  });

  it('ends now unless told, and has half a year', async () => {
    const { periods } = await asking({ mailbox: {} });
    const { result, allCount } = await periods({ period: 'month' });
    expect(allCount).toBe(1_200);
    expect(result.map(({ startOfPeriod }) => startOfPeriod)).toEqual([
      ...['2026-11-01', '2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01', '2026-05-01'],
    ]);
    expect((await periods({ fromDate: NOW + 1 })).allCount).toBe(0);
  });

  it('is in every inbox that nobody gave one, each with its own', async () => {
    const service = await serve({ seed: { inboxes: [{ name: 'a' }, { name: 'b' }] } });
    const [a, b] = await Promise.all(
      service.sandbox.keys
        .slice(0, 2)
        .map(async ({ key }) => (await service.call('GET', '/stats/by-period', undefined, { 'API-Key': key })).json),
    );
    expect(a).toMatchObject({ allCount: 1_200 });
    expect(b).toMatchObject({ allCount: 1_200 });
    expect(a).not.toEqual(b);
  });
});

describe('a data file', () => {
  it('holds the settings of a mailbox, not its mails, and gives the same statistics later', async () => {
    const dataFile = path.join(projectOf({}), 'inbox.jsonl');
    const before = await asking({ rules: [] }, { dataFile });
    const periods = await before.periods({ period: 'day' });
    await before.sandbox.close();
    expect(readFileSync(dataFile, 'utf8').length).toBeLessThan(2_000);
    const after = await asking({}, { dataFile, now: () => NOW + 400 * 86_400_000 });
    expect(await after.periods({ period: 'day' })).toEqual(periods);
  });

  it('holds mails that were given one by one', async () => {
    const dataFile = path.join(projectOf({}), 'inbox.jsonl');
    const messages = [{ at: '2026-11-01T00:00:00Z' }, { at: '2026-11-02T00:00:00Z', sent: true, thread: 'a' }];
    const before = await asking({ messages }, { dataFile });
    const periods = await before.periods({ period: 'day' });
    expect(periods.allCount).toBe(2);
    await before.sandbox.close();
    expect(await (await asking({}, { dataFile })).periods({ period: 'day' })).toEqual(periods);
  });
});
