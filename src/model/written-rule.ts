/**
 * What people write in a rule file: the shape of the API's request body (API spec 4.4) and two keys of our own. Any text
 * of `condition` and `fields` may be a reference to a file or to a variable instead.
 * This schema gives the type, the checks and the JSON Schema that editors show on hover.
 */
import * as z from 'zod';
import { ACTION_TYPES } from './rule.ts';

/** What a variable of the environment may be called. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const fileReference = z
  .strictObject({
    file: z.string().min(1).meta({ description: 'A text file, relative to this file; `/` between folders.' }),
  })
  .meta({ id: 'fileReference', description: 'The text of a file of this project.' });

const envReference = z
  .strictObject({ env: z.string().regex(VARIABLE_NAME).meta({ description: 'The name of a variable.' }) })
  .meta({ id: 'envReference', description: 'The value of a variable of the environment: a secret, never shown.' });

const reference = z.union([fileReference, envReference]);

/** A text that stands elsewhere: in a file of the project, or in a variable, which makes it a secret. */
export type Reference = z.infer<typeof reference>;

const text = (description: string) => z.string().nullish().meta({ description });
/** A text, or a reference to one. */
const textOrReference = (description: string) =>
  z.union([z.string(), fileReference, envReference]).nullish().meta({ description });

const staticPart = z.strictObject({
  from: textOrReference(
    'Who sent the mail; case does not matter. `a@b.com` is that address, `@acme.com` that domain only, `acme.com` the domain and its subdomains, anything else a part of the display name or address. `*` is any run of characters. Separate alternatives with `,` or `|`.',
  ),
  to: textOrReference('The To header, written as `from` is.'),
  subject: textOrReference(
    'A part of the subject; upper and lower case differ. `*` is any run of characters, `|` separates alternatives.',
  ),
});

const condition = z
  .strictObject({
    conditionalOperator: z.enum(['AND', 'OR']).nullish().meta({
      description:
        'How `static` and `aiInstructions` are joined. AND: the AI is asked only after a static match. OR: a static match is enough. Left out: not managed, the live value stays.',
    }),
    aiInstructions: textOrReference('What the AI shall look for, in plain words.'),
    static: staticPart.nullish().meta({ description: 'Matchers that need no AI. All that are given must match.' }),
  })
  .meta({ description: 'When the rule applies: AI instructions, static matchers, or both. At least one of them.' });

const fields = z.strictObject({
  label: textOrReference('LABEL: the label to add.'),
  to: textOrReference('FORWARD, SEND_EMAIL and drafts: who gets the mail.'),
  cc: textOrReference('REPLY, FORWARD, SEND_EMAIL and drafts: copies.'),
  bcc: textOrReference('REPLY, FORWARD, SEND_EMAIL and drafts: blind copies.'),
  subject: textOrReference('SEND_EMAIL and drafts: the subject.'),
  content: textOrReference(
    'REPLY, FORWARD, SEND_EMAIL and drafts: the text. `{{…}}` is a prompt that the service fills in.',
  ),
  webhookUrl: textOrReference('CALL_WEBHOOK: an https URL that the service posts the mail to.'),
  folderName: textOrReference('MOVE_FOLDER: the folder.'),
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

/** Every reference in T replaced by its text. */
type Resolved<T> = T extends Reference
  ? never
  : T extends (infer Item)[]
    ? Resolved<Item>[]
    : T extends object
      ? { [Key in keyof T]: Resolved<T[Key]> }
      : T;

/** A rule as written with the texts that its references stand for: what is checked and planned. */
export type ResolvedRule = Resolved<WrittenRule>;

/** Whether a value of a written rule is a reference. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && ('file' in value || 'env' in value);
}

/** One document of a rule file: a rule, or a list of rules below `rules`. For editors; the loader picks the form itself. */
export const ruleDocument = z.union([
  writtenRule,
  z.strictObject({ rules: z.array(writtenRule).meta({ description: 'Several rules in one document.' }) }),
]);
