/**
 * What people write in a rule file: the shape of the API's request body (API spec 4.4) and two keys of our own. Any text
 * of `condition` and `fields` may be a reference to a file or to a variable instead.
 * This schema gives the type, the checks and the JSON Schema that editors show on hover.
 */
import * as z from 'zod';
import { ACTION_TYPES } from './rule.ts';

/** The name of a variable of the environment. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .meta({ patternErrorMessage: 'The name of a variable has letters, digits and _, and does not begin with a digit.' });

const fileReference = z.strictObject({
  file: z.string().min(1).meta({
    description:
      'The text of this file of the project. Its path is relative to the rule file, with `/` between folders.',
  }),
});

const envReference = z.strictObject({
  env: variableName.meta({ description: 'The value of this variable of the environment: a secret, never shown.' }),
});

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
  .meta({
    title: 'condition',
    description: 'When the rule applies: AI instructions, static matchers, or both. At least one of them.',
  });

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

/** What each type of action does and which `fields` it uses, for hovers (API spec 2.3, and measured). */
const MEANINGS: Record<(typeof ACTION_TYPES)[number], string> = {
  LABEL: 'Adds a label. Needs `label`.',
  ARCHIVE: 'Takes the mail out of the inbox.',
  MARK_READ: 'Marks the mail as read.',
  STAR: 'Stars the mail.',
  DRAFT_EMAIL: 'Drafts a mail. Uses `to`, `cc`, `bcc`, `subject`, `content`; without `content` the AI writes it.',
  DRAFT_MESSAGING_CHANNEL:
    'Drafts a message in a channel. Needs `messagingChannelId`; uses `to`, `cc`, `bcc`, `subject`, `content`.',
  REPLY: 'Sends a reply. Uses `cc`, `bcc`, `content`.',
  FORWARD: 'Forwards the mail. Needs `to`; uses `cc`, `bcc`, `content`.',
  SEND_EMAIL: 'Sends a mail. Needs `to`; uses `cc`, `bcc`, `subject`, `content`.',
  MARK_SPAM: 'Marks the mail as spam.',
  DIGEST: 'Puts the mail into the digest.',
  CALL_WEBHOOK: 'Posts the mail to a URL. Needs `webhookUrl`.',
  MOVE_FOLDER: 'Moves the mail to a folder. Needs `folderName`.',
  NOTIFY_MESSAGING_CHANNEL: 'Posts a notice in a channel. Needs `messagingChannelId`.',
  NOTIFY_SENDER: 'Sends a notice to the sender.',
  DELETE: 'Moves the mail to the trash. Only where the deployment allows it.',
};

const action = z
  .strictObject({
    type: z.enum(ACTION_TYPES).meta({
      description: 'What to do.',
      markdownEnumDescriptions: ACTION_TYPES.map((type) => MEANINGS[type]),
    }),
    messagingChannelId: z.cuid().nullish().meta({
      patternErrorMessage: 'The id of a channel is a cuid, such as ckx9q2s7l0000v8mn4h2r1abc.',
      description:
        'DRAFT_MESSAGING_CHANNEL and NOTIFY_MESSAGING_CHANNEL: the id (a cuid) of a channel that the service knows.',
    }),
    fields: fields.nullish().meta({ description: 'What the action needs; each action type uses its own fields.' }),
    delayInMinutes: z.int().min(1).max(129_600).nullish().meta({
      description: 'Wait this many minutes first: 1 to 129600, which is 90 days.',
    }),
  })
  .meta({ title: 'action', description: 'One thing to do with a mail that matches.' });

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
  .meta({ id: 'rule', title: 'rule', description: 'An inbox rule.' });

export type WrittenRule = z.infer<typeof writtenRule>;

/** The keys of each mapping, in the order of the API's documentation: what fmt writes and what proposals come from. */
export const RULE_KEYS = Object.keys(writtenRule.shape);
export const CONDITION_KEYS = Object.keys(condition.shape);
export const ACTION_KEYS = Object.keys(action.shape);

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

/** One document of a rule file: a rule, or a list of rules below `rules`. For editors; the loader picks the form itself. */
export const ruleDocument = z.union([
  writtenRule,
  z
    .strictObject({ rules: z.array(writtenRule).meta({ description: 'Several rules in one document.' }) })
    .meta({ title: 'list of rules' }),
]);
