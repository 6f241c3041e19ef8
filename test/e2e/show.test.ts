/** `inboxctl show`: saved plans, of one run or of all its shards, as one report. Nothing is sent, and no project is needed. */
import { mkdirSync, readFileSync } from 'node:fs';
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
