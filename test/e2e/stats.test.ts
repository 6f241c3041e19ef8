/** `inboxctl stats` as users run it, against the sandbox, and against a service that answers as a test says. */
import { describe, expect, it } from 'vitest';
import { responseTimeDocument, volumeDocument } from '../../src/model/stats.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import { answering, json, serve as scripted } from '../service/scripted-server.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PROFILES = ['spec', 'older', 'newer'] as const;

/** A received mail and its answer so many minutes later. */
function answered(at: string, minutes: number) {
  const thread = `${at} ${minutes}`;
  return [
    { at, thread, read: true },
    { at: new Date(Date.parse(at) + minutes * 60_000).toISOString(), thread, sent: true },
  ];
}

/** In the weeks of August 3, 10 and 31; the answers took 30, 125 and 3,000 minutes. */
const MAILS = [
  ...answered('2026-08-04T08:00:00Z', 30),
  ...answered('2026-08-11T08:00:00Z', 125),
  { at: '2026-08-12T08:00:00Z' },
  ...answered('2026-08-31T08:00:00Z', 3_000),
];

async function one(profile: (typeof PROFILES)[number] = 'newer', messages: object[] = MAILS) {
  const service = await serve({ profile, now: () => NOW, seed: { messages } });
  const cwd = projectOf({});
  return (args: readonly string[], env: Record<string, string> = {}) =>
    inboxctl(['stats', ...args], { cwd, env: { ...service.env, ...env } });
}

describe('volume', () => {
  it('is ASCII where the terminal knows no more, and coloured only where it is told to be', async () => {
    const stats = await one();
    const { stdout } = await stats(['volume'], { LANG: 'C' });
    expect(stdout).toMatch(/^[\n -~]*$/);
    expect(stdout).toMatch(/2026-08-10 .* 3 {2}####/);
    expect((await stats(['response-time'], { LANG: 'C' })).stdout).toMatch(/^[\n -~]*$/);
    expect((await stats(['volume', '--color', 'always'])).stdout).toContain('\u001b[36m█');
    expect((await stats(['volume'])).stdout).not.toContain('\u001b');
  });

  it('is of so long ago, by the clock', async () => {
    const at = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000).toISOString() });
    const stats = await one('newer', [at(0.01), at(5), at(20), at(200), at(500)]);
    for (const [from, number] of Object.entries({ '10d': 2, '56d': 3, '270d': 4, '730d': 5 })) {
      const { stdout } = await stats(['volume', '--from', from, '--period', 'year', '--format', 'json']);
      expect(JSON.parse(stdout).accounts[0].totals.all).toBe(number);
    }
  });

  it.each(PROFILES)('is JSON of a documented shape (%s)', async (profile) => {
    const { code, stdout } = await (await one(profile))(['volume', '--period', 'month', '--format', 'json']);
    expect(code).toBe(0);
    const document = volumeDocument.strict().parse(JSON.parse(stdout));
    expect(document).toMatchObject({ formatVersion: 1, notices: [], report: 'volume', period: 'month', summed: null });
    const counts = { sent: 2, read: 5, unread: 1, unarchived: 4, archived: 2 };
    const label = profile === 'spec' ? '2026-08-01' : 'Aug 01, 2026';
    expect(document.accounts[0]?.rows[0]).toEqual({ start: '2026-08-01', label, all: 6, ...counts });
    const times = await (await one(profile))(['response-time', '--format', 'json']);
    expect(() => responseTimeDocument.strict().parse(JSON.parse(times.stdout))).not.toThrow();
  });
});

describe('what is sent', () => {
  const EMPTY = { result: [], allCount: 0, inboxCount: 0, readCount: 0, sentCount: 0 };

  it.each([
    [['volume'], 'period=week'],
    [['volume', '--period', 'day', '--from', '2026-01-31'], 'period=day&fromDate=1769817600000'],
    [['volume', '--to', '2026-01-31'], 'period=week&toDate=1769903999999'],
    [
      ['volume', '--from', '2026-01-01', '--to', '2026-01-31'],
      'period=week&fromDate=1767225600000&toDate=1769903999999',
    ],
    [['volume', '--from', '1970-01-01'], 'period=week'],
  ])('for %j is one GET', async (args, query) => {
    const { baseUrl, requests } = await scripted((response) => json(response, 200, EMPTY));
    const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY };
    expect(await inboxctl(['stats', ...args], { cwd: projectOf({}), env })).toMatchObject({ code: 0 });
    expect(requests.map((request) => `${request.method} ${request.url}`)).toEqual([
      `GET /api/v1/stats/by-period?${query}`,
    ]);
  });
});

describe('what a service answers', () => {
  it('is told as it is where its totals are no sums, and shown harmless and without the key', async () => {
    const row = { All: 2, Sent: 0, Read: 1, Unread: 1, Unarchived: 2, Archived: 0 };
    const sums = { allCount: 5, inboxCount: 2, readCount: 1, sentCount: 0 };
    const body = { result: [{ startOfPeriod: `\u001b[2J=cmd ${KEY}`, ...row }], ...sums };
    const { baseUrl } = await answering(200, JSON.stringify(body), { 'content-type': 'application/json' });
    const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY };
    for (const format of ['text', 'json', 'markdown']) {
      const args = ['stats', 'volume', '--format', format];
      const { code, stdout, stderr } = await inboxctl(args, { cwd: projectOf({}), env });
      expect(code).toBe(0);
      for (const hidden of ['\u001b', KEY]) expect(stdout + stderr).not.toContain(hidden);
      expect((stdout + stderr).replaceAll('`', '').replace(/\s+/g, ' ')).toContain(
        'The service counts 5 mails in all, and its periods add up to 2.',
      );
    }
  });
});
