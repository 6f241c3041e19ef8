/** Reads the mailboxes of --mails. */
import path from 'node:path';
import { grouped } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { leftOutDiagnostics } from '../../diagnostics/mail.ts';
import { type ReadMail, readMail } from '../../mail/read-mail.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Mail } from '../../model/mail.ts';
import { duration } from '../../report/progress.ts';
import { askGit } from '../../source/git/run.ts';
import { findMailSources, type MailSource } from '../../source/mailbox/find.ts';
import { readMails } from '../../source/mailbox/read.ts';
import type { Invocation } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/progress.ts';
import { UserError } from '../user-error.ts';

export type Mailboxes = ReturnType<typeof findMailSources>;

/** Finds the mailboxes of --mails, before anything is sent. Throws a UserError if there is nothing to read. */
export function findMailboxes(paths: readonly string[], cwd: string): Mailboxes {
  const found = findMailSources(paths, cwd);
  if (found.sources.length === 0) throw nothingRead(leftOutDiagnostics(found.leftOut));
  return found;
}

function nothingRead(problems: readonly Diagnostic[]): UserError {
  return new UserError([...problems, { code: 'mails-none', args: {}, severity: 'error' }]);
}

/** Gives each mail to `add` in one pass, up to Ctrl-C, and says what was left out. Throws a UserError for none. */
export async function readMailboxes(
  invocation: Invocation,
  { sources, leftOut }: Mailboxes,
  add: (mail: ReadMail) => void,
): Promise<{ mails: number; complete: boolean; code: ExitCode }> {
  const { io } = invocation;
  const stopping = interruption(io, { what: 'the mails read so far', unknown: 'Nothing was counted.' });
  let [mails, bytes] = [0, 0];
  const all = sources.reduce((sum, source) => sum + source.bytes, 0);
  const began = io.uptime();
  const told = {
    onMail: (mail: Mail) => {
      mails += 1;
      add(readMail(mail));
    },
    onBytes: (more: number) => {
      bytes += more;
    },
    isStopped: () => stopping.signal.aborted,
  };
  stopping.arm();
  const left = await saidIfSlow(invocation, readMails(sources, told), () =>
    progressText(mails, bytes / all, io.uptime() - began),
  ).finally(stopping.disarm);
  const problems = leftOutDiagnostics([...leftOut, ...left]);
  const complete = !stopping.signal.aborted;
  if (mails === 0 && complete && problems.length > 0) throw nothingRead(problems);
  invocation.findings.add([...(await trackedNotices(sources, io)), ...problems]);
  return { mails, complete, code: complete ? EXIT.done : EXIT.interrupted };
}

/** Warns about mailboxes that git tracks: everybody who can read the repository can read the mails. */
async function trackedNotices(sources: readonly MailSource[], { env }: Io): Promise<Diagnostic[]> {
  const tracked: string[] = [];
  for (const [folder, inside] of groupBy(sources, (source) => path.dirname(source.path))) {
    const listed = await askGit(env, folder, ['ls-files', '-z', '--', '.']);
    const names = new Set(typeof listed === 'string' ? listed.split('\0') : []);
    tracked.push(...inside.filter((one) => names.has(path.basename(one.path))).map(({ shown }) => shown));
  }
  return tracked.length === 0 ? [] : [{ code: 'mailbox-tracked', args: { files: tracked }, severity: 'warning' }];
}

/** `Reading mails: 12,345 (45%), 3,400 a second, 12 s left`. */
function progressText(mails: number, share: number, seconds: number): string {
  const pace = grouped(Math.round(mails / seconds));
  const left = share > 0 ? `, ${duration((seconds / share - seconds) * 1000)} left` : '';
  return `Reading mails: ${grouped(mails)} (${Math.floor(100 * Math.min(1, share))}%), ${pace} a second${left}`;
}
