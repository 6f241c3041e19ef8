/**
 * What people write in a rule file: the shape of the API's request body (API spec 4.4) and two keys of our own.
 * This schema gives the type, the checks and the JSON Schema that editors show on hover.
 */
import * as z from 'zod';
import { ACTION_TYPES } from './rule.ts';

const text = (description: string) => z.string().nullish().meta({ description });

const staticPart = z.strictObject({
  from: text(
    'Who sent the mail; case does not matter. `a@b.com` is that address, `@acme.com` that domain only, `acme.com` the domain and its subdomains, anything else a part of the display name or address. `*` is any run of characters. Separate alternatives with `,` or `|`.',
  ),
  to: text('The To header, written as `from` is.'),
  subject: text(
    'A part of the subject; upper and lower case differ. `*` is any run of characters, `|` separates alternatives.',
  ),
});

const condition = z
  .strictObject({
    conditionalOperator: z.enum(['AND', 'OR']).nullish().meta({
      description:
        'How `static` and `aiInstructions` are joined. AND: the AI is asked only after a static match. OR: a static match is enough. Left out: not managed, the live value stays.',
    }),
    aiInstructions: text('What the AI shall look for, in plain words.'),
    static: staticPart.nullish().meta({ description: 'Matchers that need no AI. All that are given must match.' }),
  })
  .meta({ description: 'When the rule applies: AI instructions, static matchers, or both. At least one of them.' });

const fields = z.strictObject({
  label: text('LABEL: the label to add.'),
  to: text('FORWARD, SEND_EMAIL and drafts: who gets the mail.'),
  cc: text('REPLY, FORWARD, SEND_EMAIL and drafts: copies.'),
  bcc: text('REPLY, FORWARD, SEND_EMAIL and drafts: blind copies.'),
  subject: text('SEND_EMAIL and drafts: the subject.'),
  content: text('REPLY, FORWARD, SEND_EMAIL and drafts: the text. `{{…}}` is a prompt that the service fills in.'),
  webhookUrl: text('CALL_WEBHOOK: an https URL that the service posts the mail to.'),
  folderName: text('MOVE_FOLDER: the folder.'),
});

const action = z
  .strictObject({
    type: z.enum(ACTION_TYPES).meta({ description: 'What to do.' }),
    messagingChannelId: z.cuid().nullish().meta({
      description:
        'DRAFT_MESSAGING_CHANNEL and NOTIFY_MESSAGING_CHANNEL: the id (a cuid) of a channel that the service knows.',
    }),
    fields: fields.nullish().meta({ description: 'What the action needs; each action type uses its own fields.' }),
    delayInMinutes: z.int().min(1).max(129_600).nullish().meta({
      description: 'Wait this many minutes first: 1 to 129600, which is 90 days.',
    }),
  })
  .meta({ description: 'One thing to do with a mail that matches.' });

/** One rule as written. Omitted and null are the same, except for `conditionalOperator` (then not managed). */
export const writtenRule = z
  .strictObject({
    name: z
      .string()
      .meta({ description: 'The name of the rule; unique in an inbox. Rules are matched with the live ones by it.' }),
    renamedFrom: text(
      'The old name, when this rule gets a new one: the live rule is renamed and keeps its id and history. Remove it after the apply.',
    ),
    enabled: z.boolean().nullish().meta({
      description:
        "Whether you expect the rule to be switched on. Only the service's web page can switch it; a difference is reported, never changed.",
    }),
    runOnThreads: z
      .boolean()
      .nullish()
      .meta({ description: 'Also look at replies in threads. Left out: true.', default: true }),
    condition,
    actions: z.array(action).min(1).meta({ description: 'What to do, in this order. At least one.' }),
  })
  .meta({ id: 'rule', description: 'An inbox rule.' });

export type WrittenRule = z.infer<typeof writtenRule>;

/** One document of a rule file: a rule, or a list of rules below `rules`. For editors; the loader picks the form itself. */
export const ruleDocument = z.union([
  writtenRule,
  z.strictObject({ rules: z.array(writtenRule).meta({ description: 'Several rules in one document.' }) }),
]);
