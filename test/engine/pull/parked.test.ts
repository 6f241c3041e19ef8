/** Rules that an apply put aside and did not put back: the files get them as they were before. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { parkedBody } from '../../../src/planning/parking.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { projectOf } from '../../harness/project.ts';
import { planOn, pullOnto } from '../../harness/pulling.ts';
import { runs } from '../../harness/runs.ts';
import { live } from './live.ts';

const parked = (rule: LiveRule, kind: 'sender' | 'name'): LiveRule =>
  ({ ...rule, ...parkedBody(rule, kind) }) as LiveRule;

async function pulled(files: Record<string, string>, rules: LiveRule[]) {
  const folder = projectOf(files);
  const { notices, files: written } = await pullOnto({ folder, live: { default: rules } });
  const told = notices.map(({ code, rule }) => (rule === undefined ? code : `${code} ${rule}`));
  const after = filesIn(folder);
  expect(Object.values(after).join('\n')).not.toMatch(/inboxctl: (being )?mov/);
  const plan = planOn(folder, rules).work.map(({ change: { op, name, id, patch } }) => [op, name, id, patch.length]);
  return { after, told, touched: written.map(({ shown }) => shown), plan };
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ya?ml|md)$/.test(file));
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

const NEWS = `name: News
condition:
  static: { from: news@example.com, subject: Daily|Weekly }
actions:
  - type: ARCHIVE
`;
const news = (from = 'news@example.com') => live('News', { from, subject: 'Daily|Weekly' });

describe('a rule that was put aside', () => {
  it('and is declared as it was before leaves its file alone', async () => {
    const rule = parked(news(), 'name');
    const { touched, told, plan } = await pulled({ 'rules/a.yaml': NEWS }, [rule]);
    expect(touched).toEqual([]);
    expect(told).toEqual(['pull-parked News']);
    expect(plan).toEqual([['replace', 'News', rule.id, 0]]);
  });

  it('gives its file what it was before', async () => {
    const { after, plan } = await pulled({ 'rules/a.yaml': NEWS }, [parked(news('other@example.com'), 'sender')]);
    expect(after['rules/a.yaml']).toBe(NEWS.replace('news@', 'other@'));
    expect(plan).toHaveLength(1);
  });

  it('is new in a file as it was before', async () => {
    const { after, told } = await pulled({}, [parked(news(), 'name')]);
    expect(Object.keys(after)).toEqual(['rules/news.yaml']);
    expect(after['rules/news.yaml']).toContain('subject: Daily|Weekly');
    expect(told).toEqual(['pull-parked News']);
  });

  it('and cannot be declared is ignored under its own name', async () => {
    const rule = { ...parked(live('News', { ai: 'x' }), 'name'), actions: [] };
    const { after, told } = await pulled({}, [rule]);
    expect(after['inboxctl.yaml']).toContain('News');
    expect(told).toEqual(['pull-undeclarable News']);
  });

  it('is not ignored by a glob that matches its own name', async () => {
    const glob = { ...live('N*s', { ai: 'x' }), actions: [] };
    const { after, told } = await pulled({ 'inboxctl.yaml': 'version: 1\n' }, [parked(news(), 'name'), glob]);
    expect(after['inboxctl.yaml']).toBe('version: 1\n');
    expect(told).toEqual(['pull-parked News', 'pull-undeclarable N*s']);
  });
});

describe('a name that another rule has meanwhile', () => {
  const [aside, other] = [live('A', { ai: 'one' }), live('A', { ai: 'two', createdAt: '2026-01-02T00:00:00.000Z' })];
  const inbox = [parked(aside, 'name'), other];

  it('is still to be changed where the files say how', async () => {
    const rules = ['name: B\nrenamedFrom: A', 'name: A\nrenamedFrom: B'].map(
      (names, index) =>
        `${names}\ncondition: { aiInstructions: ${['one', 'two'][index]} }\nactions: [{ type: ARCHIVE }]\n`,
    );
    const { touched, told, plan } = await pulled({ 'rules/a.yaml': rules.join('---\n') }, inbox);
    expect(touched).toEqual([]);
    expect(told).toEqual(['pull-rename-left B', 'pull-parked B']);
    expect(plan).toEqual([['replace', 'B', aside.id, 1]]);
  });

  it('is that of the other where they do not', async () => {
    const { after, told, plan } = await pulled({}, inbox);
    expect(after['rules/a.yaml']).toContain('two');
    expect(told).toEqual(['pull-duplicates A']);
    expect(plan).toEqual([['delete', 'A', aside.id, 1]]);
  });
});

it('whatever was put aside, the files are those of the inbox before', async () => {
  const kinds = fc.array(fc.constantFrom('sender' as const, 'name' as const, null), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(writtenRules, kinds, async (written, how) => {
      const before = written.map((one, index) => liveOf(declaredOf(one, index), index));
      const now = before.map((rule, index) => (how[index] ? parked(rule, how[index]) : rule));
      const folders = await Promise.all(
        [before, now].map(async (rules) => {
          const folder = projectOf({});
          await pullOnto({ folder, live: { default: rules } });
          return folder;
        }),
      );
      const [wanted, found] = folders.map(filesIn);
      expect(found).toEqual(wanted);
      expect(folders.every((folder) => written.length === 0 || existsSync(path.join(folder, 'rules')))).toBe(true);
    }),
    { numRuns: runs(8) },
  );
});
