import type { NewVariable } from './pull.ts';

export interface StartingFile {
  /** Relative to the working directory, with `/`. */
  file: string;
  /** `differs`: it exists and is not what this version would write. `extended`: lines were added. */
  status: 'created' | 'extended' | 'kept' | 'differs';
  /** Of one that differs: its text, and what this version would write. */
  edit?: { shown: string; before: string; after: string };
}

/**
 * What `init` did with the inbox. `not-said`: no setting says where it is. `not-read`: it could not be read. `empty`: none of
 * its rules can be declared. `has-rules`: not read, since the project already has rules.
 */
export type InboxOutcome = 'not-said' | 'not-read' | 'empty' | 'pulled' | 'has-rules';

/** What the next steps after `init` depend on. */
export interface LeftToDo {
  inbox: InboxOutcome;
  missing: readonly string[];
  /** Variables that the pulled rules refer to, and that are not set. */
  unset: readonly NewVariable[];
  isInGit: boolean;
  /** The files and rules folders of the project, relative to the working directory. */
  projectFiles: readonly string[];
}
