/**
 * Mistakes as people make them, with the whole answer to each. A folder with a `transcript.txt` is a project. Its commands
 * run there one after the other; `cd` leads into a project below it, and `sandbox.json` starts a sandbox at {origin}.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { inboxctl } from './inboxctl.ts';
import { serve } from './project.ts';

/** What is typed, `cd FOLDER && NAME=value inboxctl word …`, and what is printed. */
interface Typed {
  line: string;
  folder: string;
  env: Record<string, string>;
  words: string[];
  printed: string;
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
  const service = existsSync(sandbox) ? await serve(JSON.parse(readFileSync(sandbox, 'utf8'))) : null;
  const origin = service === null ? '{origin}' : new URL(service.baseUrl).origin;
  const blocks: string[] = [];
  for (const { line, folder: at, env, words } of typedIn(transcriptIn(folder))) {
    const meant = (text: string) => text.replaceAll('{origin}', origin);
    const set = Object.entries({ ...service?.env, ...env }).map(([name, value]) => [name, meant(value)]);
    const { code, stdout, stderr } = await inboxctl(words.map(meant), {
      cwd: path.join(project, at),
      env: Object.fromEntries(set.filter(([, value]) => value !== '')),
    });
    const printed = [stdout, stderr].filter((text) => text !== '').map((text) => text.trimEnd());
    blocks.push([`$ ${line}`, ...printed, `exit ${code}`].join('\n'));
  }
  return `${steady(blocks.join('\n\n'), project, origin)}\n`;
}

/** Names what is another in each run: the folder, the port, and digests, which cover the address. */
function steady(text: string, project: string, origin: string): string {
  return text
    .replaceAll(project, '{project}')
    .replaceAll(origin, '{origin}')
    .replaceAll(origin.replace('http://', ''), '{host}')
    .replace(/(?<=sha256:)(?!0{64})[\da-f]{64}/g, '{digest}');
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
  return transcript.split(/^(?=\$ .*inboxctl)/m).map((block) => {
    const [, line = '', folder = '.', env = '', words = '', printed = ''] =
      /^\$ ((?:cd (\S+) && )?(.*?)inboxctl(?: (.*))?)(?:\n([\s\S]*))?$/m.exec(block) ?? [];
    const set = wordsOf(env).map((word) => [word.replace(/=.*/s, ''), word.replace(/^.*?=/s, '')]);
    return { line, folder, env: Object.fromEntries(set), words: wordsOf(words), printed };
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
