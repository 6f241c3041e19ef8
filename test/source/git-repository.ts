/** Real git repositories in temporary folders. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { projectOf } from '../harness/project.ts';

/** What the code under test is given: no git of the user's own settings. */
export const ENV = { PATH: process.env.PATH, HOME: devNull };

const AUTHOR = { NAME: 'Tester', EMAIL: 'tester@example.com', DATE: '2026-01-01T00:00:00Z' };
const GIT_ENV = {
  ...ENV,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    Object.entries(AUTHOR).flatMap(([key, value]) =>
      ['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_${key}`, value]),
    ),
  ),
};

export function git(folder: string, args: readonly string[], input: string | Buffer = ''): string {
  // Nothing goes on in the background when it returns.
  return execFileSync('git', ['-c', 'maintenance.auto=false', '-C', folder, ...args], {
    env: GIT_ENV,
    input,
    stdio: 'pipe',
  }).toString();
}

/** Files to write by their path, those with null to remove. */
export type Files = Record<string, string | Buffer | null>;

export function change(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (content === null) rmSync(file, { recursive: true });
    else writeFileSync(file, content);
  }
}

export function commit(folder: string, files: Files): void {
  change(folder, files);
  git(folder, ['add', '--all', '--force', '.']);
  git(folder, ['commit', '--quiet', '--allow-empty', '--message', 'A commit']);
}

/** A repository with a commit for each of these, in an own temporary folder or in one of a project. */
export function repository(commits: readonly Files[], folder = projectOf({})): string {
  // All that git needs of what `git init` makes.
  for (const name of ['objects', 'refs']) mkdirSync(path.join(folder, '.git', name), { recursive: true });
  change(folder, { '.git/HEAD': 'ref: refs/heads/main\n' });
  for (const files of commits) commit(folder, files);
  return folder;
}

/** A clone made over a file:// URL, so that it can be shallow or partial. */
export function cloneOf(origin: string, ...options: string[]): string {
  git(origin, ['config', 'uploadpack.allowFilter', 'true']);
  const folder = path.join(projectOf({}), 'clone');
  git(origin, ['clone', '--quiet', '--no-checkout', ...options, `file://${origin}`, folder]);
  return folder;
}

/** The text of a rule file that declares rules of these names. */
export function rules(...names: string[]): string {
  const declared = names.map((name) => ({
    name,
    condition: { aiInstructions: 'x' },
    actions: [{ type: 'ARCHIVE' }],
  }));
  return JSON.stringify({ rules: declared });
}

/** A program that leaves a mark when it is run, and settings that name it wherever git takes one. */
export function trap(): { program: string; config: string; isSprung: () => boolean } {
  const folder = projectOf({});
  const [program, mark] = [path.join(folder, 'program'), path.join(folder, 'mark')];
  change(folder, { program: `#!/bin/sh\n: > '${mark}'\n` });
  chmodSync(program, 0o755);
  const config = [
    `[core]\n\trepositoryformatversion = 0\n\tpager = ${program}\n\tfsmonitor = ${program}\n\tsshCommand = ${program}`,
    `\thooksPath = ${folder}\n\taskPass = ${program}\n\talternateRefsCommand = ${program}`,
    `[diff]\n\texternal = ${program}\n[diff "yaml"]\n\ttextconv = ${program}\n\tcommand = ${program}`,
    `[filter "yaml"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true`,
    `[log]\n\tshowSignature = true\n\tfollow = true\n[gpg]\n\tprogram = ${program}`,
    `[credential]\n\thelper = ${program}\n[protocol]\n\tallow = always\n`,
  ].join('\n');
  return { program, config, isSprung: () => existsSync(mark) };
}

/** A user who is nobody else's business: `nobody` of most systems. */
const SOMEBODY_ELSE = 65534;

/**
 * Gives a repository to another user, as in a container whose workspace the host made. Only root can: else git is told so.
 * `env` is what a program needs to run git there, with a home of its own that has no settings.
 */
export function givenAway(folder: string): { folder: string; env: Record<string, string> } {
  if (process.geteuid?.() !== 0) return { folder, env: ofSomebodyElse({}) };
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(path.join(folder, name), SOMEBODY_ELSE, SOMEBODY_ELSE);
  }
  return { folder, env: { HOME: projectOf({}) } };
}

/** Takes the environment of a program; gives it with a git for which every repository belongs to somebody else. */
export function ofSomebodyElse(env: Record<string, string | undefined> = ENV): Record<string, string> {
  const folder = projectOf({});
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const program = path.join(folder, 'git');
  writeFileSync(program, `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${real}' "$@"\n`);
  chmodSync(program, 0o755);
  return { ...env, HOME: folder, PATH: `${folder}:${process.env.PATH}` };
}
