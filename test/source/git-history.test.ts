import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { describe } from '../../src/diagnostics/describe.ts';
import { nameSearch, namesDeclaredBefore } from '../../src/source/git/history.ts';
import { forAll } from '../harness/for-all.ts';
import { projectOf } from '../harness/project.ts';
import { change, cloneOf, commit, ENV, type Files, git, repository, rules, trap } from './git-repository.ts';

interface Asked {
  roots?: string[];
  wanted?: string[];
  env?: Record<string, string | undefined>;
}

function ask(folder: string, { roots = ['rules'], wanted = [], env = ENV }: Asked = {}) {
  const absolute = roots.map((root) => path.join(folder, root));
  return namesDeclaredBefore(absolute, { cwd: folder, projectFolder: folder }, wanted, env);
}

/** The names, sorted, where there are no notices. */
async function namesOf(folder: string, asked?: Asked): Promise<string[]> {
  const answer = await ask(folder, asked);
  if ('problem' in answer) throw new Error(JSON.stringify(answer.problem));
  expect(answer.notices).toEqual([]);
  return [...answer.names].sort();
}

async function problemOf(folder: string, asked?: Asked) {
  const answer = await ask(folder, asked);
  if (!('problem' in answer)) throw new Error(`names: ${[...answer.names].join()}`);
  const { code, severity, args } = answer.problem;
  expect([code, severity]).toEqual(['history-missing', 'error']);
  expect(Object.values(describe(answer.problem)).join(' ')).toContain('fetch-depth: 0');
  return args as { problem: string; detail: string | null };
}

test('names are those of every version of every file, also of files that are gone or moved', async () => {
  const folder = repository([
    { 'rules/a.yaml': rules('First', 'Kept') },
    { 'rules/a.yaml': rules('Kept', 'Second') },
    { 'rules/a.yaml': null, 'rules/deep/er/moved.yml': rules('Kept', 'Second', 'Third') },
    { 'rules/deep/er/moved.yml': rules('Fourth'), 'rules/b.yaml': rules() },
    { rules: null, 'README.md': 'x' },
  ]);
  expect(await namesOf(folder)).toEqual(['First', 'Fourth', 'Kept', 'Second', 'Third']);
});

test('a rule that was never committed was not declared before', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('Committed') }]);
  change(folder, { 'rules/a.yaml': rules('Changed'), 'rules/b.yaml': rules('New') });
  git(folder, ['add', 'rules/b.yaml']);
  expect(await namesOf(folder)).toEqual(['Committed']);
});

test.each([
  ['was merged', []],
  ['lost the merge', ['--strategy=ours']],
])('a side branch counts, where it %s', async (_, options) => {
  const folder = repository([{ 'rules/a.yaml': rules('Base') }]);
  git(folder, ['switch', '--quiet', '--create', 'side']);
  commit(folder, { 'rules/side.yaml': rules('Side, first') });
  commit(folder, { 'rules/side.yaml': rules('Side, last') });
  git(folder, ['switch', '--quiet', 'main']);
  commit(folder, { 'rules/main.yaml': rules('Main') });
  git(folder, ['merge', '--quiet', '--no-edit', ...options, 'side']);
  commit(folder, { 'rules/side.yaml': 'rules: []', 'rules/main.yaml': null });
  expect(await namesOf(folder)).toEqual(['Base', 'Main', 'Side, first', 'Side, last']);
});

test('a side branch counts where the merge took the whole other side, and one that was not merged does not', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('Base') }]);
  git(folder, ['switch', '--quiet', '--create', 'side']);
  commit(folder, { 'rules/a.yaml': rules('Side') });
  git(folder, ['switch', '--quiet', '--create', 'never', 'main']);
  commit(folder, { 'rules/a.yaml': rules('Never merged') });
  git(folder, ['switch', '--quiet', 'main']);
  commit(folder, { 'rules/a.yaml': rules('Main') });
  git(folder, ['merge', '--quiet', '--no-commit', '--strategy=ours', 'side']);
  git(folder, ['checkout', 'side', '--', '.']);
  commit(folder, {});
  expect(git(folder, ['rev-list', '--count', '--merges', 'HEAD']).trim()).toBe('1');
  expect(await namesOf(folder)).toEqual(['Base', 'Main', 'Side']);
});

test('what only a merge itself declared counts', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('Base') }]);
  git(folder, ['switch', '--quiet', '--create', 'side']);
  commit(folder, { 'rules/side.yaml': rules('Side') });
  git(folder, ['switch', '--quiet', 'main']);
  commit(folder, { 'rules/main.yaml': rules('Main') });
  git(folder, ['merge', '--quiet', '--no-commit', '--no-ff', 'side']);
  commit(folder, { 'rules/merge.yaml': rules('Merge') });
  commit(folder, { 'rules/merge.yaml': null });
  expect(await namesOf(folder)).toEqual(['Base', 'Main', 'Merge', 'Side']);
});

test('only what the loader would read counts: no hidden, other or linked files, and nothing beside the roots', async () => {
  const folder = repository([
    {
      'rules/a.yaml': rules('A'),
      'rules/.hidden.yaml': rules('Hidden file'),
      'rules/.old/b.yaml': rules('Hidden folder'),
      'rules/c.json': rules('JSON'),
      'rules-old/d.yaml': rules('Beside'),
      'e.yaml': rules('Above'),
    },
  ]);
  symlinkSync('../e.yaml', path.join(folder, 'rules/link.yaml'));
  commit(folder, {});
  expect(await namesOf(folder)).toEqual(['A']);
});

const ODD_NAMES = [
  ...['a b', ' ', '-x', '--', 'a\nb', '\n', 'ü 邮 🙂', ':(top)x', '*', '"q"', 'a\tb', "it's", '\\', 'e\u0301'],
];

test('file names are only names', async () => {
  const files = Object.fromEntries(ODD_NAMES.map((name, at) => [`rules/${name}/${name}.yaml`, rules(`Rule ${at}`)]));
  const folder = repository([files, { rules: null }]);
  const expected = ODD_NAMES.map((_, at) => `Rule ${at}`).sort();
  expect(await namesOf(folder)).toEqual(expected);
  expect(await namesOf(folder, { roots: ODD_NAMES.map((name) => `rules/${name}`) })).toEqual(expected);
  expect(await namesOf(folder, { roots: ['rules/:(top)x'] })).toEqual(['Rule 7']);
  expect(await namesOf(folder, { roots: ['rules/*'] })).toEqual(['Rule 8']);
  expect(await namesOf(folder, { roots: ['rules/a\nb/a\nb.yaml'] })).toEqual(['Rule 4']);
  for (const root of [':!x', ':(top)x', ':/', '*']) {
    const alone = repository([{ [`${root}/a.yaml`]: rules('A'), 'x/a.yaml': rules('X') }]);
    expect(await namesOf(alone, { roots: [root] })).toEqual(['A']);
  }
});

test('the repository may begin above the project', async () => {
  const top = repository([
    { 'mail\n/team a/rules/a.yaml': rules('Mine'), 'rules/a.yaml': rules('No'), 'mail\n/rules/a.yaml': rules('No') },
  ]);
  expect(await namesOf(path.join(top, 'mail\n/team a'))).toEqual(['Mine']);
});

test('the repository may begin below the project, and roots may be in several', async () => {
  const folder = projectOf({ 'inboxctl.yaml': 'version: 1' });
  repository([{ 'a.yaml': rules('A1') }, { 'a.yaml': rules('A2') }], path.join(folder, 'rules'));
  repository([{ 'in/b.yaml': rules('B1') }, { 'in/b.yaml': rules('B2') }], path.join(folder, 'more'));
  expect(await namesOf(folder)).toEqual(['A1', 'A2']);
  expect(await namesOf(folder, { roots: ['rules', 'more/in', 'rules/a.yaml'] })).toEqual(['A1', 'A2', 'B1', 'B2']);
  expect((await problemOf(folder, { roots: ['rules', 'others'] })).problem).toBe('no-repository');
});

test('a root may be a file, and the top folder', async () => {
  const first = { 'rules/a.yaml': rules('A1'), 'rules/b.yaml': rules('B') };
  const folder = repository([first, { 'rules/a.yaml': rules('A2') }]);
  expect(await namesOf(folder, { roots: ['rules/a.yaml'] })).toEqual(['A1', 'A2']);
  expect(await namesOf(folder, { roots: ['.'] })).toEqual(['A1', 'A2', 'B']);
  expect(await namesOf(folder, { roots: [] })).toEqual([]);
});

test('versions that cannot be read are skipped, and counted once each', async () => {
  const folder = repository([
    { 'rules/syntax.yaml': 'rules: [\n', 'rules/copy.yaml': 'rules: [\n' },
    {
      'rules/bytes.yaml': Buffer.from([0x61, 0xff]),
      'rules/big.yaml': `# ${'x'.repeat(1024 * 1024)}\n${rules('Big')}`,
    },
    { 'rules/some.yaml': `name: Broken\nactons: []\n---\n${rules('Good')}` },
    { rules: null, 'rules/a.yaml': rules('Last') },
  ]);
  const answer = await ask(folder);
  if ('problem' in answer) throw new Error('a problem');
  expect([...answer.names].sort()).toEqual(['Good', 'Last']);
  const files = ['rules/big.yaml', 'rules/bytes.yaml', 'rules/copy.yaml', 'rules/some.yaml'];
  expect(answer.notices).toEqual([{ code: 'history-unreadable', args: { versions: 4, files }, severity: 'info' }]);
});

test('a file of just the limit is read', async () => {
  const text = rules('Full');
  const folder = repository([{ 'rules/a.yaml': `${text}\n#${' '.repeat(1024 * 1024 - text.length - 2)}` }]);
  expect(await namesOf(folder)).toEqual(['Full']);
});

test('a shallow clone is a problem, until it has the rest', async () => {
  const origin = repository([{ 'rules/a.yaml': rules('Old') }, { 'rules/a.yaml': rules('New') }]);
  const folder = cloneOf(origin, '--depth=1');
  expect(await problemOf(folder)).toEqual({ problem: 'shallow', detail: null });
  git(folder, ['fetch', '--quiet', '--unshallow']);
  expect(await namesOf(folder)).toEqual(['New', 'Old']);
});

test('a partial clone is a problem, and fetches nothing, until it has the rest', async () => {
  const origin = repository([{ 'rules/a.yaml': rules('Old') }, { 'rules/a.yaml': rules('New') }]);
  for (const filter of ['blob:none', 'tree:0']) {
    const folder = cloneOf(origin, `--filter=${filter}`);
    const before = objectsOf(folder);
    expect((await problemOf(folder)).problem).toBe('failed');
    expect(objectsOf(folder)).toEqual(before);
    git(folder, ['fetch', '--quiet', '--refetch', '--no-filter']);
    expect(await namesOf(folder)).toEqual(['New', 'Old']);
  }
});

function objectsOf(folder: string): string[] {
  return readdirSync(path.join(folder, '.git/objects'), { recursive: true }).map(String).sort();
}

test('a lost object is a problem', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('Old') }, { 'rules/a.yaml': rules('New') }]);
  const id = git(folder, ['rev-parse', 'HEAD~1:rules/a.yaml']).trim();
  rmSync(path.join(folder, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  expect(await problemOf(folder)).toEqual({ problem: 'failed', detail: `object ${id} is missing` });
});

test('no repository, no commit, no git: each is a problem of its own', async () => {
  const bare = projectOf({ 'rules/a.yaml': rules('A') });
  expect((await problemOf(bare)).problem).toBe('no-repository');
  git(bare, ['init', '--quiet']);
  expect((await problemOf(bare)).problem).toBe('no-commit');
  commit(bare, {});
  expect(await namesOf(bare)).toEqual(['A']);
  expect((await problemOf(bare, { env: { PATH: bare } })).problem).toBe('no-git');
});

test('what a hook sets leads to no other repository', async () => {
  const other = repository([{ 'rules/a.yaml': rules('Other') }]);
  const folder = repository([{ 'rules/a.yaml': rules('Mine') }]);
  const env = { ...ENV, GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: 'x', git_prefix: 'x' };
  expect(await namesOf(folder, { env })).toEqual(['Mine']);
});

test('history is what was committed, whatever was put in its place', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('Old') }, { 'rules/a.yaml': rules('New') }]);
  git(folder, ['replace', '--graft', 'HEAD']);
  expect(git(folder, ['rev-list', '--count', 'HEAD']).trim()).toBe('1');
  change(folder, { '.git/info/grafts': git(folder, ['rev-parse', 'HEAD']) });
  expect(await namesOf(folder)).toEqual(['New', 'Old']);
});

test('nothing that the configuration of the repository names is run', async () => {
  const versions: Files[] = [
    { '.gitattributes': '* diff=yaml filter=yaml', 'rules/a.yaml': rules('Old') },
    { 'rules/a.yaml': rules('New') },
  ];
  const origin = repository(versions);
  const whole = cloneOf(origin);
  const partial = cloneOf(origin, '--filter=blob:none');
  for (const folder of [whole, partial]) {
    const { program, config, isSprung } = trap();
    const remote = `[remote "origin"]\n\turl = ext::${program}\n`;
    const promisor = '\tpromisor = true\n\tpartialclonefilter = blob:none\n';
    change(folder, { '.git/config': config + remote + (folder === partial ? promisor : '') });
    if (folder === whole) expect(await namesOf(folder)).toEqual(['New', 'Old']);
    else expect((await problemOf(folder)).problem).toBe('failed');
    expect(isSprung()).toBe(false);
  }
});

test('a folder of rules that is made to look like a repository is none', async () => {
  const folder = repository([{ 'rules/a.yaml': rules('True') }]);
  const forged = repository([{ 'a.yaml': rules('Forged') }]);
  cpSync(path.join(forged, '.git'), path.join(folder, 'rules'), { recursive: true });
  const { config, isSprung } = trap();
  commit(folder, { 'rules/config': `${config}[core]\n\tbare = false\n\tworktree = .\n` });
  expect(git(path.join(folder, 'rules'), ['log', '--format=%H'])).toBe(git(forged, ['log', '--format=%H']));
  expect((await problemOf(folder)).problem).toBe('failed');
  expect(isSprung()).toBe(false);
});

test('a thousand commits are read, and in what is not read whole no wanted name is missed', async () => {
  const folder = repository([]);
  const padding = `# ${'x'.repeat(300)}\n`;
  // Twice what is read whole.
  const last = 1_250;
  const versions = Array.from({ length: last }, (_, at) => {
    const name = at === 3 ? 'F\\x6fund 3' : at === 5 ? 'Found:   5' : at === 7 ? '🙂' : `Rule ${at}`;
    const text = `${padding}name: "${name}"\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;
    const head = `commit refs/heads/main\ncommitter T <t@example.com> ${at} +0000\ndata 0\n`;
    return `${head}M 100644 inline rules/a.yaml\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  git(folder, ['fast-import', '--quiet'], versions.join(''));
  const wanted = ['Found 3', 'Found:   5', 'Rule 4', `Rule ${last - 1}`, 'Never'];
  const answer = await ask(folder, { wanted });
  if ('problem' in answer) throw new Error('a problem');
  expect(wanted.filter((name) => answer.names.has(name))).toEqual(wanted.slice(0, 4));
  expect(answer.names.size).toBeLessThan(last);
  const withoutWords = await ask(folder, { wanted: ['🙂'] });
  expect('names' in withoutWords && withoutWords.names.has('🙂')).toBe(true);
});

test('a search for names misses none, however the name is written', async () => {
  const name = fc.array(
    fc.oneof(fc.constantFrom(' ', '\n', '"', "'", '\\', '🙂', 'é', '\t', ':'), fc.string({ unit: 'grapheme' })),
  );
  const written: ((name: string) => string)[] = [
    (text) => stringify({ name: text }, { lineWidth: 20 }),
    (text) => stringify({ name: text }, { lineWidth: 20, defaultStringType: 'QUOTE_DOUBLE' }),
    (text) => stringify({ name: text }, { lineWidth: 20, defaultStringType: 'QUOTE_SINGLE' }),
    (text) => stringify({ name: text }, { lineWidth: 20, defaultStringType: 'BLOCK_FOLDED' }),
    (text) => JSON.stringify({ name: text }),
    (text) =>
      JSON.stringify({ name: text }).replace(
        /[a-z]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    (text) => `name: "${[...text].map((one) => (/[\p{L}\p{N}]/u.test(one) ? `${one}\\\n  ` : '')).join('')}"`,
  ];
  await forAll([name, fc.constantFrom(...written)], 100, (parts, write) => {
    const text = parts.join('');
    expect(nameSearch(['Never', text])(`# a file\n${write(text)}`)).toBe(true);
  });
  expect(nameSearch(['One Two', 'Three'])('name: Two words, and no One-Twos')).toBe(true);
  expect(nameSearch(['One Two', 'Three'])('name: Two words')).toBe(false);
});
