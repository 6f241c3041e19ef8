/** The text that `{ file: … }` stands for, or why it is not read. What is read lies in the project, and is not a link. */
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import type { ReferenceMistake } from '../../diagnostics/references.ts';
import { systemReason } from '../../model/system-reason.ts';
import { isInside, type Where } from '../paths.ts';
import { nearestEntry } from './find-files.ts';
import { readContent } from './read-file.ts';

interface UnusableReference {
  mistake: ReferenceMistake;
  /** A code of the system, such as EACCES, where that is what there is to say. */
  reason: string | null;
  /** What to write in place of a path that leads nowhere. */
  meant?: string;
}

export type ReadReference = { text: string /** Absolute. */; file: string } | UnusableReference;

/**
 * The text of a file without a byte order mark and without one newline at its end. `written` is the path in the rule
 * file, which is in `folder` (absolute).
 */
export function readReference(written: string, folder: string, where: Pick<Where, 'projectFolder'>): ReadReference {
  const found = referredFile(written, folder, where);
  if ('mistake' in found) return found;
  try {
    const content = readContent(found.file);
    return content.kind === 'text' ? { text: textOfFile(content.text), file: found.file } : unusable(content.kind);
  } catch (error) {
    const reason = systemReason(error);
    return unusable(BY_REASON[reason] ?? 'unreadable', reason);
  }
}

/** The file (absolute) that a path in a file of `folder` (absolute) leads to, or why it is not read. */
export function referredFile(
  written: string,
  folder: string,
  where: Pick<Where, 'projectFolder'>,
): { file: string } | UnusableReference {
  if (path.posix.isAbsolute(written) || path.win32.isAbsolute(written)) return unusable('absolute');
  if (written.includes('\\')) return unusable('backslash');
  if (written.includes('\0')) return unusable('missing');
  if (written.endsWith('/')) return unusable('folder');
  const file = path.resolve(folder, written);
  if (!isInside(file, where.projectFolder)) return unusable('outside');
  const segments = path.relative(where.projectFolder, file).split(path.sep);
  if (segments.some((segment) => segment.startsWith('.'))) return unusable('hidden');
  try {
    if (isLinked(where.projectFolder, segments)) return unusable('linked');
    return lstatSync(file).isDirectory() ? unusable('folder') : { file };
  } catch (error) {
    const reason = systemReason(error);
    const mistake = BY_REASON[reason] ?? 'unreadable';
    const meant = mistake === 'missing' ? meantFile(written, file, where) : null;
    return {
      ...unusable(mistake, reason),
      ...(meant && { meant: path.relative(folder, meant).split(path.sep).join('/') }),
    };
  }
}

/** The file that was probably meant: a path is often written from the folder of the project, or misspelt in its last name. */
function meantFile(written: string, file: string, { projectFolder }: Pick<Where, 'projectFolder'>): string | null {
  const fromProject = path.resolve(projectFolder, written);
  const isHidden = written.split('/').some((name) => /^\.[^.]/.test(name));
  if (!isHidden && isInside(fromProject, projectFolder) && existsSync(fromProject)) return fromProject;
  const near = nearestEntry(file);
  return near === null ? null : path.join(path.dirname(file), near);
}

/** What a reference to a file of this content, which has no byte order mark, stands for. */
export function textOfFile(content: string): string {
  return content.replace(/\r?\n$/, '');
}

const BY_REASON: Record<string, ReferenceMistake> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ELOOP: 'linked',
};

function unusable(mistake: ReferenceMistake, reason: string | null = null): UnusableReference {
  return { mistake, reason };
}

function isLinked(projectFolder: string, segments: readonly string[]): boolean {
  let step = projectFolder;
  for (const segment of segments) {
    step = path.join(step, segment);
    if (lstatSync(step).isSymbolicLink()) return true;
  }
  return false;
}
