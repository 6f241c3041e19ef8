/** Reasons for not reading or writing a file, and messages of git. */
import { type Parts, say, theirs, typed } from './message.ts';

const REASONS: Partial<Record<string, Parts>> = {
  ENOENT: say`it does not exist`,
  EACCES: say`permission is denied`,
  EPERM: say`permission is denied`,
  EISDIR: say`it is a folder`,
  ENOTDIR: say`a file is in the place of its folder`,
  ELOOP: say`it is a link, or its folder is one`,
  EFBIG: say`it would be larger than files may be`,
  EIO: say`the disk reports an error`,
  EMFILE: say`too many files are open`,
  ENOSPC: say`the disk is full`,
  ESUBMODULE: say`it is a submodule, whose files are in another repository`,
  EROFS: say`the file system is read-only`,
  Z_BUF_ERROR: say`the compressed data is cut off`,
  Z_DATA_ERROR: say`the compressed data is damaged`,
};

/** Describes a system error code, to follow a colon. */
export function because(reason: string): Parts {
  return REASONS[reason] ?? [theirs(reason)];
}

/** Says how to allow what was denied at a path: to read (`r`) it, or to write (`w`) into its folder. */
export function allowing(reason: string, path: string, may: 'r' | 'w'): { remedy?: Parts } {
  if (reason !== 'EACCES' && reason !== 'EPERM') return {};
  const at = may === 'r' ? path : path.replace(/[^/]*$/, '') || '.';
  return { remedy: say`Its owner can allow it:\nchmod u+${may}X ${typed(at)}` };
}

/** Says how to let git read a work tree of another user. `command`: what git suggests. */
export function trusting(command: string): Parts {
  return say`If you trust this repository, run (in a workflow, in a step before this one):\n${theirs(command)}`;
}
