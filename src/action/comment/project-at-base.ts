/** The project file that counted before a pull request: looked for at its base as it is looked for on disk. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProjectSettings } from '../../model/project.ts';
import { PROJECT_FILE, parseProject, projectFolder } from '../../source/project-file.ts';
import { type GitHub, GitHubError } from '../github/port.ts';
import { accountsAtBase } from './accounts-at-base.ts';

/** Where a job works. */
export interface Place {
  /** Absolute: the working directory. */
  cwd: string;
  /** As in the inputs. */
  workingDirectory: string;
  config: string | null;
}

/** `file` from the root of the repository; null: there was none. */
export type AtBase = { file: string | null; project: ProjectSettings } | { unreadable: string };

/** Takes the commit of the base. What cannot be read is a reason and no error: the plan does not need it. */
export async function projectAtBase(
  github: Pick<GitHub, 'fileAt' | 'treeAt'>,
  baseSha: string,
  place: Place,
): Promise<AtBase> {
  try {
    for (const file of candidates(place)) {
      const text = await github.fileAt(file, baseSha);
      if (text === null) continue;
      const read = parseProject(file, text);
      if ('problems' in read) return { unreadable: `${file} is not a valid project file there.` };
      const { accounts, ...project } = read.project;
      if (typeof accounts !== 'string') return { file, project: { ...project, accounts } };
      const folder = path.posix.join(path.posix.dirname(file), accounts.split(path.sep).join('/'), '.');
      const found = await accountsAtBase(github, baseSha, { written: accounts, path: folder, root: rootOf(place) });
      return 'unreadable' in found ? found : { file, project: { ...project, ...found } };
    }
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { unreadable: error.message };
  }
  return { file: null, project: {} };
}

/** Takes an absolute path; gives it from the root of the repository, with `/`. */
export function inRepository(file: string, place: Place): string {
  return path.relative(rootOf(place), file).split(path.sep).join('/');
}

function candidates(place: Place): string[] {
  const { cwd, config } = place;
  if (config !== null) return [inRepository(path.resolve(cwd, config), place)];
  const found: string[] = [];
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    found.push(inRepository(path.join(folder, PROJECT_FILE), place));
    if (folder === rootOf(place) || path.dirname(folder) === folder) return found;
  }
}

/** A checkout without git is the archive of the repository: then the folder that the job began in is its root. */
function rootOf({ cwd, workingDirectory }: Place): string {
  const folder = projectFolder(cwd);
  if (existsSync(path.join(folder, '.git'))) return folder;
  return path.isAbsolute(workingDirectory) ? folder : path.resolve(cwd, path.relative(workingDirectory, '.'));
}
