/** Parts of the program in processes of their own: bundled, as Node 20 does not run TypeScript. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { TEXT_FILES } from '../../scripts/text-files.mjs';
import { projectOf } from './project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Takes the text of a module that imports from `./src/`; gives the path of a bundle of it, gone after the test. */
export function bundled(contents: string): string {
  const outfile = path.join(projectOf({}), 'bundle.mjs');
  buildSync({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: TEXT_FILES,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
  });
  return outfile;
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
export async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return text;
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
