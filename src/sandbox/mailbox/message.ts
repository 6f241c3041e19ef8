/** A mail as far as statistics see it, and how a seed says which mails a mailbox holds. */
import * as z from 'zod';
import { dateTime } from '../wire.ts';

const seedMessage = z
  .strictObject({
    at: dateTime,
    /** Sent from this inbox; else received. */
    sent: z.boolean().default(false),
    /** Mails of one thread have the same text here; left out: a thread of its own. */
    thread: z.string().min(1).optional(),
    read: z.boolean().optional(),
    archived: z.boolean().optional(),
  })
  // What somebody sent was read by them, and is not in their inbox.
  .transform((mail) => ({ ...mail, read: mail.read ?? mail.sent, archived: mail.archived ?? mail.sent }));

/** Mails one by one. */
export const seedMessages = z.array(seedMessage);

const MOST_MESSAGES = 1_000_000;

/** Mails that a generator makes: the same for the same settings. */
export const generatedMailbox = z
  .strictObject({
    seed: z.int().min(0).max(0xffff_ffff).default(1),
    messages: z.int().min(0).max(MOST_MESSAGES).default(1_200),
    /** Left out or null: 180 days before `to`. */
    from: dateTime.nullable().default(null),
    /** Left out or null: when the sandbox starts for the first time. */
    to: dateTime.nullable().default(null),
  })
  .refine(({ from, to }) => from === null || to === null || Date.parse(from) <= Date.parse(to), {
    path: ['from'],
    message: 'It is later than to',
  });

export type GeneratedMailbox = z.infer<typeof generatedMailbox>;

export interface Message {
  /** Milliseconds since the epoch. */
  at: number;
  sent: boolean;
  thread: string;
  read: boolean;
  archived: boolean;
}

/** The messages of a seed, oldest first whatever their order there. */
export function givenMessages(given: z.infer<typeof seedMessages>): Message[] {
  const messages = given.map(({ at, sent, thread, read, archived }, index): Message => {
    // No thread of a seed begins with a sign of ours.
    return { at: Date.parse(at), sent, thread: thread === undefined ? `#${index}` : `=${thread}`, read, archived };
  });
  return messages.sort((a, b) => a.at - b.at);
}
