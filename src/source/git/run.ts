/**
 * Running git, which is asked and never told to change anything. The repository is not trusted: nothing that its
 * configuration names is run, and nothing is fetched, so that what is missing is missing rather than awaited.
 */
import { execFile, spawnSync } from 'node:child_process';
import { devNull } from 'node:os';

/** The environment that the program was given. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why git did not answer. `detail` is a line that it wrote, or a code of the system; a second line is the command that it
 * names for a repository of somebody else.
 */
export interface GitFailure {
  failure: 'no-git' | 'no-repository' | 'failed';
  detail: string;
}

const OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  // A folder of the repository that looks like a repository itself is not taken for one (git 2.38).
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', `core.hooksPath=${devNull}`],
];

const VARIABLES = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  // History as it was made: neither replaced nor cut.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
  // Partial clones fetch what is missing. An older git does not know the first; without any protocol it cannot.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** In characters. */
const LONGEST_DETAIL = 300;

/**
 * Runs git in a folder, feeds it `input` and gives what it writes. Variables GIT_* of the environment do not reach it: a
 * hook sets some that name another repository. Nor do keys and settings of inboxctl.
 */
export function bytesOfGit(
  env: Environment,
  folder: string,
  args: readonly string[],
  input = '',
): Promise<Buffer | GitFailure> {
  return new Promise((resolve) => {
    // `-C`, since to spawn a folder that is not there looks as if git were not there.
    const options = { ...settingsOf(env), encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY } as const;
    const child = execFile('git', [...OPTIONS, '-C', folder, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else resolve(typeof error.code === 'string' ? notStarted(error.code) : failureOf(stderr.toString()));
    });
    // If git stops reading, its exit code says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Runs git like bytesOfGit, and waits for it: for readers that are synchronous. */
export function bytesOfGitNow(
  env: Environment,
  folder: string,
  args: readonly string[],
  input = '',
): Buffer | GitFailure {
  const options = { ...settingsOf(env), input, maxBuffer: Number.POSITIVE_INFINITY };
  const { status, stdout, stderr, error } = spawnSync('git', [...OPTIONS, '-C', folder, ...args], options);
  if (error !== undefined) return notStarted('code' in error ? String(error.code) : error.message);
  return status === 0 ? stdout : failureOf(stderr.toString());
}

function settingsOf(env: Environment) {
  return { env: { ...withoutGit(env), ...VARIABLES }, windowsHide: true };
}

/** As bytesOfGit, for text. */
export async function askGit(
  env: Environment,
  folder: string,
  args: readonly string[],
  input = '',
): Promise<string | GitFailure> {
  const answer = await bytesOfGit(env, folder, args, input);
  return Buffer.isBuffer(answer) ? answer.toString() : answer;
}

function withoutGit(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(GIT|INBOXCTL)_/i.test(name)));
}

function notStarted(detail: string): GitFailure {
  return { failure: detail === 'ENOENT' || detail === 'EACCES' ? 'no-git' : 'failed', detail };
}

function failureOf(said: string): GitFailure {
  const lines = said.split('\n');
  const detail = (lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0] ?? '').slice(0, LONGEST_DETAIL);
  if (detail.startsWith('fatal: not a git repository')) return { failure: 'no-repository', detail };
  const command = /^\t(git config .*safe\.directory .*)$/m.exec(said)?.[1];
  return { failure: 'failed', detail: command === undefined ? detail : `${detail}\n${command}` };
}
