import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../cli/session/settings.ts';
import { isInside, realPath, shownPath } from '../source/paths.ts';

/** Returns the root of the repository. Without git, nothing marks it, so it is the workspace. */
export function repositoryRoot({ projectFolder }: Pick<Project, 'projectFolder'>, workspace: string): string {
  const root = realPath(workspace) ?? workspace;
  return existsSync(path.join(projectFolder, '.git')) || !isInside(projectFolder, root) ? projectFolder : root;
}

/** The working directory as GitHub names its files: from the workspace, without links. */
export function placeInWorkspace(workspace = '', workingDirectory: string): string {
  const root = realPath(workspace);
  const folder = root === null ? null : realPath(path.resolve(root, workingDirectory));
  return root === null || folder === null ? workingDirectory : shownPath(folder, root);
}
