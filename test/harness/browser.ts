/** Debian's Chromium, as people have it, driven by playwright-core; installed at its first use where it is missing. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Starts a browser; throws where there is none to be had: a test in it is never left out. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = onPath('chromium') ?? installed();
  // Its sandbox does not work for root, as which containers run tests.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
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

function installed(): string {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...words: string[]) => {
    const [program = '', ...rest] = [...sudo, 'apt-get', ...words];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Another test file may be installing it right now.
    execFileSync(program, [...rest, '-o', 'DPkg::Lock::Timeout=300'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  };
  try {
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  } catch (error) {
    throw new Error('These tests need Chromium. Install it: apt-get install chromium', { cause: error });
  }
  const found = onPath('chromium');
  if (found === null) throw new Error('Chromium was installed, but no `chromium` is on the PATH');
  return found;
}
