/** The paths of a project: where nothing else may be read, and how they are shown. */
import path from 'node:path';
import type { Tree } from './tree.ts';

/** Paths are absolute. Nothing outside `projectFolder` is read; what is shown is relative to `cwd`. */
export interface Where {
  cwd: string;
  projectFolder: string;
  /** The folder of the project file; `cwd` if left out. */
  home?: string;
  /** What files are read from; the disk if left out. */
  tree?: Tree;
}

/** A path as it is shown: relative to the working directory, with `/`. */
export function shownPath(absolute: string, cwd: string): string {
  const relative = path.relative(cwd, absolute);
  return relative === '' ? '.' : relative.split(path.sep).join('/');
}

/** Whether a path is another, or below it; both absolute. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
