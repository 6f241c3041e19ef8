/**
 * Commands as people type them, with the whole answer to each. A folder with a `transcript.txt` is a project. Its commands
 * run there one after the other; `cd` leads into a project below it, and `sandbox.json` starts a sandbox at {origin}.
 * `< FILE` and `> FILE` at the end of a line are as in a shell. `requests` prints what the sandbox was asked since; anything
 * else is of the shell, to look at files and to change them.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { inboxctl } from './inboxctl.ts';
import type { Finished } from './program.ts';
import { type Service, serve } from './project.ts';
import type { TestSandboxOptions } from './sandbox/sandbox.ts';

/** What is typed, `cd FOLDER && NAME=value inboxctl word …`, and what is printed. */
interface Typed {
  line: string;
  folder: string;
  env: Record<string, string>;
  words: string[];
  printed: string;
  /** It is none of inboxctl. */
  isShell: boolean;
}

export const TRANSCRIPT = 'transcript.txt';

/** The folders below one that have a transcript, relative to it. */
export function transcriptsBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return found.filter((file) => path.basename(file) === TRANSCRIPT).map((file) => path.dirname(file));
}

/** The transcript that is in a folder. */
export function transcriptIn(folder: string): string {
  return readFileSync(path.join(folder, TRANSCRIPT), 'utf8');
}

/** The transcript of a folder as the program writes it now. */
export async function transcriptNow(folder: string): Promise<string> {
  const project = copyOf(folder);
  const sandbox = path.join(folder, 'sandbox.json');
  const service = existsSync(sandbox) ? await serve(optionsIn(readFileSync(sandbox, 'utf8'))) : null;
  const origin = service === null ? '{origin}' : new URL(service.baseUrl).origin;
  const blocks: string[] = [];
  let asked = 0;
  for (const typed of typedIn(transcriptIn(folder))) {
    const { line, folder: at, env, words } = typed;
    const meant = (text: string) => text.replaceAll('{origin}', origin);
    const set = Object.entries({ ...service?.env, ...env }).map(([name, value]) => [name, meant(value)]);
    const cwd = path.join(project, at);
    let ended: Finished;
    if (line === 'requests') {
      ended = { code: 0, stdout: requestsIn(service, asked), stderr: '' };
      asked = service?.requests.length ?? 0;
    } else if (typed.isShell) ended = shell(line, cwd);
    else {
      const [, sign, file = ''] = /([<>]) (\S+)$/.exec(line) ?? [];
      const stdin = sign === '<' ? { stdin: createReadStream(path.join(cwd, file)) } : {};
      ended = await inboxctl((sign === undefined ? words : words.slice(0, -2)).map(meant), {
        cwd,
        env: Object.fromEntries(set.filter(([, value]) => value !== '')),
        ...stdin,
      });
      if (sign === '>') {
        writeFileSync(path.join(cwd, file), ended.stdout);
        ended.stdout = '';
      }
    }
    const { code, stdout, stderr } = ended;
    const printed = [stdout, stderr].filter((text) => text !== '').map((text) => text.trimEnd());
    blocks.push([`$ ${line}`, ...printed, ...(typed.isShell && code === 0 ? [] : [`exit ${code}`])].join('\n'));
  }
  return `${steady(blocks.join('\n\n'), project, origin)}\n`;
}

/** The options of a sandbox, whose clock may stand still at `now`. */
function optionsIn(text: string): TestSandboxOptions {
  const { now, ...options } = JSON.parse(text);
  return now === undefined ? options : { ...options, now: () => Date.parse(now) };
}

/** What a sandbox was asked after so many requests. */
function requestsIn(service: Service | null, after: number): string {
  return (service?.requests ?? [])
    .slice(after)
    .map(({ method, path: to, status }) => `${method} ${to} ${status}\n`)
    .join('');
}

function shell(line: string, cwd: string): Finished {
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z' };
  const committer = {
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    GIT_COMMITTER_DATE: author.GIT_AUTHOR_DATE,
  };
  const env = { PATH: process.env.PATH, HOME: '/nowhere', LANG: 'C.UTF-8', ...author, ...committer };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** Names what is another in each run: the folder, the port, digests, which cover the address, runs, and times. */
function steady(text: string, project: string, origin: string): string {
  const days = [0, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  const today = new RegExp(`(?:${days.join('|')})[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z| UTC)`, 'g');
  return text
    .replaceAll(project, '{project}')
    .replaceAll(origin, '{origin}')
    .replaceAll(origin.replace('http://', ''), '{host}')
    .replace(/(?<=sha256:)(?!0{64})[\da-f]{64}/g, '{digest}')
    .replace(/\b20\d{6}T\d{6}Z-[\da-f]{12}\b/g, '{run}')
    .replaceAll(today, '{time}');
}

/** A copy in a folder whose path is as long on each machine: lines are wrapped. */
function copyOf(folder: string): string {
  const project = mkdtempSync('/tmp/inboxctl-mistake-');
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  cpSync(folder, project, { recursive: true });
  for (const own of [TRANSCRIPT, 'sandbox.json']) rmSync(path.join(project, own), { force: true });
  return project;
}

/** The commands of a transcript. */
export function typedIn(transcript: string): Typed[] {
  return transcript.split(/^(?=\$ )/m).map((block) => {
    const [, line = '', folder = '.', env = '', words = '', printed = ''] =
      /^\$ ((?:cd (\S+) && )?((?:\w+=(?:'[^']*'|\S)* )*)inboxctl(?: (.*))?)(?:\n([\s\S]*))?$/m.exec(block) ?? [];
    const isShell = line === '';
    const set = wordsOf(env).map((word) => [word.replace(/=.*/s, ''), word.replace(/^.*?=/s, '')]);
    const typed = isShell ? (/^\$ (.*)/.exec(block)?.[1] ?? '') : line;
    return { line: typed, folder, env: Object.fromEntries(set), words: wordsOf(words), printed, isShell };
  });
}

/** The words of a command as a shell reads them: in single quotes as they are, in `$'…'` with escapes. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|[^\s'])+/g) ?? [];
  return words.map((word) =>
    word.replace(/\$'((?:[^'\\]|\\.)*)'|'([^']*)'/g, (_, escaped?: string, plain = '') =>
      escaped === undefined ? plain : escaped.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one)),
    ),
  );
}
