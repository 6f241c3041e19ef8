/** The mail that `inboxctl explain` is asked about: headers from options, or a file. */
import path from 'node:path';
import { HEADER_KEYS, type Mail } from '../../model/mail.ts';
import { HEADERS_LIMIT, type MailFile, mailIn, readMailFile } from '../../source/load/read-mail.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation } from '../command.ts';
import type { Arguments } from '../commands.ts';
import type { Io } from '../io.ts';
import { workingFolder } from '../session/settings.ts';
import { UserError, userError } from '../user-error.ts';

type ExplainInvocation = Invocation<Arguments<'explain'>>;

/** The mail, or null if none is given. Throws a UserError if options exclude each other, or the file is not a mail. */
export async function givenMail(invocation: ExplainInvocation): Promise<Mail | null> {
  const { args } = invocation;
  const { from, to, subject, reply, live } = args;
  const header = HEADER_KEYS.find((key) => args[key] !== undefined);
  if (args.mail === undefined) {
    if (header !== undefined || reply) return { from: from ?? '', to: to ?? '', subject: subject ?? '', reply };
    if (live) throw userError({ code: 'mail-missing', args: { option: '--live' } });
    return null;
  }
  if (header !== undefined) throw userError({ code: 'mail-and-headers', args: { option: `--${header}` } });
  const { mail } = await mailFile(invocation, args.mail);
  return { ...mail, reply: mail.reply || reply };
}

/** The headers of the mail that rules read, for --strip. Throws a UserError as `givenMail` does. */
export async function strippedMail(invocation: ExplainInvocation): Promise<string> {
  const { args } = invocation;
  const flag = (['live', 'reply', ...HEADER_KEYS] as const).find((key) => args[key]);
  const beside = args.rule[0] ?? (flag === undefined ? undefined : `--${flag}`);
  if (beside !== undefined) throw userError({ code: 'strip-alone', args: { beside } });
  if (args.mail === undefined) throw userError({ code: 'mail-missing', args: { option: '--strip' } });
  return (await mailFile(invocation, args.mail)).headers;
}

async function mailFile({ io, args }: ExplainInvocation, file: string): Promise<MailFile> {
  const cwd = workingFolder(io, args);
  const absolute = path.resolve(cwd, file);
  const read =
    file === '-'
      ? mailIn(await stdinHead(io), '(standard input)')
      : readMailFile({ path: absolute, shown: shownPath(absolute, cwd) });
  if (!('code' in read)) return read;
  const isAddress = read.code === 'file-unreadable' && /^[^@/\\]+@[^@/\\]+$/.test(file);
  throw new UserError([isAddress ? { ...read, args: { ...read.args, meant: `--from ${file}` } } : read]);
}

/** The beginning of standard input, as long as headers may be. The rest is read and dropped, or the writing program would fail. */
async function stdinHead({ stdin }: Io): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    if (length > HEADERS_LIMIT) continue;
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}
