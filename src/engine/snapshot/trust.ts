/** Whether a file can be this user's snapshot. It says what to write, and a repository may bring one that somebody else made. */
import { lstatSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Environment } from '../../source/git/run.ts';
import { isTracked } from '../../source/git/status.ts';

/** Why a file is not accepted, or null. Only one in the project has folders of snapshots, which are checked too. */
export async function distrustOfFile(
  file: string,
  env: Environment,
  isInProject: boolean,
): Promise<ArgsOf<'snapshot-untrusted'>['reason'] | null> {
  const folder = path.dirname(file);
  const { uid } = userInfo();
  for (const one of isInProject ? [file, folder, path.dirname(folder)] : [file]) {
    const found = isInProject ? lstatSync(one) : statSync(one);
    if (uid >= 0 && found.uid !== uid) return 'owner';
    if (uid >= 0 && (found.mode & 0o022) !== 0) return isInProject ? 'writable' : 'writable-file';
  }
  return (await isTracked(file, env)) ? 'tracked' : null;
}
