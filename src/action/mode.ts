/** What a mode gets, and what it ends with. Modes only decide and ask; `run.ts` writes to the runner. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Parts } from '../diagnostics/message.ts';
import type { Block } from '../report/document.ts';
import type { Commands } from './commands.ts';
import type { Context } from './context.ts';
import type { FailureReason, OutputName } from './definition.ts';
import type { GitHub } from './github/port.ts';
import type { Inputs } from './inputs.ts';
import type { Targets } from './targets.ts';

export interface Job {
  inputs: Inputs;
  context: Context;
  commands: Commands;
  /** The selected accounts and where their key goes; read before anything is sent. */
  targets: Targets;
  github: GitHub;
  /** Writes a file into the folder for temporary files; gives its path. */
  keep: (name: string, text: string) => string;
  /** Writes lines of ours into the log; what others wrote in them can do nothing there. */
  log: (text: string) => void;
}

export interface JobFailure {
  reason: FailureReason;
  /** Line ends are ours. */
  message: Parts;
}

export interface Ending {
  /** Why the job fails; null where it does not. */
  failure: JobFailure | null;
  outputs: Partial<Record<OutputName, string>>;
  /** For the job summary. */
  summary: readonly Block[];
  /** Become annotations: on their lines where they have a place. */
  notices: readonly Diagnostic[];
}

/** The ending of a job that could not do its work. */
export function failed(reason: FailureReason, message: Parts): Ending {
  return { failure: { reason, message }, outputs: {}, summary: [], notices: [] };
}

export type Mode = (job: Job) => Promise<Ending>;
