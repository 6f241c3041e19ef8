/** A mail as rules see it, what a rule does to it, and what `inboxctl explain` prints of that. */
import * as z from 'zod';
import { FOUND_OUTCOMES, type FoundOutcome, OUTCOMES, type Outcome } from './mail-outcome.ts';
import { documentHead, place } from './plan.ts';
import type { Spot } from './rule.ts';

/** The texts of the headers that rules read, decoded; empty where there is none. Cc and Bcc are not read (measured). */
export const mail = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  reply: z.boolean().meta({ description: 'Whether it is a reply in a thread.' }),
});
export type Mail = z.infer<typeof mail>;

export { FOUND_OUTCOMES, type FoundOutcome, OUTCOMES, type Outcome };

/** The headers of a mail that rules read. */
export const HEADER_KEYS = ['from', 'to', 'subject'] as const satisfies readonly (keyof Mail)[];

/** A mail of the project's tests. */
export interface Sample {
  /** That of the test, or the path of a file that no test uses. */
  name: string;
  mail: Mail;
  place: z.infer<typeof place>;
}

/** A sample mail and what rules do to it, as the tests files have it. */
export interface MailTest extends Sample {
  /** By the names of rules, trimmed. */
  expect: ReadonlyMap<string, Outcome>;
  /** What every rule must do that `expect` does not name; null: they are not checked. */
  others: Outcome | null;
  /** By the names of rules, trimmed: what the AI is taken to answer. */
  judged: ReadonlyMap<string, boolean>;
  spot: Spot;
}

/** What `inboxctl explain --from … --format json` prints. */
export const explainMailDocument = z.object({
  ...documentHead,
  mail,
  rules: z.array(
    z.object({
      account: z.string(),
      rule: z.string(),
      outcome: z.enum(FOUND_OUTCOMES).meta({ description: 'unknown: it depends on a variable that is not set.' }),
      reasons: z.array(z.string()).meta({ description: 'Why, the deciding reasons first.' }),
      source: place.nullable().meta({ description: 'Null with --live: no file is read.' }),
    }),
  ),
});
export type ExplainMailDocument = z.infer<typeof explainMailDocument>;
