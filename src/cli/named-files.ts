/** The FILEs of a command line: which files of the project they are, and warnings about others. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { startOf, unreadable } from '../source/load/find-files.ts';
import { isInside, pathInto, shownPath } from '../source/paths.ts';
import { type Project, settingsFilesOf } from './session/settings.ts';
import { UserError } from './user-error.ts';

export interface NamedFiles {
  /** Whether a file (by its shown path) is one of them, or in a folder that is. */
  has: (shown: string) => boolean;
  /** Warnings about FILEs that are not part of the project. */
  notices: Diagnostic[];
}

/** Null if no file is named: all. `read`: what the project reads, absolute. Throws a UserError for a missing file. */
export function namedFiles(files: readonly string[], project: Project, read: readonly string[]): NamedFiles | null {
  if (files.length === 0) return null;
  const { cwd, projectFolder } = project;
  const named = files.map((file) => ({ file, absolute: pathInto(projectFolder, path.resolve(cwd, file)) }));
  const missing = named.flatMap(({ file, absolute }): Diagnostic[] => {
    try {
      statSync(absolute);
      return [];
    } catch (error) {
      return [{ ...unreadable('The file', { path: absolute, shown: file }, error), severity: 'error' }];
    }
  });
  if (missing.length > 0) throw new UserError(missing);
  const known = [...read, ...settingsFilesOf(project)];
  const others = named.filter(({ absolute }) => !known.some((one) => isInside(one, absolute)));
  return {
    has: (shown) => named.some(({ absolute }) => isInside(path.resolve(cwd, shown), absolute)),
    notices: others.map(({ absolute }) => ({
      code: 'file-not-of-project',
      args: {},
      severity: 'warning',
      place: startOf(shownPath(absolute, cwd)),
    })),
  };
}
