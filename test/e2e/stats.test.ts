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
  it.each(PROFILES)('is a table with bars (%s)', async (profile) => {
    const { code, stdout, stderr } = await (await one(profile))(['volume']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Mails by week: all mail (UTC)

        week of     Sent  Read  Unread  In inbox  Archived  All
        2026-08-03     1     2       0         1         1    2  ██████████████
        2026-08-10     1     2       1         2         1    3  █████████████████████
        2026-08-31     1     2       0         1         1    2  ██████████████
        Sum            3     6       1         4         3    7
      "
    `);
  });

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
  });

  it('says truthfully that there is nothing, and that nothing was sent', async () => {
    const stats = await one('newer', [{ at: '2026-08-04T08:00:00Z' }]);
    const none = await stats(['volume', '--from', '2026-09-01']);
    expect(none).toMatchObject({ code: 0, stderr: '' });
    expect(none.stdout).toContain('The service counts no mail in this time.');
    expect((await stats(['volume'])).stdout).toMatch(/2026-08-03 +0 +0 +1 +1 +0 +1 {2}█+\n/);
  });
});

describe('response-time', () => {
  it.each(PROFILES)('is sums, classes with bars, and how it went over time (%s)', async (profile) => {
    const { code, stdout, stderr } = await (await one(profile))(['response-time']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Response times: all mail (UTC)

        Median                2 h 5 min
        Average             17 h 32 min
        Within 1 hour               33%
        Mails analyzed  3 of at most 50

        Answered in      Mails
        under 1 hour   1 (33%)  ██████████████████████████████████████████████████████
        1 to 4 hours   1 (33%)  ██████████████████████████████████████████████████████
        4 to 24 hours   0 (0%)
        1 to 3 days    1 (33%)  ██████████████████████████████████████████████████████
        3 to 7 days     0 (0%)
        over 7 days     0 (0%)

        from        Median (mails)
        2026-08-02      30 min (1)  ▌
        2026-08-09   2 h 5 min (1)  ██▏
        2026-08-30     2 d 2 h (1)  ██████████████████████████████████████████████████
      "
    `);
  });

  it('compares with the time before, where the service does', async () => {
    const stats = await one('spec');
    const range = ['--from', '2026-08-10', '--to', '2026-08-16'];
    const compared = await stats(['response-time', ...range]);
    expect(compared.stdout).toMatch(/Median +2 h 5 min\n +Median before +30 min\n +Change +317% slower\n/);
    const both = await (await three('spec'))('response-time', ...range);
    expect(both.stdout).toMatch(/Median before +30 min +-\n/);
    const first = await stats(['response-time', '--from', '2026-08-03', '--to', '2026-08-09']);
    expect(first.stdout).toMatch(/Median +30 min\n/);
    const measured = await one('newer');
    for (const format of ['text', 'markdown']) {
      const never = await measured(['response-time', ...range, '--format', format]);
      expect(never.stdout).not.toMatch(/before|omparison/);
    }
  });

  it('says that the cap was reached', async () => {
    const many = Array.from({ length: 51 }, (_, index) =>
      answered(new Date(Date.UTC(2026, 8, 1) + index * 3_600_000).toISOString(), 10),
    );
    const stats = await one('newer', many.flat());
    const { stdout } = await stats(['response-time']);
    expect(stdout).toMatch(/Mails analyzed +50 of at most 50\n/);
    expect(stdout.replace(/\s+/g, ' ')).toContain('The service analyzes at most 50 mails, and analyzed that many');
    const json = (await stats(['response-time', '--format', 'json'])).stdout;
    expect(responseTimeDocument.parse(JSON.parse(json)).notices).toMatchObject([
      { code: 'stats-capped', severity: 'info' },
    ]);
    expect((await stats(['response-time', '--quiet'])).stdout).not.toContain('note');
  });

  it('has no times where nothing was analyzed', async () => {
    const stats = await one('newer', []);
    const { stdout } = await stats(['response-time']);
    expect(stdout).toContain('The service analyzed no answered mail');
    expect(stdout).not.toContain(' min');
    const json = (await stats(['response-time', '--format', 'json'])).stdout;
    const { accounts } = responseTimeDocument.strict().parse(JSON.parse(json));
    expect(accounts[0]?.answers).toMatchObject({ summary: null, emailsAnalyzed: 0 });
  });
});

it.each([
  ['volume', 'Mails by week'],
  ['response-time', 'Response times'],
])('Markdown has the rows of the text, in tables: %s', async (report, title) => {
  const stats = await one();
  const args = [report, '--from', '2026-08-01'];
  const { stdout } = await stats(args);
  const markdown = (await stats([...args, '--format', 'markdown'])).stdout;
  expect(stdout.split('\n', 1)).toEqual([`${title}: from 2026-08-01 (UTC)`]);
  expect(markdown.startsWith(`### ${title}\n\nFrom 2026-08-01 (UTC)\n\n`)).toBe(true);
  const rows = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('  ') ? line.trim().replace(/ +[█-▏]+$/, '') : []));
  const expected = rows.map((row) => {
    const cells = row.split(/ {2,}| (?=\d+ \(\d+%\)$)/);
    if (row.endsWith(':')) return `\n\n${row}\n\n`;
    return `\n| ${cells.map((cell) => (row.startsWith('Sum ') ? `**${cell}**` : cell)).join(' | ')} |\n`;
  });
  expect(rows.length).toBeGreaterThan(4);
  for (const row of expected) expect(markdown).toContain(row);
  const places = expected.map((row) => markdown.indexOf(row));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(markdown).toMatch(/\n\| --- \| ---: \|/);
});

const KEYS = {
  INBOXCTL_ALICE_KEY: 'key-of-the-inbox-alice',
  INBOXCTL_BOB_KEY: 'key-of-the-inbox-bob',
  INBOXCTL_CAROL_KEY: 'key-of-the-inbox-carol',
};

/** Of carol the key has no scope for statistics. */
async function three(profile: (typeof PROFILES)[number] = 'newer') {
  const inboxes = [
    { name: 'alice', messages: MAILS },
    { name: 'bob', messages: answered('2026-08-11T08:00:00Z', 45) },
    { name: 'carol' },
  ];
  const keys = [
    { key: KEYS.INBOXCTL_ALICE_KEY, inbox: 'alice' },
    { key: KEYS.INBOXCTL_BOB_KEY, inbox: 'bob' },
    { key: KEYS.INBOXCTL_CAROL_KEY, inbox: 'carol', scopes: ['RULES_READ'] },
  ];
  const service = await serve({ profile, now: () => NOW, seed: { inboxes, keys } });
  const accounts = ['alice', 'bob', 'carol'].map(
    (name) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`,
  );
  const cwd = projectOf({ 'inboxctl.yaml': `accounts:\n${accounts.join('')}` });
  const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
  return (...args: string[]) => inboxctl(['stats', ...args], { cwd, env });
}

describe('several accounts', () => {
  it('are side by side and summed', async () => {
    const stats = await three();
    const { code, stdout, stderr } = await stats('volume', '--account', 'alice', '--account', 'bob');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Mails by week: all mail (UTC), of 2 accounts

        week of     Sent  Read  Unread  In inbox  Archived  All
        2026-08-03     1     2       0         1         1    2  ████████▍
        2026-08-10     2     4       1         3         2    5  █████████████████████
        2026-08-31     1     2       0         1         1    2  ████████▍
        Sum            4     8       1         5         4    9

      All mails, by account:

        week of     alice  bob  Sum
        2026-08-03      2    -    2
        2026-08-10      3    2    5
        2026-08-31      2    -    2
        Sum             7    2    9
      "
    `);
    const times = await stats('response-time', '--account', 'alice', '--account', 'bob');
    expect(times).toMatchObject({ code: 0, stderr: '' });
    expect(times.stdout).toMatchInlineSnapshot(`
      "Response times: all mail (UTC), of 2 accounts

                                  alice              bob
        Median                2 h 5 min           45 min
        Average             17 h 32 min           45 min
        Within 1 hour               33%             100%
        Mails analyzed  3 of at most 50  1 of at most 50

        Answered in      alice       bob      Sum
        under 1 hour   1 (33%)  1 (100%)  2 (50%)  ███████████████████████████████████
        1 to 4 hours   1 (33%)    0 (0%)  1 (25%)  █████████████████▌
        4 to 24 hours   0 (0%)    0 (0%)   0 (0%)
        1 to 3 days    1 (33%)    0 (0%)  1 (25%)  █████████████████▌
        3 to 7 days     0 (0%)    0 (0%)   0 (0%)
        over 7 days     0 (0%)    0 (0%)   0 (0%)

        Median (mails) from          alice         bob
        2026-08-02              30 min (1)           -
        2026-08-09           2 h 5 min (1)  45 min (1)
        2026-08-30             2 d 2 h (1)           -

      note: Medians, averages and percentages are shown for each account only: they
            cannot be summed. Counts are.
      "
    `);
  });

  it('that fail do not stop the others', async () => {
    const stats = await three();
    for (const report of ['volume', 'response-time']) {
      const text = await stats(report);
      expect(text.code).toBe(1);
      expect(text.stdout).toContain('of 2 accounts');
      expect(text.stderr).toContain('carol: ');
      expect(text.stderr).toContain('STATS_READ');
      const markdown = await stats(report, '--format', 'markdown');
      expect(markdown.stdout).toMatch(/\|.*`bob`.*\|/);
      expect(markdown.stdout).not.toMatch(/\|.*carol.*\|/);
    }
    const { code, stdout } = await stats('volume', '--format', 'json');
    expect(code).toBe(1);
    const document = volumeDocument.strict().parse(JSON.parse(stdout));
    expect(document.accounts[2]).toMatchObject({ name: 'carol', totals: null, rows: [], error: { status: 403 } });
    expect(document.summed?.totals).toEqual({ all: 9, inbox: 5, read: 8, sent: 4 });
    expect(document.notices).toMatchObject([{ code: 'service-failed', severity: 'error', account: 'carol' }]);
  });

  it('with wrong settings are told beside those that are read, in the order of the project file', async () => {
    const service = await serve({ profile: 'newer' });
    const accounts = ['d', 'a', 'c'].map((name) => `${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }`);
    const cwd = projectOf({ 'inboxctl.yaml': `accounts: { ${accounts.join(', ')} }\n` });
    const address = { INBOXCTL_BASE_URL: service.baseUrl };
    const env = { ...address, INBOXCTL_A_KEY: KEY };
    const { code, stdout, stderr } = await inboxctl(['stats', 'volume'], { cwd, env });
    expect(code).toBe(3);
    expect(stdout).toContain('Mails by week: all mail (UTC), of a\n');
    expect(stderr).toContain('INBOXCTL_C_KEY');
    const json = await inboxctl(['stats', 'volume', '--format', 'json'], { cwd, env });
    const document = volumeDocument.parse(JSON.parse(json.stdout));
    expect(document.accounts.map(({ name, error }) => [name, error?.code ?? null])).toEqual([
      ['d', 'account-key-unset'],
      ['a', null],
      ['c', 'account-key-unset'],
    ]);
    expect(await inboxctl(['stats', 'volume'], { cwd, env: address })).toMatchObject({ code: 3, stdout: '' });
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

  it('needs no rule files, and nothing of them to be right', async () => {
    const { env } = await serve({ profile: 'newer' });
    const cwd = projectOf({ 'rules/a.yaml': 'name: [' });
    expect(await inboxctl(['stats', 'volume'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
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

describe('wrong usage', () => {
  it.each([
    [
      ['volume', '--from', 'yesterday'],
      'Invalid value for --from: "yesterday" is not a valid date. Write a day such as 2026-01-31',
    ],
    [['volume', '--to', '2026-02-30'], 'Invalid value for --to: "2026-02-30" is not a valid date.'],
    [['volume', '--from', '2026-02-01', '--to', '2026-01-31'], '--from is later than --to: 2026-02-01 and 2026-01-31.'],
    [['response-time', '--period', 'day'], '--period and response-time do not go together.'],
    [['volume', '--period', 'hour'], 'Invalid value for --period: hour. Use one of: day, week, month, year.'],
    [['volume', '--format', 'html'], 'Invalid value for --format: html. Use one of: text, json, markdown.'],
  ])('%j is said, and exits 3', async (args, said) => {
    const { code, stdout, stderr } = await inboxctl(['stats', ...args], { cwd: projectOf({}) });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr.replaceAll('`', '').replace(/\s+/g, ' ')).toContain(said);
  });

  it('says everything that is wrong with dates, in JSON too', async () => {
    const args = ['stats', 'volume', '--from', 'x', '--to', 'y', '--format', 'json'];
    const { code, stdout } = await inboxctl(args, { cwd: projectOf({}) });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).notices).toMatchObject([{ code: 'date-unusable' }, { code: 'date-unusable' }]);
  });
});
