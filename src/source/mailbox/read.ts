/** Reads the headers of all mails of mailboxes, in one pass. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { LeftOut, LeftOutReason } from '../../diagnostics/mail.ts';
import type { Mail } from '../../model/mail.ts';
import { systemReason } from '../../model/system-reason.ts';
import { isUtf16 } from '../load/read-file.ts';
import { Content, chunksOf, type Told } from './content.ts';
import type { MailSource } from './find.ts';
import { isSeparator, readMailbox, SEPARATOR_LIMIT } from './mbox.ts';

interface Reader extends Told {
  onMail(mail: Mail): void;
}

/** In bytes. It fits into the cache of the processor. */
const CHUNK = 256 * 1024;

/** A file that cannot be read does not stop the others. `onBytes`: how many were read or skipped since the last call. */
export async function readMails(sources: readonly MailSource[], told: Reader, chunk = CHUNK): Promise<LeftOut[]> {
  const buffer = Buffer.allocUnsafe(chunk);
  const room = Buffer.allocUnsafe(2 * CHUNK);
  const leftOut: LeftOut[] = [];
  for (const { path, shown, bytes } of sources) {
    if (told.isStopped()) break;
    const leave = (reason: LeftOutReason, detail?: string) => {
      const last = leftOut.at(-1);
      if (last?.shown === shown && last.reason === reason) last.mails++;
      else leftOut.push({ reason, shown, mails: 1, ...(detail && { detail }) });
    };
    let unread = bytes;
    const onBytes = (count: number) => {
      unread -= count;
      told.onBytes(count);
    };
    let file: number | undefined;
    try {
      file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      if (fstatSync(file).isFile()) {
        const chunks = chunksOf(file, buffer, { onBytes, isStopped: () => told.isStopped() });
        await readContent(new Content(chunks, room), told, leave);
        await chunks.return(undefined);
      } else leave('not-regular');
    } catch (error) {
      // Anything else is a bug of ours.
      if (!(error instanceof Error && 'errno' in error)) throw error;
      if (!told.isStopped()) leave(file === undefined ? 'unreadable' : 'damaged', systemReason(error));
    } finally {
      if (file !== undefined) closeSync(file);
    }
    if (unread > 0) told.onBytes(unread);
  }
  return leftOut;
}

/** How other formats that hold mail begin: zip, 7z, rar, bzip2, xz, pst, msg and tar. */
const PACKED = /^(PK\cC\cD|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ|!BDN|\xd0\xcf\cQ\xe0|[\s\S]{257}ustar)/;

const BOM = Buffer.from('\ufeff');

async function readContent(content: Content, told: Reader, leave: (reason: LeftOutReason) => void): Promise<void> {
  await content.atLeast(SEPARATOR_LIMIT);
  if (content.bytes.length === 0) return content.checkEnd();
  if (PACKED.test(content.bytes.toString('latin1', 0, 512))) return leave('packed');
  if (isUtf16(content.bytes)) return leave('utf-16');
  if (content.bytes.indexOf(BOM) === 0) content.skip(BOM.length);
  const isMbox = isSeparator(content.bytes);
  await readMailbox(content, isMbox, (read) => {
    if (typeof read !== 'string') told.onMail(read);
    else leave(read === 'no-headers' && !isMbox ? 'not-mail' : read);
  });
  content.checkEnd();
}
