/** Runs git, for reading only. It runs no program of a repository's configuration, and fetches no missing object. */
import { execFile, spawnSync } from 'node:child_process';
import { devNull } from 'node:os';

/** The environment of the program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why git gives no answer. `owner`: the work tree belongs to another user. `detail`: what git says, or a system code; of
 * `owner`, the command that git suggests.
 */
export type GitFailure = { failure: 'no-git' | 'no-repository' | 'owner' | 'failed'; detail: string };

const OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  // Ignore a committed folder that looks like a repository (git 2.38).
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', `core.hooksPath=${devNull}`],
];

const VARIABLES = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  // Read the history as it was made.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
  // Do not fetch what a partial clone lacks. Older versions of git need the second variable.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** It gets no GIT_* variables, since a hook sets some that name another repository, and no keys or settings. */
export function bytesOfGit(
  env: Environment,
  folder: string,
  args: readonly string[],
  input: string,
): Promise<Buffer | GitFailure> {
  return new Promise((resolve) => {
    // With the option `cwd`, a missing folder would look like a missing git.
    const options = { ...settingsOf(env), encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY } as const;
    const child = execFile('git', [...OPTIONS, '-C', folder, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else resolve(typeof error.code === 'string' ? notStarted(error.code) : failureOf(stderr.toString()));
    });
    // If git stops reading, its exit code tells why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The synchronous bytesOfGit. */
export function bytesOfGitNow(
  env: Environment,
  folder: string,
  args: readonly string[],
  input: string,
): Buffer | GitFailure {
  const options = { ...settingsOf(env), input, maxBuffer: Number.POSITIVE_INFINITY };
  const { status, stdout, stderr, error } = spawnSync('git', [...OPTIONS, '-C', folder, ...args], options);
  if (error !== undefined) return notStarted('code' in error ? String(error.code) : error.message);
  return status === 0 ? stdout : failureOf(stderr.toString());
}

function settingsOf(env: Environment) {
  const others = Object.entries(env).filter(([name]) => !/^(GIT|INBOXCTL)_/i.test(name));
  return { env: { ...Object.fromEntries(others), ...VARIABLES }, windowsHide: true };
}

/** Like bytesOfGit, for text. */
export async function askGit(
  env: Environment,
  folder: string,
  args: readonly string[],
  input = '',
): Promise<string | GitFailure> {
  const answer = await bytesOfGit(env, folder, args, input);
  return Buffer.isBuffer(answer) ? answer.toString() : answer;
}

function notStarted(detail: string): GitFailure {
  return { failure: detail === 'ENOENT' || detail === 'EACCES' ? 'no-git' : 'failed', detail };
}

function failureOf(said: string): GitFailure {
  const lines = said.split('\n');
  const first = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0];
  const detail = (first || 'git failed without a message').slice(0, 300);
  if (detail.startsWith('fatal: not a git repository')) return { failure: 'no-repository', detail };
  // The words around it differ between versions of git.
  const command = /^\t(git config .*safe\.directory .*)$/m.exec(said)?.[1];
  return command === undefined ? { failure: 'failed', detail } : { failure: 'owner', detail: command };
}

/** The branches and tags of a repository; none if git cannot tell. */
export function refsOf(env: Environment, folder: string): string[] {
  const told = bytesOfGitNow(env, folder, ['for-each-ref', '--format=%(refname:short)'], '');
  return Buffer.isBuffer(told) ? told.toString().trim().split('\n') : [];
}

/** The hosts of all remotes of the repository around a folder. Empty if git fails. */
export async function remoteHosts(folder: string, env: Environment): Promise<string[]> {
  const answer = await askGit(env, folder, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]);
  if (typeof answer !== 'string') return [];
  const urls = answer.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
  return urls.flatMap(
    (url) => /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([^:/@\s]+\.[^:/@\s]+)[:/]/i.exec(url)?.[1]?.toLowerCase() ?? [],
  );
}
