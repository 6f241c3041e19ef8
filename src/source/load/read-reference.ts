/** Reads `{ file: … }`: a file in the project, not through a link. */
import path from 'node:path';
import type { ReferenceMistake } from '../../diagnostics/references.ts';
import { systemReason } from '../../model/system-reason.ts';
import { DISK, isInside, shownPath, type Where } from '../paths.ts';
import { linkOnWay, nearestEntry } from './find-files.ts';
import { readContent } from './read-file.ts';

interface UnusableReference {
  mistake: ReferenceMistake;
  /** A system code, such as EACCES. */
  reason: string | null;
  /** The path that was probably meant. */
  meant?: string;
}

export type ReadReference = { text: string /** Absolute. */; file: string } | UnusableReference;

type Reach = Pick<Where, 'projectFolder' | 'tree'>;

/** The text of a file, without one newline at its end. `written` is its path in a rule file of `folder` (absolute). */
export function readReference(written: string, folder: string, where: Reach): ReadReference {
  const found = referredFile(written, folder, where);
  if ('mistake' in found) return found;
  try {
    const content = readContent(found.file, where.tree);
    return content.kind === 'text'
      ? { text: textOfFile(content.text), file: found.file }
      : unusable(content.kind === 'utf-16' ? 'not-utf8' : content.kind);
  } catch (error) {
    const reason = systemReason(error);
    return unusable(BY_REASON[reason] ?? 'unreadable', reason);
  }
}

/** The file (absolute) that `written` leads to from `folder` (absolute), or why it is not read. */
export function referredFile(written: string, folder: string, where: Reach): { file: string } | UnusableReference {
  if (written.includes('\0')) return unusable('missing');
  const file = path.resolve(folder, written);
  const withMeant = (mistake: ReferenceMistake) => {
    const meant = meantFile(written, file, where);
    return { ...unusable(mistake), ...(meant && { meant: shownPath(meant, folder) }) };
  };
  const isAbsolute = path.posix.isAbsolute(written) || path.win32.isAbsolute(written) || written.startsWith('~');
  if (isAbsolute) return withMeant('absolute');
  if (written.includes('\\')) return withMeant('backslash');
  if (written.endsWith('/')) return unusable('folder');
  if (!isInside(file, where.projectFolder)) return unusable('outside');
  const segments = path.relative(where.projectFolder, file).split(path.sep);
  if (segments.some((segment) => segment.startsWith('.'))) return unusable('hidden');
  const { tree = DISK } = where;
  if (linkOnWay(where.projectFolder, segments, tree) !== undefined) return unusable('linked');
  const kind = tree.kindOf(file);
  if (kind !== null) return kind === 'folder' ? unusable('folder') : { file };
  return { ...withMeant('missing'), reason: 'ENOENT' };
}

/** The file that was probably meant: the end of the path may be that in the project, or its last name misspelled. */
function meantFile(written: string, file: string, { projectFolder, tree = DISK }: Reach): string | null {
  const names = written.split(/[\\/]+/);
  const isHidden = names.some((name) => /^\.[^.]/.test(name));
  const ends = names.map((_, index) => path.join(projectFolder, ...names.slice(index)));
  const places = [file, ...ends].filter((one) => isInside(one, projectFolder));
  const there = isHidden ? undefined : places.find((one) => tree.kindOf(one) !== null);
  if (there !== undefined) return there;
  const near = isInside(file, projectFolder) ? nearestEntry(file, tree) : null;
  return near === null ? null : path.join(path.dirname(file), near);
}

/** The text of a reference to a file with this content, which has no byte order mark. */
export function textOfFile(content: string): string {
  return content.replace(/\r?\n$/, '');
}

const BY_REASON: Record<string, ReferenceMistake> = { ENOENT: 'missing', ENOTDIR: 'missing', ELOOP: 'linked' };

function unusable(mistake: ReferenceMistake, reason: string | null = null): UnusableReference {
  return { mistake, reason };
}
