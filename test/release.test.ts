/** What the tag of a release means, and what is wrong with one: scripts/release.mjs in repositories made for that. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOf, write } from './harness/project.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../scripts/release.mjs');

interface Repository {
  version?: string;
  lock?: string;
  changelog?: string;
  /** Tags of other releases, besides that of the version. */
  released?: string[];
  /** The branches of the remote that have the commit. */
  branches?: string[];
}

const CHANGELOG = '# Changelog\n\n## 1.4.2\n\n- Two.\n- Three.\n\n### Safety\n\n- Four.\n\n## 1.4.1\n\n- One.\n';

/** Runs the script where the tag was pushed. */
function release(tag: string, { version = '1.4.2', lock = version, ...repository }: Repository = {}) {
  const { changelog = CHANGELOG, released = [], branches = ['main'] } = repository;
  const cwd = projectOf({
    'package.json': JSON.stringify({ version }),
    'package-lock.json': JSON.stringify({ version: lock }),
    'CHANGELOG.md': changelog,
  });
  const commit = (ref: string, mark: number) =>
    `commit ${ref}\nmark :${mark}\ncommitter T <t@example.com> ${mark} +0000\ndata 1\nx\n`;
  const ref = (name: string, mark: number) => `reset ${name}\nfrom :${mark}\n\n`;
  const history = [
    commit('refs/heads/release', 1),
    ...[`v${version}`, ...released].map((name) => ref(`refs/tags/${name}`, 1)),
    // A branch that goes on, and one that the commit is not on.
    ...branches.map((name) => ref(`refs/remotes/origin/${name}`, 1) + commit(`refs/remotes/origin/${name}`, 2)),
    commit('refs/remotes/origin/other', 3),
  ];
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'release'], { cwd });
  execFileSync('git', ['fast-import', '--quiet'], { cwd, input: history.join('') });
  write(cwd, 'outputs', '');
  const env = { ...process.env, GITHUB_REF_NAME: tag, GITHUB_OUTPUT: path.join(cwd, 'outputs') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, 'out'], { cwd, env, encoding: 'utf8' });
  const outputs = readFileSync(path.join(cwd, 'outputs'), 'utf8');
  const notes = path.join(cwd, 'out', 'notes.md');
  return {
    status,
    stdout,
    outputs,
    errors: stderr.split('\n').filter(Boolean),
    notes: existsSync(notes) ? readFileSync(notes, 'utf8') : null,
  };
}

const outputsOf = (npmTag: string, latest: boolean, majorTag: string) =>
  `npm-tag=${npmTag}\nlatest=${latest}\nmajor-tag=${majorTag}\n`;

describe('a version', () => {
  it.each<[string, Repository, string]>([
    ['is the first', {}, outputsOf('latest', true, 'v1')],
    [
      'is the newest',
      { released: ['v1.4.1', 'v1.3.10', 'v0.12.0', 'v1', 'v2.0.0-rc.1', 'vision'] },
      outputsOf('latest', true, 'v1'),
    ],
    [
      'is the newest by number, not by letters',
      { released: ['v1.4.1', 'v0.10.0', 'v1.3.99'] },
      outputsOf('latest', true, 'v1'),
    ],
    [
      'belongs to an older major version',
      { released: ['v2.0.0', 'v1.4.1'], branches: ['v1.x'] },
      outputsOf('v1-latest', false, 'v1'),
    ],
    [
      'belongs to an older minor version',
      { released: ['v1.10.0'], branches: ['v1.4.x'] },
      outputsOf('v1.4-latest', false, ''),
    ],
    [
      'belongs to an older minor of an older major version',
      { released: ['v1.5.0', 'v2.0.0'] },
      outputsOf('v1.4-latest', false, ''),
    ],
  ])('%s', (_, repository, outputs) => {
    const { status, errors, ...found } = release('v1.4.2', repository);
    expect({ status, errors }).toEqual({ status: 0, errors: [] });
    expect(found).toEqual({ stdout: outputs, outputs, notes: '- Two.\n- Three.\n\n### Safety\n\n- Four.' });
  });
});

describe('a release is refused', () => {
  it.each<[string, string, Repository, string[]]>([
    ['that is no version', 'v1.4', {}, ['v1.4 is not a version such as v1.2.3.']],
    ['without a tag', '', {}, ['The tag is not a version such as v1.2.3.']],
    [
      'of another version than the package',
      'v1.4.2',
      { version: '1.4.1', lock: '1.4.0' },
      [
        'package.json has version 1.4.1, and the tag is v1.4.2.',
        'package-lock.json has version 1.4.0, and the tag is v1.4.2.',
      ],
    ],
    [
      'of a commit that is not on main',
      'v1.4.2',
      { branches: ['v1.x', 'maintain'] },
      ['The commit of v1.4.2 is not on main.'],
    ],
    [
      'of an older line that is not on its branch',
      'v1.4.2',
      { branches: ['v2.x'], released: ['v2.0.0'] },
      ['The commit of v1.4.2 is not on main or v1.x or v1.4.x.'],
    ],
    ['of a line that went on', 'v1.4.2', { released: ['v1.4.3'] }, ['v1.4.3 is out already, and newer than v1.4.2.']],
    [
      'without notes',
      'v1.4.2',
      { changelog: '# Changelog\n\n## 1.4.2, not released\n\n- A\n' },
      ['CHANGELOG.md has no section "## 1.4.2".'],
    ],
  ])('%s', (_, tag, repository, problems) => {
    const { status, outputs, notes, errors } = release(tag, repository);
    expect(errors).toEqual(problems.map((problem) => `error: ${problem}`));
    expect({ status, outputs, notes }).toEqual({ status: 1, outputs: '', notes: null });
  });

  it('with everything that is wrong with it', () => {
    const wrong = { version: '1.4.1', branches: [], changelog: '', released: ['v1.5.0'] };
    expect(release('v1.4.2', wrong).errors).toHaveLength(4);
  });
});
