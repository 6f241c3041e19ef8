/** The English of codes of the system: why a file cannot be read or written. */
import { escapeControl } from './escape-control.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'it is not there',
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file is in the place of its folder',
  ELOOP: 'it is a link, or its folder is one',
  EFBIG: 'it would be larger than files may be',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};

/** Takes such a code; gives what it says in a sentence after a colon. */
export function because(reason: string): string {
  return REASONS[reason] ?? escapeControl(reason);
}

/** Takes what git said; gives its words after a colon, and what to do where it named a command. */
export function saidByGit(detail: string | null): { words: string; remedy: string | undefined } {
  const [words = '', command] = (detail ?? '').split('\n').map(escapeControl);
  const remedy = command === undefined ? command : `If you trust this repository, run:\n${command}`;
  return { words: words === '' ? '' : `: ${words}`, remedy };
}
