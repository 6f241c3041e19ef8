import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as consumers from 'node:stream/consumers';

/** Runs a program while the service, which is in this process, goes on. */
export async function ran(program: string, args: string[], options: Pick<SpawnOptions, 'cwd' | 'env'>) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([
    consumers.text(child.stdout),
    consumers.text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}
