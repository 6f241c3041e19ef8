/** What `inboxctl init` did: values that report words. */
import type { NewVariable } from './pull.ts';

export interface StartingFile {
  /** Relative to the working directory, with `/`. */
  file: string;
  /** `differs`: it was there, and is not what this version would write. `extended`: lines were added to it. */
  status: 'created' | 'extended' | 'kept' | 'differs';
}

/**
 * What became of the inbox. `not-said`: no setting says where it is. `not-read`: it could not be read. `empty`: no rule of it
 * can be declared. `has-rules`: it was not read, since the project has rules already.
 */
export type InboxOutcome = 'not-said' | 'not-read' | 'empty' | 'pulled' | 'has-rules';

/** What the next steps depend on. */
export interface LeftToDo {
  inbox: InboxOutcome;
  /** Variables of the connection that are not set. */
  missing: readonly string[];
  /** Variables that the pulled rules refer to, and that are not set. */
  unset: readonly NewVariable[];
  isInGit: boolean;
  /** What belongs to the project: files, and folders of rules, relative to the working directory. */
  projectFiles: readonly string[];
}
