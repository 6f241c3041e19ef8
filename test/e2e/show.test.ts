/** `inboxctl show`: saved plans, of one run or of all its shards, as one report. Nothing is sent, and no project is needed. */
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];
const SCOPES = ['RULES_READ', 'RULES_WRITE'];
const keyOf = (name: string) => `key-of-the-inbox-${name}`;
const live = (name: string) => ({ name, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] });

/** A project of several accounts, of which frank has a key that the service does not know. */
async function company() {
  const names = NAMES.filter((name) => name !== 'frank');
  const service = await serve({
    seed: {
      inboxes: names.map((name) => ({ name, rules: name === 'bob' ? [live('News'), live('Old')] : [] })),
      keys: names.map((name) => ({ key: keyOf(name), inbox: name, scopes: SCOPES })),
    },
  });
  const cwd = projectOf({
    'rules/news.yaml': 'name: News\ncondition: { static: { from: "or@example.com" } }\nactions: [{ type: ARCHIVE }]\n',
    'inboxctl.yaml': `accounts:\n${NAMES.map((name) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()} } }\n`).join('')}`,
  });
  const keys = Object.fromEntries(NAMES.map((name) => [`INBOXCTL_${name.toUpperCase()}`, keyOf(name)]));
  return { cwd, service, env: { INBOXCTL_BASE_URL: service.baseUrl, ...keys } };
}

/** Plans each of the shards into plans/, and all accounts into plans/all.json; gives the names of the former. */
async function planned(shards: number) {
  const { cwd, service, env } = await company();
  mkdirSync(path.join(cwd, 'plans'));
  const files = Array.from({ length: shards }, (_, index) => `plans/${index + 1}.json`);
  for (const [index, file] of files.entries()) {
    await inboxctl(['plan', '--shard', `${index + 1}/${shards}`, '--output', file], { cwd, env });
  }
  await inboxctl(['plan', '--output', 'plans/all.json'], { cwd, env });
  await service.close();
  return { cwd, files };
}

const planIn = (text: string) => {
  const { notices, ...plan } = planDocument.parse(JSON.parse(text));
  return { ...plan, notices: notices.map((notice) => JSON.stringify(notice)).sort() };
};

/** What follows a page's own words: the time at its end. */
const withoutTime = (page: string) => page.replace(/\d{4}-\d\d-\d\dT?[^<]*/g, '');

describe('the plans of all shards', () => {
  it('are the plan of all accounts, in every format', async () => {
    const { cwd, files } = await planned(3);
    // Elsewhere, with nothing but the files.
    const away = projectOf({});
    const show = async (names: string[], format: string) => {
      const words = names.map((name) => path.join(cwd, name));
      const { code, stdout, stderr } = await inboxctl(['show', ...words, '--format', format], { cwd: away });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    const whole = readFileSync(path.join(cwd, 'plans/all.json'), 'utf8');
    expect(planIn(await show(files, 'json'))).toEqual(planIn(whole));
    expect(planIn(await show(['plans/all.json'], 'json'))).toEqual(planIn(whole));
    for (const format of ['text', 'markdown', 'html']) {
      const [together, alone] = [await show(files, format), await show(['plans/all.json'], format)];
      const lines = (text: string) =>
        withoutTime(text)
          .replace(/\nNext: [\s\S]*/, '')
          .split('\n')
          .sort();
      expect(lines(together)).toEqual(lines(alone));
      for (const name of NAMES) expect(together).toContain(name);
    }
    expect(planIn(whole)).toMatchObject({ complete: false, summary: { create: 4, replace: 1, delete: 1 } });
  });

  it('say what to run next, which differs with what is known of the accounts', async () => {
    const { cwd, files } = await planned(2);
    const next = async (...words: string[]) => {
      const { stdout } = await inboxctl(['show', ...words], { cwd });
      return stdout
        .slice(stdout.indexOf('\nNext: ') + 1)
        .replaceAll('\n', ' ')
        .replace(/ +/g, ' ')
        .trim();
    };
    const how = 'with the --account or --shard';
    expect(await next(...files)).toBe(
      `Next: apply the rest, ${how} of each plan, such as: inboxctl apply plans/1.json`,
    );
    expect(await next('plans/all.json')).toBe(
      `Next: apply the rest, ${how} that made it: inboxctl apply plans/all.json`,
    );
    const { cwd: own, service, env } = await company();
    await inboxctl(['plan', '--account', 'bob', '--output', 'bob.json'], { cwd: own, env });
    const { stdout } = await inboxctl(['show', 'bob.json'], { cwd: own });
    expect(stdout).toMatch(/Next: apply this plan:\n {2}inboxctl apply bob.json --account bob\n$/);
    // As it says.
    const applied = await inboxctl(['apply', 'bob.json', '--account', 'bob', '--yes'], { cwd: own, env });
    expect(applied.code).toBe(0);
    expect(service.requests.some(({ method }) => method === 'PUT')).toBe(true);
  });

  it('are read from the folder of -C, which goes on in the next command', async () => {
    const { cwd } = await planned(1);
    const { code, stdout } = await inboxctl(['show', '-C', cwd, 'plans/1.json'], { cwd: projectOf({}) });
    expect({ code, next: stdout.includes(`inboxctl apply plans/1.json -C ${cwd}`) }).toEqual({ code: 0, next: true });
  });

  it('hide notes with --quiet, and show errors', async () => {
    const { cwd } = await planned(1);
    const { stdout } = await inboxctl(['show', 'plans/1.json', '--quiet'], { cwd });
    expect(stdout).toContain('failed with 401');
    expect(stdout).not.toContain('warning: ');
    expect((await inboxctl(['show', 'plans/1.json'], { cwd })).stdout).toContain('warning: ');
  });
});

it('a plan without changes needs no next step', async () => {
  const { service, cwd, env } = await company();
  await inboxctl(['apply', '--account', 'alice', '--yes'], { cwd, env });
  await inboxctl(['plan', '--account', 'alice', '--output', 'plan.json'], { cwd, env });
  await service.close();
  const { code, stdout } = await inboxctl(['show', 'plan.json', '--quiet'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No changes: 1 rule is live as declared.\n' });
});

describe('what cannot be shown', () => {
  it('is named, file by file, all at once', async () => {
    const { cwd } = await planned(1);
    const text = readFileSync(path.join(cwd, 'plans/1.json'), 'utf8');
    const document = JSON.parse(text);
    const edit = (name: string, change: object) => write(cwd, name, JSON.stringify({ ...document, ...change }));
    write(cwd, 'empty.json', '');
    write(cwd, 'report.txt', 'Plan: 1 to create');
    edit('newer.json', { formatVersion: 2 });
    edit('older.json', { formatVersion: 0 });
    edit('less.json', { changes: document.changes.slice(1) });
    const [first, ...rest] = document.changes;
    edit('edited.json', { changes: [{ ...first, after: { ...first.after, runOnThreads: false } }, ...rest] });
    const applied = { formatVersion: 1, run: null, outcome: 'refused', changes: [], differences: [], notices: [] };
    write(cwd, 'applied.json', JSON.stringify(applied));
    writeFileSync(path.join(cwd, 'binary.json'), Buffer.from([0x7b, 0xe9, 0x7d]));
    writeFileSync(path.join(cwd, 'huge.json'), '');
    truncateSync(path.join(cwd, 'huge.json'), 257 * 1024 * 1024);
    const files = ['empty', 'newer', 'older', 'less', 'edited', 'applied', 'binary', 'huge', 'gone'].map(
      (name) => `${name}.json`,
    );
    const all = ['show', 'plans/1.json', 'report.txt', 'plans', ...files, 'plans/all.json'];
    const { code, stdout, stderr } = await inboxctl(all, { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    const errors = stderr
      .replace(/\n {2,}(?=\S)/g, ' ')
      .split('\n')
      .filter((line) => line.startsWith('error: '));
    const expected = [
      /file report.txt is not JSON/,
      /file plans cannot be read: it is a folder/,
      /file empty.json is empty/,
      /file newer.json was made by a newer inboxctl/,
      /file older.json is JSON, but not a plan: `formatVersion` is wrong/,
      /file less.json was edited: its digest/,
      /file edited.json was edited: the create of "News" does not match its digest/,
      /file applied.json is JSON, but not a plan/,
      /file binary.json is not UTF-8/,
      /file huge.json is larger than 256 MiB/,
      /file gone.json cannot be read: it does not exist/,
      /plans\/1.json and plans\/all.json have plans of the same accounts: "alice", "bob", "carol" and 3 more/,
    ];
    expect(errors).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(errors[index]).toMatch(pattern);
    const json = await inboxctl([...all, '--format', 'json'], { cwd });
    expect(JSON.parse(json.stdout).notices).toHaveLength(expected.length);
  });

  it('is a command line without a file', async () => {
    expect(await inboxctl(['show'])).toMatchObject({ code: 3, stderr: expect.stringContaining('planfile') });
  });
});

it('an API key in the environment is hidden, should a file hold it', async () => {
  const { cwd } = await planned(1);
  const document = JSON.parse(readFileSync(path.join(cwd, 'plans/1.json'), 'utf8'));
  const notices = [{ code: 'x', severity: 'warning', message: `the key is ${keyOf('alice')}, and so on` }];
  write(cwd, 'plan.json', JSON.stringify({ ...document, notices }));
  for (const format of ['text', 'json', 'markdown', 'html']) {
    const env = { INBOXCTL_API_KEY: keyOf('alice') };
    const { stdout } = await inboxctl(['show', 'plan.json', '--format', format], { cwd, env });
    expect(stdout).toContain('and so on');
    expect(stdout).not.toContain(keyOf('alice'));
  }
});
