/** Mailboxes in a temporary folder, and what is read in them. */

import type { LeftOut } from '../../../src/diagnostics/mail.ts';
import type { Mail } from '../../../src/model/mail.ts';
import { findMailSources } from '../../../src/source/mailbox/find.ts';
import { readMails } from '../../../src/source/mailbox/read.ts';
import { projectOf } from '../../harness/project.ts';

export interface ReadThere {
  mails: Mail[];
  subjects: string[];
  leftOut: LeftOut[];
  /** Of the files that were found, and told by `onBytes`. */
  bytes: { found: number; told: number };
}

/** Reads what is at these paths, by default in the whole folder. */
export async function readIn(cwd: string, paths = ['.'], chunk?: number): Promise<ReadThere> {
  const { sources, leftOut } = findMailSources(paths, cwd);
  const mails: Mail[] = [];
  const bytes = { found: sources.reduce((sum, source) => sum + source.bytes, 0), told: 0 };
  const onBytes = (count: number) => {
    bytes.told += count;
  };
  const told = { onMail: (mail: Mail) => mails.push(mail), onBytes, isStopped: () => false };
  const more = await readMails(sources, told, chunk);
  return { mails, subjects: mails.map(({ subject }) => subject), leftOut: [...leftOut, ...more], bytes };
}

/** The subjects in a file, which must be read whole. */
export async function subjectsIn(content: string | Buffer, chunk?: number): Promise<string[]> {
  const { subjects, leftOut } = await readIn(projectOf({ mailbox: content }), ['mailbox'], chunk);
  if (leftOut.length > 0) throw new Error(JSON.stringify(leftOut));
  return subjects;
}

/** A line that begins a mail of an mbox. */
export const SEPARATOR = 'From jane@example.com Mon Nov 23 04:00:00 2026\n';

/** An mbox of mails with these subjects and bodies. */
export function mboxOf(...mails: readonly (string | [subject: string, body: string])[]): string {
  const all = mails.map((mail) => (typeof mail === 'string' ? ([mail, 'body\n'] as const) : mail));
  return all.map(([subject, body]) => `${SEPARATOR}Subject: ${subject}\n\n${body}\n`).join('');
}
