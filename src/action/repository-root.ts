import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../cli/session/settings.ts';

/** Returns the root of the repository. Without git, nothing marks it, so the input `working-directory` tells it. */
export function repositoryRoot(
  { cwd, projectFolder }: Pick<Project, 'cwd' | 'projectFolder'>,
  workingDirectory: string,
): string {
  if (existsSync(path.join(projectFolder, '.git')) || path.isAbsolute(workingDirectory)) return projectFolder;
  return path.resolve(
    cwd,
    ...workingDirectory.split(/[\\/]/).flatMap((part) => (part === '' || part === '.' ? [] : '..')),
  );
}
