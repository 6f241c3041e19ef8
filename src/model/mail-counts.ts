import * as z from 'zod';
import { documentHead, place } from './plan.ts';

const mails = z.int().min(0);

const mailCounts = z.object({
  mails: mails.meta({ description: 'How many mails were read.' }),
  complete: z.boolean().meta({ description: 'false if it was interrupted: the counts are about the first mails.' }),
  accounts: z.array(
    z.object({
      account: z.string(),
      none: mails.meta({ description: 'Mails that no rule matches, and the AI does not decide about.' }),
      ai: mails.meta({ description: 'Mails that no rule matches, and the AI decides about.' }),
      several: mails.meta({ description: 'Mails that more than one rule matches.' }),
      pairs: z.array(z.object({ rules: z.tuple([z.string(), z.string()]), mails })).meta({
        description: 'Rules that match the same mails, those with the most first.',
      }),
    }),
  ),
  rules: z.array(
    z.object({
      account: z.string(),
      rule: z.string(),
      matches: mails,
      ai: mails.meta({ description: 'Mails that the AI decides about.' }),
      no: mails,
      unknown: mails.meta({ description: 'Mails whose outcome depends on a variable that is not set.' }),
      domains: z
        .array(z.object({ domain: z.string(), mails }))
        .optional()
        .meta({
          description: 'With --verbose: the domains of the senders of matching mails, those with the most first.',
        }),
      source: place.nullable().meta({ description: 'Null with --live: no file is read.' }),
    }),
  ),
});

/** How many mails of mailboxes each rule matches: `inboxctl explain --mails`. */
export type MailCountsDocument = z.infer<typeof mailCounts>;

export const explainMailsDocument = z.object({ ...documentHead, ...mailCounts.shape });
export type ExplainMailsDocument = z.infer<typeof explainMailsDocument>;
