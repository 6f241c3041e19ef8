/** Rules that no file declares: where they go, and what is said of those that have no place. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { projectOf } from '../../harness/project.ts';
import { decide, planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const RULE = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;

describe('files of new rules', () => {
  it('have names of their own on every system', async () => {
    const names = [
      ...['News', 'news', 'NEWS', 'con', 'Aux', 'COM1', '../../x', '.git', '邮件', '???', '-', 'Ünïcödé'],
      'n'.repeat(900),
    ];
    const rules = [live('Old', { ai: 'x' }), ...names.map((name) => live(name, { ai: 'x' }))];
    const { folder } = await pullInto({ 'rules/NEWS-2.yaml': RULE('Old') }, rules);
    const files = readdirSync(path.join(folder, 'rules'));
    const made = [
      ...['aux-rule', 'com1-rule', 'con-rule', 'git', 'n'.repeat(64), 'news-3', 'news-4', 'news', 'rule-2', 'rule-3'],
      ...['rule', 'uenicoede', 'x'],
    ];
    expect(files.sort()).toEqual(['NEWS-2.yaml', ...made.map((name) => `${name}.yaml`)].sort());
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
    expect(Math.max(...files.map((name) => name.length))).toBeLessThanOrEqual(80);
    expect(planOn(folder, rules).work).toEqual([]);
  });

  it('are in the first folder that no other account has', async () => {
    const project =
      'rules: [common, own, more]\naccounts:\n  a: {}\n  b: { rules: [common] }\n  c: { rules: [common, c] }\n';
    const inboxes = { a: [live('A', { ai: 'x' })], c: [live('C', { ai: 'x' })] };
    const { shown } = await pullInto({ 'inboxctl.yaml': project }, inboxes);
    expect(shown).toEqual(['own/a.yaml', 'c/c.yaml', 'common/.gitkeep', 'more/.gitkeep']);
  });

  it('are the file that the project file lists, where it lists no folder', async () => {
    const mine = `rules:\r\n  - ${RULE('Old').replaceAll('\n', '\r\n    ').trimEnd()}`;
    const rules = [live('Old', { ai: 'x' }), live('B', { ai: 'x' }), live('A', { ai: 'x' })];
    const { folder, read } = await pullInto({ 'inboxctl.yaml': 'rules: [mine.yaml]\n', 'mine.yaml': mine }, rules);
    expect(read('mine.yaml')).toMatch(/\[\{ type: ARCHIVE \}\]\r\n---\r\nname: A\r\n[\s\S]*\r\n---\r\nname: B\r\n/);
    expect(planOn(folder, rules).work).toEqual([]);
  });
});

it('keeps the folders and files that the project file lists, for the next plan and the next checkout', async () => {
  const folder = projectOf({
    'inboxctl.yaml': 'rules: [common, own, list.yaml]\n',
    'own/old.yaml': RULE('Old'),
    'own/note.txt': 'mine',
  });
  const pulling = { folder, live: { default: [live('A', { ai: 'x' })] }, options: { prune: true } };
  const { files } = await pullOnto(pulling);
  expect(files.map(({ shown }) => shown)).toEqual(['common/a.yaml', 'own/old.yaml', 'list.yaml']);
  expect((await pullOnto(pulling)).files).toEqual([]);
  rmSync(path.join(folder, 'own/note.txt'));
  const { files: kept } = await pullOnto({ ...pulling, live: { default: [] } });
  expect(kept.map(({ shown }) => shown)).toEqual(['common/a.yaml', 'common/.gitkeep', 'own/.gitkeep']);
  expect(planOn(folder, []).work).toEqual([]);
});

describe('long texts', () => {
  const LONG = 'a\nb\nc\nd';

  it('get files of their own beside the rules folder, shorter ones do not', async () => {
    const reply = { type: 'REPLY', content: `${LONG}\n` };
    const rules = [live('A', { ai: LONG, actions: [reply] }), live('B', { ai: 'a\nb\nc\n' })];
    const { folder, read } = await pullInto({ 'prompts/A.md': 'mine\n' }, rules);
    expect(readdirSync(path.join(folder, 'prompts')).sort()).toEqual(['A.md', 'a-2.md', 'a-3.md']);
    expect([read('prompts/a-2.md'), read('prompts/a-3.md')]).toEqual([`${LONG}\n`, `${LONG}\n\n`]);
    expect(read('rules/a.yaml')).toContain('{ file: ../prompts/a-2.md }');
    expect(planOn(folder, rules).work).toEqual([]);
  });

  it('stay in the rule where a file could not hold them, or must not be written', async () => {
    const folder = projectOf({});
    const outside = projectOf({});
    mkdirSync(path.join(folder, 'rules'));
    symlinkSync(outside, path.join(folder, 'prompts'));
    const rules = [live('A', { ai: LONG }), live('B', { ai: `\ufeff${LONG}` })];
    await pullOnto({ folder, live: { default: rules } });
    expect(readdirSync(outside)).toEqual([]);
    expect(planOn(folder, rules).work).toEqual([]);
    const plain = await pullInto({}, [live('B', { ai: `\ufeff${LONG}` })]);
    expect(readdirSync(plain.folder)).toEqual(['rules']);
  });

  it('that a pull wrote which was cut off are taken up by the next', async () => {
    const rules = [live('A', { ai: LONG }), live('B', { ai: LONG })];
    const { folder, shown } = await pullInto({}, rules);
    expect(shown).toEqual(['prompts/a.md', 'prompts/b.md', 'rules/a.yaml', 'rules/b.yaml']);
    rmSync(path.join(folder, 'rules/b.yaml'));
    rmSync(path.join(folder, 'rules/a.yaml'));
    const again = await pullOnto({ folder, live: { default: rules } });
    expect(again.files.map(({ shown }) => shown)).toEqual(['rules/a.yaml', 'rules/b.yaml']);
  });
});

it('removes what a killed pull left in the folders that it writes to', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const left = `.inboxctl-${gone}-0123456789ab.tmp`;
  const files = { [`rules/${left}`]: 'half', [`other/${left}`]: 'half' };
  const { folder } = await pullInto(files, [live('A', { ai: 'x' })]);
  expect(readdirSync(path.join(folder, 'rules'))).toEqual(['a.yaml']);
  expect(readdirSync(path.join(folder, 'other'))).toEqual([left]);
});

describe('what no file can say', () => {
  const OFF = 'name: B\nenabled: false\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n';

  it('is said once for all rules, and the file is as if it were not so', async () => {
    const folder = projectOf({ 'rules/b.yaml': OFF });
    const actions = [{ type: 'STAR' }, { type: 'INTEGRATION', integrationName: 'notes' }, { type: 'TELEPATHY' }];
    const rule = live('A', { ai: 'x', enabled: false, actions });
    const inbox = [rule, live('B', { ai: 'x', enabled: false }), live('C', { ai: 'x', enabled: false })];
    for (const _ of ['written', 'as written']) {
      const { notices } = await pullOnto({ folder, live: { default: inbox } });
      expect(notices).toMatchObject([
        { code: 'pull-off', severity: 'info', rule: 'A' },
        { code: 'unsendable-actions', severity: 'info', rule: 'A' },
        { code: 'pull-off', severity: 'info', rule: 'C' },
      ]);
    }
    const text = readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8');
    expect(text).toBe('name: A\ncondition:\n  aiInstructions: x\nactions:\n  - type: STAR\n');
    expect(planOn(folder, inbox).work).toEqual([]);
  });

  const nothing = [
    live('No action', { ai: 'x', actions: [{ type: 'INTEGRATION' }] }),
    live('No condition'),
    live('Channel', { ai: 'x', actions: [{ type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: 'C01' }] }),
  ];

  it('is ignored as a whole where nothing is left, in a project file of its own', async () => {
    const { folder, notices, shown } = await pullInto({}, nothing);
    expect(shown).toEqual(['inboxctl.yaml', 'rules/.gitkeep']);
    expect(notices.map(({ rule, args }) => [rule, args])).toMatchObject([
      ['No action', { reason: { why: 'no-action' }, ignored: 'added' }],
      ['No condition', { reason: { why: 'no-condition' }, ignored: 'added' }],
      ['Channel', { reason: { why: 'refused', problem: { code: 'wrong-value' } }, ignored: 'added' }],
    ]);
    expect(planOn(folder, nothing).counts).toMatchObject({ delete: 0, kept: 3 });
    expect(await pullOnto({ folder, live: { default: nothing } })).toMatchObject({ files: [], notices: [] });
  });

  it('is added to the `ignore` that the account works with', async () => {
    const project = '# all\nignore: ["X*"] # x\naccounts:\n  a:\n    ignore:\n      # own\n      - Y\n  b: {}\n';
    const inboxes = { a: [nothing[0] as never], b: [nothing[1] as never] };
    const { read } = await pullInto({ 'inboxctl.yaml': project }, inboxes);
    expect(read('inboxctl.yaml')).toBe(
      '# all\nignore: ["X*", No condition] # x\naccounts:\n  a:\n    ignore:\n      # own\n      - Y\n      - No action\n  b: {}\n',
    );
  });

  it('is not ignored where others would be too', async () => {
    const rules = [live('Star*'), live('Star light', { ai: 'x' }), live('Starry', { ai: 'x' })];
    const { shown, notices } = await pullInto({ 'rules/a.yaml': RULE('Star light') }, rules);
    expect(shown).toEqual(['rules/starry.yaml']);
    expect(notices).toMatchObject([
      { rule: 'Star*', severity: 'warning', args: { ignored: 'matches-others', others: ['Star light', 'Starry'] } },
    ]);
  });

  it('is not looked at where it is ignored', async () => {
    const files = { 'inboxctl.yaml': 'ignore: ["N*", Channel]\n', 'rules/.gitkeep': '' };
    expect(await pullInto(files, nothing)).toMatchObject({ files: [], notices: [] });
  });
});

it('writes the oldest of several rules of one name, and names it', async () => {
  const rules = [
    live('A', { ai: 'younger', createdAt: '2026-02-01T00:00:00Z' }),
    live('A', { ai: 'older', createdAt: '2026-01-01T00:00:00Z' }),
  ];
  const { notices, read } = await pullInto({}, rules);
  expect(read('rules/a.yaml')).toContain('older');
  expect(notices).toMatchObject([{ code: 'pull-duplicates', args: { name: 'A', count: 2 } }]);
});

it('gives each URL one variable, and none that means something else', async () => {
  const hook = (name: string, url: string) =>
    live(name, { ai: 'x', actions: [{ type: 'CALL_WEBHOOK', webhookUrl: url }] });
  const files = {
    'rules/old.yaml': `${RULE('Old').replace('aiInstructions: x', 'aiInstructions: { env: C_WEBHOOK }')}`,
    'inboxctl.yaml': 'accounts:\n  a: { apiKey: { env: B_WEBHOOK } }\n',
  };
  const names = ['A', 'Again', 'B', 'C', 'D', '2 D', 'GitHub', '邮', 'My webhook'];
  const urlOf = (name: string) => `https://hooks.example.com/${name === 'Again' ? 0 : names.indexOf(name)}`;
  const rules = [live('Old', { ai: 'instructions' }), ...names.map((name) => hook(name, urlOf(name)))];
  const env = { C_WEBHOOK: 'instructions', D_WEBHOOK: 'something else', THE_KEY: 'x' };
  const { variables } = await pullInto(files, { a: rules }, { env });
  expect(variables.map((one) => [one.name, one.rules])).toEqual([
    ['WEBHOOK_2_D', ['2 D']],
    ['A_WEBHOOK', ['A', 'Again']],
    ['B_WEBHOOK', ['B']],
    ['C_WEBHOOK_2', ['C']],
    ['D_WEBHOOK_2', ['D']],
    ['WEBHOOK_GITHUB', ['GitHub']],
    ['MY_WEBHOOK', ['My webhook']],
    ['WEBHOOK', ['邮']],
  ]);
});

it('decides the same whatever the order of the live rules', () => {
  const folder = projectOf({});
  const rules = ['B', 'b', 'A', 'a', 'Ä'].map((name) =>
    live(name, { ai: 'a\nb\nc\nd', createdAt: `2026-01-0${name.length}T00:00:00Z` }),
  );
  const first = decide({ folder, live: { default: rules } }).files;
  expect(decide({ folder, live: { default: [...rules].reverse() } }).files).toEqual(first);
});

describe('accounts that share files', () => {
  const project = 'accounts:\n  a: { rules: [common, a] }\n  b: { rules: [common, b] }\n';
  const files = { 'inboxctl.yaml': project, 'common/s.yaml': RULE('S'), 'a/a.yaml': RULE('A'), 'b/.keep': '' };
  const changed = () => live('S', { ai: 'x', runOnThreads: false });
  const same = () => live('S', { ai: 'x' });
  const own = () => live('A', { ai: 'x', runOnThreads: false });

  it('change them where all want the same', async () => {
    const { shown, notices } = await pullInto(files, { a: [changed(), own()], b: [changed()] });
    expect(shown).toEqual(['a/a.yaml', 'common/s.yaml']);
    expect(notices).toEqual([]);
  });

  it.each([
    ['do not have the same', [same()], 'differs', ['a', 'b']],
    ['were not selected', undefined, 'not-selected', ['b']],
    ['could not be read', null, 'not-read', ['b']],
    ['do not have it', [], 'differs', ['a', 'b']],
  ])('leave them where some %s', async (_, rules, why, accounts) => {
    const inboxes = { a: [changed(), own()], ...(rules === undefined ? {} : { b: rules }) };
    const options = { prune: true };
    const { folder, shown, notices } = await pullInto(files, inboxes, { options });
    expect(shown).toEqual(['a/a.yaml']);
    expect(notices).toMatchObject([{ code: 'pull-shared', rule: 'S', args: { why, accounts, what: 'changed' } }]);
    expect((await pullOnto({ folder, live: inboxes, options })).files).toEqual([]);
  });

  it('leave them too where one does not have it and nothing is to be removed', async () => {
    const { shown, notices } = await pullInto(files, { a: [changed(), own()], b: [] });
    expect(shown).toEqual(['a/a.yaml']);
    expect(notices).toMatchObject([
      { code: 'pull-gone', rule: 'S', account: 'b', args: { held: 'shared' } },
      { code: 'pull-shared', rule: 'S', args: { why: 'differs', accounts: ['a', 'b'], what: 'changed' } },
    ]);
  });

  it('keep what a file expects of a switch that differs', async () => {
    const expecting = { ...files, 'common/s.yaml': `enabled: true\n${RULE('S')}` };
    const off = { ...same(), enabled: false };
    const { shown } = await pullInto(expecting, { a: [off, live('A', { ai: 'x' })], b: [same()] });
    expect(shown).toEqual([]);
  });

  it('get a new rule in a shared folder where all have it', async () => {
    const shared = { 'inboxctl.yaml': 'accounts:\n  a: {}\n  b: {}\n', 'rules/s.yaml': RULE('S') };
    const both = live('Both', { ai: 'x' });
    const { shown, notices } = await pullInto(shared, { a: [same(), both, own()], b: [same(), both] });
    expect(shown).toEqual(['inboxctl.yaml', 'rules/both.yaml', 'rules-a/a.yaml']);
    expect(notices).toEqual([]);
  });

  it('get it where most of them have it alike, and else in folders of their own that nobody else reads', async () => {
    const accounts = {
      'A.b': '[rules/all, rules/team]',
      c: '[rules/all, rules/team]',
      d: '[rules/all]',
      e: '[rules/all, rules/d/e]',
      f: '[rules/all, g]',
      g: '[rules/all, ../outside]',
    };
    const listed = Object.entries(accounts).map(([name, roots]) => `  ${name}: { rules: ${roots} }\n`);
    const project = {
      'inboxctl.yaml': `accounts:\n${listed.join('')}`,
      'rules/c/x.yaml': RULE('X'),
    };
    const [all, team, own] = ['All', 'Team', 'Own'].map((name) => live(name, { ai: 'x' })) as [
      LiveRule,
      LiveRule,
      LiveRule,
    ];
    const odd = live('Own', { ai: 'other' });
    const inboxes = { 'A.b': [all, team, own], c: [all, team, odd], d: [all, own], e: [all, own], f: [all], g: [all] };
    const { shown, notices, folder, read } = await pullInto(project, inboxes);
    expect(notices).toEqual([]);
    expect(shown.filter((file) => file.endsWith('.yaml'))).toEqual([
      'inboxctl.yaml',
      ...['rules/all/all.yaml', 'rules/team/team.yaml', 'rules/a-b/own.yaml', 'rules-c/own.yaml', 'rules-d/own.yaml'],
      'rules/d/e/own.yaml',
    ]);
    expect(read('inboxctl.yaml')).toContain(
      '  d: { rules: [rules/all, rules-d] }\n  e: { rules: [rules/all, rules/d/e] }\n',
    );
    for (const [name, rules] of Object.entries(inboxes).slice(0, 5))
      expect(planOn(folder, rules, {}, name).work).toEqual([]);
    expect((await pullOnto({ folder, live: inboxes })).files).toEqual([]);
  });

  it('do not let a text change that a rule of an account which is not selected refers to', async () => {
    const refers = (name: string) => RULE(name).replace('aiInstructions: x', 'aiInstructions: { file: ../p.md }');
    const referring = { ...files, 'a/a.yaml': refers('A'), 'b/b.yaml': refers('B'), 'p.md': 'old\n' };
    const { read } = await pullInto(referring, { a: [same(), live('A', { ai: 'new' })] });
    expect(read('p.md')).toBe('old\n');
    expect(read('a/a.yaml')).toContain('{ file: ../a-2.md }');
  });
});

it('never writes into what is no file of its own', async () => {
  const files = { 'rules/a.yaml': RULE('A').replace('x', '{ file: b.yaml }'), 'rules/b.yaml': RULE('B') };
  const rules = [live('A', { ai: 'new text' }), live('B', { ai: 'x' })];
  const { folder, read } = await pullInto(files, rules);
  expect(read('rules/b.yaml')).toBe(RULE('B'));
  expect(planOn(folder, rules).work).toEqual([]);
});
