/** What of mailboxes was left out, and why. */
import { groupBy } from '../model/group-by.ts';
import { count } from './counts.ts';
import { list, say, type Topic } from './message.ts';
import { because } from './reasons.ts';

/** For each reason: what is counted, and why it was left out. */
const REASONS = {
  'no-mails': ['folder', 'no mails in it'],
  'not-mail': ['file', 'neither a mail nor a mailbox'],
  packed: [
    'file',
    'an archive, or of Outlook',
    'Unpack it, or convert it: `readpst` a .pst or .ost, `msgconvert` a .msg.',
  ],
  'no-headers': ['mail', 'no mail headers'],
  'headers-too-long': ['mail', 'headers longer than 1 MiB, or more than 5,000 lines, encoded words or people in one'],
  'utf-16': ['file', 'UTF-16 text'],
  'not-regular': ['file', 'a pipe, a socket or a device'],
  unreadable: ['path', ''],
  damaged: ['file', ''],
} as const;

export type LeftOutReason = keyof typeof REASONS;

export interface LeftOut {
  reason: LeftOutReason;
  shown: string;
  /** How many; 1 for a whole file or folder. */
  mails: number;
  /** The system's reason, for `unreadable` and `damaged`. What precedes a damaged place was read. */
  detail?: string;
}

export const mailboxNotices = {
  /** `files` has up to three names, and `more` counts the others. */
  'mails-left-out': (args: Omit<LeftOut, 'shown'> & { files: readonly string[]; more: number }) => {
    const { reason, mails, files, more, detail } = args;
    const [unit, why, remedy] = [...REASONS[reason], undefined];
    const others = more > 0 ? say` and ${count(more, 'more file')}` : [];
    const what = reason === 'damaged' ? 'not read to the end' : reason === 'unreadable' ? 'not read' : 'left out';
    const happened = `${mails === 1 ? 'was' : 'were'} ${what}` as const;
    return {
      message: say`${count(mails, unit)} ${happened}: ${detail === undefined ? why : because(detail)} (${list(files)}${others}).`,
      ...(remedy === undefined ? {} : { remedy: [remedy] }),
    };
  },
} satisfies Topic;

/** A warning for each reason. */
export function leftOutDiagnostics(leftOut: readonly LeftOut[]) {
  const groups = groupBy(leftOut, ({ reason, detail }) => `${reason} ${detail}`);
  return [...groups.values()].map((group) => {
    const [{ shown: _, ...first }] = group;
    const files = [...new Set(group.map(({ shown }) => shown))];
    const mails = group.reduce((sum, one) => sum + one.mails, 0);
    const args = { ...first, mails, files: files.slice(0, 3), more: Math.max(0, files.length - 3) };
    return { code: 'mails-left-out', args, severity: 'warning' } as const;
  });
}
