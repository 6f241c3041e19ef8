/** Tests files as people write them: for types, checks, and the JSON Schema of editors. */
import * as z from 'zod';
import { HEADER_KEYS, OUTCOMES } from './mail.ts';
import { recordOf } from './record-of.ts';
import { MATCHERS, matchersNamed } from './rule.ts';

const ANSWERS = ['yes', 'no'] as const;

const writtenMail = z.strictObject({
  ...recordOf(HEADER_KEYS, (key) => z.string().nullish().meta({ description: MATCHERS[key].inTest })),
  reply: z.boolean().nullish().meta({
    description: 'Whether the mail is a reply in a thread. If omitted: as the file says, else no.',
  }),
  file: z
    .string()
    .min(1)
    .nullish()
    .meta({
      description: `A mail file (.eml), instead of ${matchersNamed('and')}. The path is relative to the tests file, with \`/\` between folders.`,
    }),
});

const outcome = z.enum(OUTCOMES);
const OUTCOME_WORDS = '`matches`, `ai` (the rest of the condition allows it, so the AI decides) or `no`';

export const writtenTest = z
  .strictObject({
    name: z.string().trim().min(1).meta({ description: 'What should happen. Unique in its file.' }),
    mail: writtenMail.meta({ description: 'The sample mail.' }),
    expect: z
      .record(z.string(), outcome)
      .nullish()
      .meta({ description: `The expected outcome of each rule, by its name: ${OUTCOME_WORDS}.` }),
    others: outcome.nullish().meta({
      description: `The expected outcome of all rules that \`expect\` does not name: ${OUTCOME_WORDS}. If omitted, they are not checked.`,
    }),
    judged: z.record(z.string(), z.enum(ANSWERS)).nullish().meta({
      description:
        'The answer of the AI that the test assumes for a rule, by its name: `yes` or `no`. The expected outcome is then `matches` or `no`.',
    }),
  })
  .meta({ title: 'test', description: 'A sample mail, and what the rules do to it.' });

/** A document of a tests file. */
export const testsDocument = z
  .strictObject({ tests: z.array(writtenTest).nullable().meta({ description: 'The tests of this file.' }) })
  .meta({ description: 'Tests of rules, for `inboxctl test`.' });

export type WrittenTest = z.infer<typeof writtenTest>;

/** The keys of a mail in a tests file. */
export const MAIL_KEYS = Object.keys(writtenMail.shape);
