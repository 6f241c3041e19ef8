/**
 * What people write in a tests file: sample mails, and what the rules do to them.
 * This schema gives the type, the checks and the JSON Schema that editors show on hover.
 */
import * as z from 'zod';
import { OUTCOMES } from './mail.ts';

/** What the AI is taken to answer. */
export const ANSWERS = ['yes', 'no'] as const;

const header = (description: string) => z.string().nullish().meta({ description });

const writtenMail = z.strictObject({
  from: header('The From header, such as `Jane <jane@example.com>`.'),
  to: header('The To header. Rules do not read Cc and Bcc.'),
  subject: header('The subject, decoded.'),
  reply: z.boolean().nullish().meta({
    description: 'Whether the mail is a reply in a thread. Left out: what the file says, else no.',
  }),
  file: z.string().min(1).nullish().meta({
    description:
      'The headers of a mail in a file (.eml), instead of `from`, `to` and `subject`. The path is relative to the tests file, with `/` between folders.',
  }),
});

const outcome = z.enum(OUTCOMES);
const OUTCOME_WORDS = '`matches`, `ai` (everything but the AI part allows it: the AI decides) or `no`';

export const writtenTest = z
  .strictObject({
    name: z.string().trim().min(1).meta({ description: 'Says what should happen. Unique in its file.' }),
    mail: writtenMail.meta({ description: 'The mail that the rules are looked at with.' }),
    expect: z
      .record(z.string(), outcome)
      .nullish()
      .meta({ description: `Rules by name, and what each does to the mail: ${OUTCOME_WORDS}.` }),
    others: outcome.nullish().meta({
      description: `What every rule that \`expect\` does not name must do: ${OUTCOME_WORDS}. Left out: not checked.`,
    }),
    judged: z.record(z.string(), z.enum(ANSWERS)).nullish().meta({
      description:
        'Rules by name, and what the AI is taken to answer where it decides: `yes` or `no`. The expectation is then `matches` or `no`.',
    }),
  })
  .meta({ title: 'test', description: 'A sample mail, and what the rules do to it.' });

/** A document of a tests file. */
export const testsDocument = z
  .strictObject({ tests: z.array(writtenTest).nullable().meta({ description: 'The tests of this file.' }) })
  .meta({ description: 'Tests of rules, for `inboxctl test`.' });

export type WrittenTest = z.infer<typeof writtenTest>;

/** The keys of each mapping of a tests file. */
export const TEST_KEYS = Object.keys(writtenTest.shape);
export const MAIL_KEYS = Object.keys(writtenMail.shape);
