/** The rules folders and files that the project file lists: a plan cannot do without one of them. */
import path from 'node:path';
import type { FileEdit } from '../../model/pull.ts';
import { isInside, shownPath } from '../../source/paths.ts';
import type { PullInput } from './input.ts';
import { isRuleFile } from './placement.ts';

/** Git keeps no empty folder, so that one would be missing in the next checkout. */
const KEEPER = '.gitkeep';

/** What keeps the listed folders and files of the accounts that were read. `files`: all other changes. */
export function keptRoots(files: readonly FileEdit[], { accounts, options, disk, where }: PullInput): FileEdit[] {
  const keepers = new Map<string, FileEdit>();
  for (const account of accounts) {
    if (typeof account.live === 'string') continue;
    for (const root of account.roots) {
      if (options.only !== null && !files.some(({ path: file }) => isInside(file, root))) continue;
      const isFile = isRuleFile(root, account);
      const keeper = isFile ? root : path.join(root, KEEPER);
      const isFilled = isFile ? disk.read(root) !== null : hasFiles(root, files, disk);
      if (isFilled || files.some(({ path: file, after }) => after !== null && isInside(file, root))) continue;
      const shown = shownPath(keeper, where.cwd);
      keepers.set(keeper, { path: keeper, shown, kind: 'text', before: null, after: '', rules: [] });
    }
  }
  return [...keepers.values()];
}

/** Whether a folder has anything in it that stays, or cannot be told. */
function hasFiles(folder: string, files: readonly FileEdit[], disk: PullInput['disk']): boolean {
  const removed = new Set(files.flatMap(({ path: file, after }) => (after === null ? [file] : [])));
  return disk.names(folder)?.some((name) => !removed.has(path.join(folder, name))) ?? true;
}
