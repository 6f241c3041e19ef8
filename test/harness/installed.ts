/** Programs of Debian that tests drive; installed at their first use where they are missing: no test is ever left out. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The path of a program, which its package is called too. Throws where there is none to be had. */
export function installed(program: string): string {
  const found = onPath(program);
  if (found !== null) return found;
  install(program);
  const made = onPath(program);
  if (made === null) throw new Error(`${program} was installed, but is not on the PATH`);
  return made;
}

function onPath(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

function aptGet(...words: string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [first = '', ...rest] = [...sudo, 'apt-get', ...words];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another test file may be installing it right now.
  execFileSync(first, [...rest, '-o', 'DPkg::Lock::Timeout=300'], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

function install(program: string): void {
  try {
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', program);
  } catch (error) {
    throw new Error(`These tests need ${program}. Install it: apt-get install ${program}`, { cause: error });
  }
}

/** The path of a program in a package of Debian that is unpacked and not installed: it would start a service. */
export function unpacked(name: string, file: string): string {
  const folder = path.resolve('node_modules/.cache', name);
  const program = path.join(folder, file);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const run = (command: string, ...words: string[]) => execFileSync(command, words, { cwd: folder, stdio: 'ignore' });
  try {
    run('apt-get', 'download', name);
  } catch {
    aptGet('update', '-qq');
    run('apt-get', 'download', name);
  }
  const [made = ''] = readdirSync(folder).filter((one) => one.endsWith('.deb'));
  run('dpkg-deb', '-x', made, '.');
  return program;
}
