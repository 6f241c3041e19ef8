/** One table with the English of every code. */
import type { ArgsOf, Code, Diagnostic } from './diagnostic.ts';
import { fileProblems } from './files.ts';
import type { Message, Messages } from './message.ts';
import { planFileProblems } from './plan-files.ts';
import { planNotices } from './plans.ts';
import { doctorFindings } from './probes.ts';
import { pullNotices } from './pulls.ts';
import { rollbackNotices } from './rollbacks.ts';
import { runNotices } from './runs.ts';
import { settingProblems } from './settings.ts';
import { statsNotices } from './stats.ts';

const MESSAGES: Messages<{ [C in Code]: ArgsOf<C> }> = {
  ...fileProblems,
  ...settingProblems,
  ...planFileProblems,
  ...planNotices,
  ...pullNotices,
  ...rollbackNotices,
  ...runNotices,
  ...statsNotices,
  ...doctorFindings,
};

/** Takes a diagnostic, gives what it says. */
export function describe(diagnostic: Pick<Diagnostic, 'code' | 'args'>): Message {
  const message = MESSAGES[diagnostic.code] as (args: Diagnostic['args']) => Message;
  return message(diagnostic.args);
}
