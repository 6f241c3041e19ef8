import path from 'node:path';
import type { Tree } from './tree.ts';

/** Where a project is. Nothing outside `projectFolder` is read; paths are shown relative to `cwd`. Both are absolute. */
export interface Where {
  cwd: string;
  projectFolder: string;
  /** The folder of the project file; `cwd` if left out. */
  home?: string;
  /** Where files are read from; the disk if left out. */
  tree?: Tree;
}

/** The path to show: relative to `cwd`, with `/`. */
export function shownPath(absolute: string, cwd: string): string {
  const relative = path.relative(cwd, absolute);
  return relative === '' ? '.' : relative.split(path.sep).join('/');
}

/** Whether `inner` is `outer` or below it; both are absolute. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
