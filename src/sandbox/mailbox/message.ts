/** A mail, as statistics see it, and the mails of an inbox in a seed. */
import * as z from 'zod';
import { dateTime } from '../wire.ts';

const seedMessage = z.strictObject({
  at: dateTime.meta({ description: 'When it was sent.' }),
  sent: z.boolean().default(false).meta({ description: 'Sent from this inbox. Left out: received.' }),
  thread: z.string().min(1).optional().meta({
    description: 'Mails of one thread have the same text here. Left out: a thread of its own.',
  }),
  read: z.boolean().optional().meta({ description: 'Left out: true if it was sent.' }),
  archived: z.boolean().optional().meta({ description: 'Left out: true if it was sent.' }),
});

export const seedMessages = z.array(
  // The sender of a mail has read it, and it is not in their inbox.
  seedMessage.transform((mail) => ({ ...mail, read: mail.read ?? mail.sent, archived: mail.archived ?? mail.sent })),
);

const MOST_MESSAGES = 1_000_000;

/** Generated mails: the same for the same settings. */
export const generatedMailbox = z
  .strictObject({
    seed: z.int().min(0).max(0xffff_ffff).default(1).meta({ description: 'The same number makes the same mails.' }),
    messages: z.int().min(0).max(MOST_MESSAGES).default(1_200).meta({ description: 'How many.' }),
    from: dateTime.nullable().default(null).meta({
      description: 'When the time that they are from begins. Left out or null: 180 days before `to`.',
    }),
    to: dateTime.nullable().default(null).meta({
      description: 'When it ends. Left out or null: when the sandbox starts for the first time.',
    }),
  })
  .refine(({ from, to }) => from === null || to === null || Date.parse(from) <= Date.parse(to), {
    path: ['from'],
    params: { conflict: 'order' },
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

/** The mails of a seed, oldest first. */
export function givenMessages(given: z.infer<typeof seedMessages>): Message[] {
  const messages = given.map(({ at, sent, thread, read, archived }, index): Message => {
    // The signs keep generated names of threads apart from those of the seed.
    return { at: Date.parse(at), sent, thread: thread === undefined ? `#${index}` : `=${thread}`, read, archived };
  });
  return messages.sort((a, b) => a.at - b.at);
}
