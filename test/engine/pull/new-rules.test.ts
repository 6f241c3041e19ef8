/** Rules that no file declares: where they go, and what is said of those that have no place. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOf } from '../../harness/project.ts';
import { decide, planOn, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const RULE = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;

describe('files of new rules', () => {
  it('have names of their own on every system', async () => {
    const names = [
      'News',
      'news',
      'NEWS',
      'con',
      'Aux',
      'COM1',
      '../../x',
      '.git',
      '邮件',
      '???',
      '-',
      'Ünïcödé',
      'n'.repeat(900),
    ];
    const folder = projectOf({ 'rules/NEWS-2.yaml': RULE('Old') });
    const rules = [live('Old', { ai: 'x' }), ...names.map((name) => live(name, { ai: 'x' }))];
    await pullOnto({ folder, live: { default: rules } });
    const files = readdirSync(path.join(folder, 'rules'));
    expect(files.sort()).toEqual(
      [
        'NEWS-2.yaml',
        'aux-rule.yaml',
        'com1-rule.yaml',
        'con-rule.yaml',
        'git.yaml',
        `${'n'.repeat(64)}.yaml`,
        'news-3.yaml',
        'news-4.yaml',
        'news.yaml',
        'rule-2.yaml',
        'rule-3.yaml',
        'rule.yaml',
        'uenicoede.yaml',
        'x.yaml',
      ].sort(),
    );
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
    expect(Math.max(...files.map((name) => name.length))).toBeLessThanOrEqual(80);
    expect(planOn(folder, rules).work).toEqual([]);
  });

  it('are in the first folder that no other account has, else in the last', async () => {
    const project =
      'rules: [common, own, more]\naccounts:\n  a: {}\n  b: { rules: [common] }\n  c: { rules: [common, c] }\n';
    const folder = projectOf({ 'inboxctl.yaml': project });
    await pullOnto({ folder, live: { a: [live('A', { ai: 'x' })], c: [live('C', { ai: 'x' })] } });
    expect(existsSync(path.join(folder, 'own/a.yaml'))).toBe(true);
    expect(existsSync(path.join(folder, 'c/c.yaml'))).toBe(true);
  });

  it('are one with --single-file, and go to the end of one that is there', async () => {
    const folder = projectOf({});
    const options = { singleFile: true };
    const rules = [live('B', { ai: 'x' }), live('A', { ai: 'x' })];
    await pullOnto({ folder, live: { default: rules }, options });
    const file = path.join(folder, 'rules/rules.yaml');
    const first = readFileSync(file, 'utf8');
    expect(first).toMatch(/^name: A\n[\s\S]*\n---\nname: B\n/);
    await pullOnto({ folder, live: { default: [...rules, live('C', { ai: 'x' })] }, options });
    expect(readFileSync(file, 'utf8')).toMatch(/^name: A\n[\s\S]*\n---\nname: C\n/);
    expect(readFileSync(file, 'utf8').startsWith(first)).toBe(true);
    expect(readdirSync(path.join(folder, 'rules'))).toEqual(['rules.yaml']);
  });

  it('are the file that the project file lists, where it lists no folder', async () => {
    const folder = projectOf({
      'inboxctl.yaml': 'rules: [mine.yaml]\n',
      'mine.yaml': `rules:\r\n  - ${RULE('Old').replaceAll('\n', '\r\n    ').trimEnd()}`,
    });
    const rules = [live('Old', { ai: 'x' }), live('A', { ai: 'x' })];
    await pullOnto({ folder, live: { default: rules } });
    expect(readFileSync(path.join(folder, 'mine.yaml'), 'utf8')).toMatch(
      /\[\{ type: ARCHIVE \}\]\r\n---\r\nname: A\r\n/,
    );
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
    const folder = projectOf({ 'prompts/A.md': 'mine\n' });
    const rules = [
      live('A', { ai: LONG, actions: [{ type: 'REPLY', content: `${LONG}\n` }] }),
      live('B', { ai: 'a\nb\nc\n' }),
    ];
    await pullOnto({ folder, live: { default: rules } });
    expect(readdirSync(path.join(folder, 'prompts')).sort()).toEqual(['A.md', 'a-2.md', 'a-3.md']);
    expect(readFileSync(path.join(folder, 'prompts/a-2.md'), 'utf8')).toBe(`${LONG}\n`);
    expect(readFileSync(path.join(folder, 'prompts/a-3.md'), 'utf8')).toBe(`${LONG}\n\n`);
    expect(readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8')).toContain('{ file: ../prompts/a-2.md }');
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
    const plain = projectOf({});
    await pullOnto({ folder: plain, live: { default: [live('B', { ai: `\ufeff${LONG}` })] } });
    expect(readdirSync(plain)).toEqual(['rules']);
  });

  it('that a pull wrote which was cut off are taken up by the next', async () => {
    const folder = projectOf({});
    const rules = [live('A', { ai: LONG }), live('B', { ai: LONG })];
    const { files } = await pullOnto({ folder, live: { default: rules } });
    expect(files.map(({ shown }) => shown)).toEqual(['prompts/a.md', 'prompts/b.md', 'rules/a.yaml', 'rules/b.yaml']);
    rmSync(path.join(folder, 'rules/b.yaml'));
    rmSync(path.join(folder, 'rules/a.yaml'));
    const again = await pullOnto({ folder, live: { default: rules } });
    expect(again.files.map(({ shown }) => shown)).toEqual(['rules/a.yaml', 'rules/b.yaml']);
  });
});

it('removes what a killed pull left in the folders that it writes to', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const left = `.inboxctl-${gone}-0123456789ab.tmp`;
  const folder = projectOf({ [`rules/${left}`]: 'half', [`other/${left}`]: 'half' });
  await pullOnto({ folder, live: { default: [live('A', { ai: 'x' })] } });
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
        { code: 'pull-only-live', severity: 'info', args: { off: ['A', 'C'], partial: ['A'] } },
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
    const folder = projectOf({});
    const { notices, files } = await pullOnto({ folder, live: { default: nothing } });
    expect(files.map(({ shown }) => shown)).toEqual(['inboxctl.yaml', 'rules/.gitkeep']);
    expect(notices.map(({ rule, args }) => [rule, args])).toMatchObject([
      ['No action', { reason: { why: 'no-action' }, ignored: 'added' }],
      ['No condition', { reason: { why: 'no-condition' }, ignored: 'added' }],
      ['Channel', { reason: { why: 'refused', problem: { code: 'channel-not-cuid' } }, ignored: 'added' }],
    ]);
    expect(planOn(folder, nothing).counts).toMatchObject({ delete: 0, kept: 3 });
    expect(await pullOnto({ folder, live: { default: nothing } })).toMatchObject({ files: [], notices: [] });
  });

  it('is added to the `ignore` that the account works with', async () => {
    const project = '# all\nignore: ["X*"] # x\naccounts:\n  a:\n    ignore:\n      # own\n      - Y\n  b: {}\n';
    const folder = projectOf({ 'inboxctl.yaml': project });
    await pullOnto({ folder, live: { a: [nothing[0] as never], b: [nothing[1] as never] } });
    expect(readFileSync(path.join(folder, 'inboxctl.yaml'), 'utf8')).toBe(
      '# all\nignore: ["X*", No condition] # x\naccounts:\n  a:\n    ignore:\n      # own\n      - Y\n      - No action\n  b: {}\n',
    );
  });

  it('is not ignored where others would be too', async () => {
    const folder = projectOf({ 'rules/a.yaml': RULE('Star light') });
    const { files, notices } = await pullOnto({
      folder,
      live: { default: [live('Star*'), live('Star light', { ai: 'x' }), live('Starry', { ai: 'x' })] },
    });
    expect(files.map(({ shown }) => shown)).toEqual(['rules/starry.yaml']);
    expect(notices).toMatchObject([
      { rule: 'Star*', severity: 'warning', args: { ignored: 'matches-others', others: ['Star light', 'Starry'] } },
    ]);
  });

  it('is not looked at where it is ignored', async () => {
    const folder = projectOf({ 'inboxctl.yaml': 'ignore: ["N*", Channel]\n', 'rules/.gitkeep': '' });
    expect(await pullOnto({ folder, live: { default: nothing } })).toMatchObject({
      files: [],
      notices: [],
    });
  });
});

it('writes the oldest of several rules of one name, and names it', async () => {
  const folder = projectOf({});
  const rules = [
    live('A', { ai: 'younger', createdAt: '2026-02-01T00:00:00Z' }),
    live('A', { ai: 'older', createdAt: '2026-01-01T00:00:00Z' }),
  ];
  const { notices } = await pullOnto({ folder, live: { default: rules } });
  expect(readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8')).toContain('older');
  expect(notices).toMatchObject([{ code: 'pull-duplicates', args: { name: 'A', count: 2 } }]);
});

it('gives each URL one variable, and none that means something else', async () => {
  const hook = (name: string, url: string) =>
    live(name, { ai: 'x', actions: [{ type: 'CALL_WEBHOOK', webhookUrl: url }] });
  const project = 'apiKey: { env: B_WEBHOOK }\n';
  const folder = projectOf({
    'rules/old.yaml': `${RULE('Old').replace('aiInstructions: x', 'aiInstructions: { env: C_WEBHOOK }')}`,
    'inboxctl.yaml': `accounts:\n  a: { ${project.trim()} }\n`,
  });
  const rules = [
    live('Old', { ai: 'instructions' }),
    hook('A', 'https://hooks.example.com/1'),
    hook('Again', 'https://hooks.example.com/1'),
    hook('B', 'https://hooks.example.com/2'),
    hook('C', 'https://hooks.example.com/3'),
    hook('D', 'https://hooks.example.com/4'),
    hook('2 D', 'https://hooks.example.com/5'),
    hook('GitHub', 'https://hooks.example.com/6'),
    hook('邮', 'https://hooks.example.com/7'),
    hook('My webhook', 'https://hooks.example.com/8'),
  ];
  const env = { C_WEBHOOK: 'instructions', D_WEBHOOK: 'something else', THE_KEY: 'x' };
  const { variables } = await pullOnto({ folder, live: { a: rules }, env });
  expect(variables.map(({ name, rules: names }) => [name, names])).toEqual([
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
    const folder = projectOf(files);
    const { files: edits, notices } = await pullOnto({ folder, live: { a: [changed(), own()], b: [changed()] } });
    expect(edits.map(({ shown }) => shown)).toEqual(['a/a.yaml', 'common/s.yaml']);
    expect(notices).toEqual([]);
  });

  it.each([
    ['do not have the same', [same()], 'differs', ['a', 'b']],
    ['were not selected', undefined, 'not-selected', ['b']],
    ['could not be read', null, 'not-read', ['b']],
    ['do not have it', [], 'differs', ['a', 'b']],
  ])('leave them where some %s', async (_, rules, why, accounts) => {
    const folder = projectOf(files);
    const pulling = {
      folder,
      live: { a: [changed(), own()], ...(rules === undefined ? {} : { b: rules }) },
      options: { prune: true },
    };
    const { files: edits, notices } = await pullOnto(pulling);
    expect(edits.map(({ shown }) => shown)).toEqual(['a/a.yaml']);
    expect(notices).toMatchObject([{ code: 'pull-shared', rule: 'S', args: { why, accounts, what: 'changed' } }]);
    expect((await pullOnto(pulling)).files).toEqual([]);
  });

  it('leave them too where one does not have it and nothing is to be removed', async () => {
    const folder = projectOf(files);
    const { files: edits, notices } = await pullOnto({ folder, live: { a: [changed(), own()], b: [] } });
    expect(edits.map(({ shown }) => shown)).toEqual(['a/a.yaml']);
    expect(notices).toMatchObject([
      { code: 'pull-gone', rule: 'S', account: 'b' },
      { code: 'pull-shared', rule: 'S', args: { why: 'differs', accounts: ['a', 'b'], what: 'changed' } },
    ]);
  });

  it('keep what a file expects of a switch that differs', async () => {
    const folder = projectOf({ ...files, 'common/s.yaml': `enabled: true\n${RULE('S')}` });
    const off = { ...same(), enabled: false };
    const { files: edits } = await pullOnto({ folder, live: { a: [off, live('A', { ai: 'x' })], b: [same()] } });
    expect(edits).toEqual([]);
  });

  it('get a new rule in a shared folder where all have it', async () => {
    const shared = { 'inboxctl.yaml': 'accounts:\n  a: {}\n  b: {}\n', 'rules/s.yaml': RULE('S') };
    const folder = projectOf(shared);
    const both = live('Both', { ai: 'x' });
    const { files: edits, notices } = await pullOnto({ folder, live: { a: [same(), both, own()], b: [same(), both] } });
    expect(edits.map(({ shown }) => shown)).toEqual(['rules/both.yaml']);
    expect(notices).toMatchObject([
      { code: 'pull-shared', rule: 'A', account: 'a', args: { why: 'differs', what: 'new' } },
    ]);
  });

  it('do not let a text change that a rule of an account which is not selected refers to', async () => {
    const refers = (name: string) => RULE(name).replace('aiInstructions: x', 'aiInstructions: { file: ../p.md }');
    const folder = projectOf({ ...files, 'a/a.yaml': refers('A'), 'b/b.yaml': refers('B'), 'p.md': 'old\n' });
    await pullOnto({ folder, live: { a: [same(), live('A', { ai: 'new' })] } });
    expect(readFileSync(path.join(folder, 'p.md'), 'utf8')).toBe('old\n');
    expect(readFileSync(path.join(folder, 'a/a.yaml'), 'utf8')).toContain('{ file: ../a-2.md }');
  });
});

it('never writes into what is no file of its own', async () => {
  const folder = projectOf({ 'rules/a.yaml': RULE('A').replace('x', '{ file: b.yaml }'), 'rules/b.yaml': RULE('B') });
  const rules = [live('A', { ai: 'new text' }), live('B', { ai: 'x' })];
  await pullOnto({ folder, live: { default: rules } });
  expect(readFileSync(path.join(folder, 'rules/b.yaml'), 'utf8')).toBe(RULE('B'));
  expect(planOn(folder, rules).work).toEqual([]);
});
