/**
 * Runs the judge once: a command chosen by the user, started without a shell. It may hang, write too much or leave
 * processes behind, so its time and output are limited, and its whole process group is ended with it.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { kill, platform } from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { Secret } from '../../diagnostics/redactor.ts';
import type { Judge } from '../../model/judgments.ts';
import { systemReason } from '../../model/system-reason.ts';
import { reservedPrefix } from '../../source/load/references.ts';

/** Where the judge runs, and what stops it. */
export interface JudgeContext {
  /** The working directory (absolute path). */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Stops the judge at once. */
  signal: AbortSignal;
}

/** For stdout, in bytes. */
const OUTPUT_LIMIT = 1024 * 1024;
/** How much of the end of stderr to keep, in bytes. */
const TAIL_LIMIT = 8 * 1024;
const TAIL_LINES = 5;
/** How long to wait for the end of its output, in ms. A process outside of its group may keep it open. */
const LINGER_MS = 1_000;

// Windows has no process groups, and would open a window for a detached process.
const HAS_GROUPS = platform !== 'win32';

/**
 * Runs the judge with `input` on stdin. Returns its stdout, or why there is no answer, or null if `signal` stopped it.
 * The signal must not be aborted yet.
 */
export function runJudge(judge: Judge, input: string, context: JudgeContext): Promise<string | Finding | null> {
  const child = started(judge.command, context);
  if (!('stdin' in child)) return Promise.resolve(child);
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    let [length, tail] = [0, Buffer.alloc(0)];
    let end: (() => string | Finding | null) | null = null;
    let lingering: NodeJS.Timeout | undefined;

    const close = () => {
      if (end === null) return;
      clearTimeout(timer);
      clearTimeout(lingering);
      context.signal.removeEventListener('abort', onAbort);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      resolve(end());
    };
    /** Stops the run. Only the first reason counts. */
    const stop = (how: NonNullable<typeof end>) => {
      if (end !== null) return;
      end = how;
      endGroup(child);
      lingering = setTimeout(close, LINGER_MS);
    };
    const onAbort = () => stop(() => null);
    const timer = setTimeout(() => {
      stop(() => ({ code: 'judge-timed-out', args: { seconds: judge.timeoutSeconds, said: lastLines(tail) } }));
    }, judge.timeoutSeconds * 1000);

    child.on('error', (error) => {
      stop(() => notStarted(judge.command, error));
      close();
    });
    // If the judge ignores its input, its answer or exit code shows it.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.stdout.on('data', (bytes: Buffer) => {
      length += bytes.length;
      if (length <= OUTPUT_LIMIT) output.push(bytes);
      else stop(() => ({ code: 'judge-too-long', args: { limit: OUTPUT_LIMIT } }));
    });
    child.stderr.on('data', (bytes: Buffer) => {
      tail = Buffer.concat([tail, bytes]).subarray(-TAIL_LIMIT);
    });
    child.on('exit', (code, signal) => {
      stop(() => {
        if (code === 0) return Buffer.concat(output).toString();
        const said = lastLines(tail);
        return code === null
          ? { code: 'judge-killed', args: { signal: String(signal), said } }
          : { code: 'judge-exited', args: { code, said } };
      });
    });
    child.on('close', close);
    context.signal.addEventListener('abort', onAbort);
  });
}

function started(
  command: readonly string[],
  { folder, env }: JudgeContext,
): ChildProcessWithoutNullStreams | Finding<'judge-not-started'> {
  const [program = '', ...rest] = command;
  try {
    return spawn(program, rest, { cwd: folder, env, stdio: 'pipe', detached: HAS_GROUPS, windowsHide: true });
  } catch (error) {
    return notStarted(command, error);
  }
}

function notStarted([program = '']: readonly string[], error: unknown): Finding<'judge-not-started'> {
  return { code: 'judge-not-started', args: { program, reason: systemReason(error) } };
}

/** Ends all processes of the judge, even after it has exited: a remaining one would keep its output open. */
function endGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // All processes have ended.
  }
}

/** The last complete lines of stderr. Part of a line might contain part of a secret, which nothing would recognize. */
function lastLines(tail: Buffer): string[] {
  const lines = stripVTControlCharacters(tail.toString()).split(/\r?\n|\r/);
  const isWhole = tail.length < TAIL_LIMIT;
  const last = lines.slice(isWhole ? 0 : 1).filter((line) => line.trim() !== '');
  return last.length === 0 && !isWhole ? ['…'] : last.slice(-TAIL_LINES);
}

/**
 * The environment for the judge, which needs PATH, HOME and its own key. Leaves out the variables of inboxctl and of
 * the GitHub runner, those whose value is one of `secrets`, and those that a rule file names (`mentioned`).
 */
export function judgeEnvironment(
  env: JudgeContext['env'],
  secrets: readonly Pick<Secret, 'name' | 'value'>[],
  mentioned: readonly string[] = [],
): JudgeContext['env'] {
  const names = new Set([...secrets.map(({ name }) => name), ...mentioned]);
  const values = new Set(secrets.map(({ value }) => value.trim()));
  const isKept = ([name, value]: [string, string | undefined]) =>
    reservedPrefix(name) === undefined && !names.has(name) && !values.has((value ?? '').trim());
  return Object.fromEntries(Object.entries(env).filter(isKept));
}
