/** Parts of the program in processes of their own: bundled, as Node 20 does not run TypeScript. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Plugin, rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import { textFiles } from '../../scripts/text-files.mjs';
import { projectOf } from './project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Takes the text of a module that imports from `./src/`; gives the path of a bundle of it, gone after the test. */
export async function bundled(contents: string): Promise<string> {
  const file = path.join(projectOf({}), 'bundle.mjs');
  await writeBundle(contents, file);
  return file;
}

/** The same at a path of the caller's; the module may import packages too. */
export async function writeBundle(contents: string, file: string): Promise<void> {
  const entry = path.join(ROOT, 'bundled-by-a-test.ts');
  const given: Plugin = {
    name: 'given',
    resolveId: (source) => (source === entry ? entry : null),
    load: (id) => (id === entry ? contents : null),
  };
  const bundle = await rolldown({ input: entry, platform: 'node', plugins: [given, textFiles] });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
}

/** Starts `node FILE ARGS`, gone after the test. `limit`: in blocks of 512 bytes or more, what a file may hold at most. */
export function started(file: string, args: readonly string[], limit?: number): ChildProcess {
  const words = [process.execPath, file, ...args];
  const [program = '', ...rest] =
    limit === undefined ? words : ['/bin/sh', '-c', `ulimit -f ${limit} && exec "$@"`, 'sh', ...words];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** All that a process prints, once it has ended. */
export async function outputOf({ stdout }: ChildProcess): Promise<string> {
  return stdout === null ? '' : text(stdout);
}

/** Ends when a process has printed its first line; gives it. */
export function firstLineOf(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });
}

/** Kills a process, and ends when it has. */
export async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}
