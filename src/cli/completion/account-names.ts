import path from 'node:path';
import { accountsOf } from '../../model/project.ts';
import { findProjectFile, readProjectFile } from '../../source/load/project-file.ts';
import type { Io } from '../io.ts';
import type { ProjectAt } from './suggestions.ts';

/** The accounts of a project, for a TAB: of one that cannot be read there are none, and nothing is said. */
export function accountNames(io: Io, { directory = '.', config }: ProjectAt): string[] {
  // A shell hands words on as they are typed.
  const typed = (text: string) => (/^~(?=\/|$)/.test(text) ? (io.env.HOME ?? '~') + text.slice(1) : text);
  const cwd = path.resolve(io.cwd(), typed(directory));
  const file = config === undefined ? findProjectFile(cwd, io.geteuid?.()).file : path.resolve(cwd, typed(config));
  const read = file === null ? { project: {} } : readProjectFile(file, cwd);
  return 'project' in read ? accountsOf(read.project).map(({ name }) => name) : [];
}
