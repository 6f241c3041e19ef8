/** One table with the English of every code. */
import type { ArgsOf, Code, Diagnostic } from '../../model/diagnostic.ts';
import { doctorFindings } from './doctor-findings.ts';
import { fileProblems } from './file-problems.ts';
import type { Message, Messages } from './message.ts';
import { planFileProblems } from './plan-file-problems.ts';
import { planNotices } from './plan-notices.ts';
import { pullNotices } from './pull-notices.ts';
import { rollbackNotices } from './rollback-notices.ts';
import { runNotices } from './run-notices.ts';
import { settingProblems } from './setting-problems.ts';
import { statsNotices } from './stats-notices.ts';

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
