/** What a diagnostic says: one table with the English of every code. */
import type { Diagnostic, Finding } from './diagnostic.ts';
import { fileProblems } from './files.ts';
import { type Message, plain, withTheirs } from './message.ts';
import { planFileProblems } from './plan-files.ts';
import { planNotices } from './plans.ts';
import { doctorFindings } from './probes.ts';
import { pullNotices } from './pulls.ts';
import { rollbackNotices } from './rollbacks.ts';
import { runNotices } from './runs.ts';
import { settingProblems } from './settings.ts';
import { statsNotices } from './stats.ts';

const MESSAGES = {
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

/** A diagnostic, or its code and arguments alone. */
export type Described = Finding & Pick<Partial<Diagnostic>, 'secret' | 'said'>;

/** What a diagnostic says. */
export function messageOf({ code, args, secret, said }: Described): Message {
  if (said !== undefined) return said;
  const say = MESSAGES[code] as (args: Described['args']) => Message;
  const message = say(args);
  if (secret === undefined) return message;
  return withTheirs(message, (part) => (part.ofPlace ? { ...part, theirs: `(secret ${secret})` } : part));
}

/** As messageOf, for a terminal, a log and JSON. */
export function describe(described: Described): { message: string; remedy?: string } {
  const { message, remedy } = messageOf(described);
  return { message: plain(message), ...(remedy === undefined ? {} : { remedy: plain(remedy) }) };
}
