/** Node's cache of compiled code, so that the next run starts sooner. It holds the program's own code and nothing else. */
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/**
 * Takes the environment; keeps the compiled code below the user's folder for caches, where Node can (22.1 and later) and
 * there is such a folder that belongs to this user: what is read from there is run. Never fails.
 */
export function keepCompiledCode(env: Record<string, string | undefined>): void {
  const { enableCompileCache } = process.getBuiltinModule('node:module') as {
    enableCompileCache?: (to: string) => void;
  };
  const caches = folderForCaches(env);
  if (enableCompileCache === undefined || caches === null || !isOwn(caches)) return;
  enableCompileCache(join(caches, 'inboxctl'));
}

function folderForCaches({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Record<string, string | undefined>): string | null {
  const chosen = XDG_CACHE_HOME || LOCALAPPDATA;
  if (chosen) return isAbsolute(chosen) ? chosen : null;
  return HOME ? join(HOME, '.cache') : null;
}

/** Whether nobody else may write there. Windows has no such bits: a user's folders are the user's own. */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const uid = process.getuid?.();
  return uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0);
}
