/** The root of the repository that a job works in. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../cli/session/settings.ts';

/** Without git, checkout leaves no trace of where the root is: then the working directory, as in the inputs, tells. */
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
