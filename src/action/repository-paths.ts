/** Paths of project files within the repository of a job. */
import { existsSync, realpathSync } from 'node:fs';
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

/**
 * Returns the path of a file from the root of the repository, with `/`. `shown` is its path as commands show it,
 * relative to the working directory. Throws if the file is not in the repository.
 */
export function pathInRepository(shown: string, project: Project, workingDirectory: string): string {
  const root = repositoryRoot(project, workingDirectory);
  const file = path.resolve(project.cwd, shown);
  const parts = path.relative(root, file).split(path.sep);
  const isOutside = path.isAbsolute(parts.join(path.sep)) || parts.includes('..') || parts.includes('.git');
  if (isOutside || throughLink(file, root)) throw new Error(`${shown} is not in the repository`);
  return parts.join('/');
}

/** Reports whether the nearest existing folder of a file is reached through a link. */
function throughLink(file: string, root: string): boolean {
  let folder = path.dirname(file);
  while (!existsSync(folder)) folder = path.dirname(folder);
  return path.relative(root, folder) !== path.relative(realpathSync(root), realpathSync(folder));
}
