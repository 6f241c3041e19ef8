/** A file that the user names for the output of a command: `plan --output`, `apply --report`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../diagnostics/diagnostic.ts';
import { systemReason } from '../model/system-reason.ts';
import { isTracked } from '../source/git/status.ts';
import { isRuleFilePath } from '../source/load/find-files.ts';
import { isInside, realPath } from '../source/paths.ts';
import { tryOutput, writeOutput } from '../source/replace-file.ts';
import type { Invocation } from './command.ts';
import type { Io } from './io.ts';
import { type Project, settingsFilesOf, workingFolder } from './session/settings.ts';
import { userError } from './user-error.ts';

type Unwritable = Finding<'file-unwritable'>;

/** Writes a text (null: only tries) to a file from the working folder. Returns why it cannot, or null. */
export function writeOutputFile(
  { io, args }: Pick<Invocation<{ directory?: string | undefined }>, 'io' | 'args'>,
  what: string,
  file: string,
  text: string | null,
): Unwritable | null {
  const absolute = path.resolve(workingFolder(io, args), file);
  return unwritable(what, file, () => {
    if (text === null) tryOutput(absolute);
    else writeOutput(absolute, text);
  });
}

/** Writes a file. Returns why it cannot be written, or null. `file` is the path to show. */
export function unwritable(what: string, file: string, write: () => void): Unwritable | null {
  try {
    write();
    return null;
  } catch (error) {
    return { code: 'file-unwritable', args: { what, file, reason: systemReason(error) } };
  }
}

/** Throws a UserError if a file belongs to the project or to git, and so must not be overwritten without `--force`. */
export async function refuseFileInUse(
  io: Io,
  option: string,
  file: string | undefined,
  project: Project,
): Promise<void> {
  if (file === undefined) return;
  const absolute = real(path.resolve(project.cwd, file));
  const isOfGit = async () =>
    absolute.split(path.sep).includes('.git') || (existsSync(absolute) && (await isTracked(absolute, io.env)));
  const by = isRead(absolute, project) ? 'project' : (await isOfGit()) ? 'git' : null;
  if (by !== null) throw userError({ code: 'output-in-use', args: { option, file, by } });
}

function isRead(absolute: string, project: Project): boolean {
  const { home, accounts } = project;
  const folders = accounts
    .flatMap(({ rules, tests }) => [...rules, ...tests])
    .map((root) => real(path.resolve(home, root)));
  return (
    isInside(absolute, real(path.join(home, '.inboxctl/runs'))) ||
    settingsFilesOf(project).some((one) => real(one) === absolute) ||
    folders.some((one) => absolute === one || (isInside(absolute, one) && isRuleFilePath(path.relative(one, absolute))))
  );
}

/** Resolves links. For a file that does not exist, resolves its folder. */
function real(absolute: string): string {
  const { dir, base } = path.parse(absolute);
  return realPath(absolute) ?? (base === '' ? absolute : path.join(real(dir), base));
}
