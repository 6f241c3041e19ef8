/** A mail as rules see it, and what `inboxctl explain` prints about it. */
import * as z from 'zod';
import { FOUND_OUTCOMES, type FoundOutcome, OUTCOMES, type Outcome } from './mail-outcome.ts';
import { documentHead, place } from './plan.ts';
import { recordOf } from './record-of.ts';
import { type Spot, STATIC_KEYS, type StaticKey } from './rule.ts';

/** The headers that rules read: one for each matcher, and no others (measured). */
export const HEADER_KEYS: readonly StaticKey[] = STATIC_KEYS;

/** The headers that rules read, decoded. A missing one is empty. */
export const mail = z.object({
  ...recordOf(HEADER_KEYS, () => z.string()),
  reply: z.boolean().meta({ description: 'Whether it is a reply in a thread.' }),
});
export type Mail = z.infer<typeof mail>;

/** The mail with these headers. A missing one is empty; other keys are left out. */
export function mailOf(given: { readonly [Key in keyof Mail]?: Mail[Key] | null | undefined }): Mail {
  return { ...recordOf(HEADER_KEYS, (key) => given[key] ?? ''), reply: given.reply ?? false };
}

export { FOUND_OUTCOMES, type FoundOutcome, OUTCOMES, type Outcome };

/** A mail of the project's tests. */
export interface Sample {
  /** The name of its test, or the path of a mail file that no test uses. */
  name: string;
  mail: Mail;
  place: z.infer<typeof place>;
}

/** A sample mail, and what rules must do to it. */
export interface MailTest extends Sample {
  /** By rule name, trimmed. */
  expect: ReadonlyMap<string, Outcome>;
  /** The expected outcome of all other rules; null: not checked. */
  others: Outcome | null;
  /** By rule name, trimmed: the answer of the AI that the test assumes. */
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

/** The effects of rules on a mail, and the reasons as data. */
export interface MailExplanationOf<Reason> {
  mail: Mail;
  areNamed: boolean;
  rules: readonly (Omit<ExplainMailDocument['rules'][number], 'reasons'> & { reasons: readonly Reason[] })[];
}
