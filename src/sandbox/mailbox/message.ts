/** A mail as far as statistics see it, and how a seed says which mails a mailbox holds. */
import * as z from 'zod';
import { dateTime } from '../wire.ts';

export const seedMessage = z.strictObject({
  at: dateTime.meta({ description: 'When it was sent.' }),
  sent: z.boolean().default(false).meta({ description: 'Sent from this inbox. Left out: received.' }),
  thread: z.string().min(1).optional().meta({
    description: 'Mails of one thread have the same text here. Left out: a thread of its own.',
  }),
  read: z.boolean().optional().meta({ description: 'Left out: those that were sent are.' }),
  archived: z.boolean().optional().meta({ description: 'Left out: those that were sent are.' }),
});

/** Mails one by one. */
export const seedMessages = z.array(
  // What somebody sent was read by them, and is not in their inbox.
  seedMessage.transform((mail) => ({ ...mail, read: mail.read ?? mail.sent, archived: mail.archived ?? mail.sent })),
);

const MOST_MESSAGES = 1_000_000;

/** Mails that a generator makes: the same for the same settings. */
export const generatedMailbox = z
  .strictObject({
    seed: z.int().min(0).max(0xffff_ffff).default(1).meta({ description: 'The same number makes the same mails.' }),
    messages: z.int().min(0).max(MOST_MESSAGES).default(1_200).meta({ description: 'How many.' }),
    from: dateTime.nullable().default(null).meta({
      description: 'The beginning of the time that they are from. Left out or null: 180 days before `to`.',
    }),
    to: dateTime.nullable().default(null).meta({
      description: 'The end of it. Left out or null: when the sandbox starts for the first time.',
    }),
  })
  .refine(({ from, to }) => from === null || to === null || Date.parse(from) <= Date.parse(to), {
    path: ['from'],
    params: { problem: 'order' },
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
