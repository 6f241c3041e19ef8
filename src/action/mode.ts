/** The input and the result of a mode. Modes only decide and send requests; `run.ts` writes to the runner. */
import type { Described } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Parts } from '../diagnostics/message.ts';
import { type Block, headingOf, paragraph } from '../report/document.ts';
import { line, messageLine } from '../report/inline.ts';
import type { ReadCommit } from './base.ts';
import type { Commands } from './commands.ts';
import type { Context } from './context.ts';
import type { FailureReason, OutputName } from './definition.ts';
import type { GitHub } from './github/client.ts';
import type { Inputs } from './inputs.ts';
import type { Targets } from './targets.ts';

export interface Job {
  inputs: Inputs;
  context: Context;
  commands: Commands;
  /** The selected accounts and where their key goes; read before anything is sent. */
  targets: Targets;
  github: GitHub;
  readCommit: ReadCommit;
  /** The commit that the plan is compared with, as git names it; null for none. */
  base: string | null;
  /** The time in ms. */
  now: () => number;
  /** Writes a file into the folder for temporary files, and returns its path. */
  keep: (name: string, text: string) => string;
  /** Writes to the log. The text is escaped, so that no name in it can act as a command. */
  log: (text: string) => void;
}

export interface JobFailure {
  reason: FailureReason;
  /** Line ends are ours. */
  message: Parts;
}

export interface Ending {
  failure: JobFailure | null;
  outputs: Partial<Record<OutputName, string>>;
  summary: readonly Block[];
  /** Shown as annotations, at their place if they have one. */
  notices: readonly Diagnostic[];
}

/** The ending of a job that could not do its work. */
export function failed(reason: FailureReason, message: Parts): Ending {
  return { failure: { reason, message }, outputs: {}, summary: [], notices: [] };
}

/** The ending of a job that may not do its work. */
export function refused(why: Described): Ending {
  return failed('refused', messageLine(why));
}

/** The end of the summary of a job that failed. */
export function whyFailed(failure: JobFailure | null): Block[] {
  return failure === null ? [] : [headingOf(line`Why this run failed`), paragraph(failure.message)];
}

/** Notices without duplicates: one command repeats what another said. */
export function eachOnce(notices: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}

export type Mode = (job: Job) => Promise<Ending>;
