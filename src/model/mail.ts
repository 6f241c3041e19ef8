/** A mail as rules see it, what a rule does to it, and what `inboxctl explain` prints of that. */
import * as z from 'zod';
import { OUTCOMES, type Outcome } from './mail-outcome.ts';
import { documentHead, place } from './plan.ts';

/** The texts of the headers that rules read, decoded; empty where there is none. Cc and Bcc are not read (measured). */
const mail = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  reply: z.boolean().meta({ description: 'Whether it is a reply in a thread.' }),
});
export type Mail = z.infer<typeof mail>;

export { OUTCOMES, type Outcome };

/** What `inboxctl explain --from … --format json` prints. */
export const explainMailDocument = z.object({
  ...documentHead,
  mail,
  rules: z.array(
    z.object({
      account: z.string(),
      rule: z.string(),
      outcome: z.enum(OUTCOMES),
      reasons: z.array(z.string()).meta({ description: 'Why, the deciding reasons first.' }),
      source: place,
    }),
  ),
});
export type ExplainMailDocument = z.infer<typeof explainMailDocument>;
