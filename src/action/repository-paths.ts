/** Where the files of a project are in the repository that a job works in. */
import { existsSync, realpathSync } from 'node:fs';
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

/**
 * The path of a file from the root of the repository, with `/`. Takes it as commands show it, from the working directory.
 * Throws where it is not in the repository.
 */
export function pathInRepository(shown: string, project: Project, workingDirectory: string): string {
  const root = repositoryRoot(project, workingDirectory);
  const file = path.resolve(project.cwd, shown);
  const parts = path.relative(root, file).split(path.sep);
  const isOutside = path.isAbsolute(parts.join(path.sep)) || parts.includes('..') || parts.includes('.git');
  if (isOutside || throughLink(file, root)) throw new Error(`${shown} is not in the repository`);
  return parts.join('/');
}

/** Whether a link leads to the nearest folder of a file that is there. */
function throughLink(file: string, root: string): boolean {
  let folder = path.dirname(file);
  while (!existsSync(folder)) folder = path.dirname(folder);
  return path.relative(root, folder) !== path.relative(realpathSync(root), realpathSync(folder));
}
