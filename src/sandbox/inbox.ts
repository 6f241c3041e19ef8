/** An inbox: what its deployment and mailbox allow, its mails and its rules. */
import * as z from 'zod';
import { type DatedMailbox, dated, generatedMessages, usualMailbox } from './mailbox/generator.ts';
import { generatedMailbox, givenMessages, type Message, seedMessages } from './mailbox/message.ts';
import type { WireRule } from './wire.ts';

const inboxFeatures = z.strictObject({
  // The flag of API spec 2.3.
  deleteEmailAction: z.boolean().default(true).meta({ description: 'Whether rules may have DELETE.' }),
  webhooks: z.boolean().default(true).meta({ description: 'Whether rules may have CALL_WEBHOOK.' }),
  digest: z.boolean().default(true).meta({ description: 'Whether rules may have DIGEST.' }),
});

export const inboxSettings = z.strictObject({
  name: z.string().min(1).meta({ description: 'What keys and `rulesOf` name it by.' }),
  // API spec 1.
  provider: z.enum(['web-mail', 'cloud-suite']).default('cloud-suite').meta({
    description: 'The kind of mailbox. A web-mail one has no folders: `older` and `newer` return `folderName` as null.',
  }),
  channels: z.array(z.string()).nullable().default(null).meta({
    description: 'The ids of the messaging channels that exist. Left out or null: every id is accepted.',
  }),
  connected: z.boolean().default(true).meta({ description: 'Whether the service still reaches the mailbox.' }),
  features: inboxFeatures
    .default({ deleteEmailAction: true, webhooks: true, digest: true })
    .meta({ description: 'What the deployment and the plan allow. Left out: everything.' }),
  messages: seedMessages
    .nullable()
    .default(null)
    .meta({ description: 'The mails of the inbox, one by one, for statistics.' }),
  mailbox: generatedMailbox.nullable().default(null).meta({
    description: 'How the mails are made up, in place of `messages`. Without either: 1,200 mails of half a year.',
  }),
});

export type InboxSettings = z.infer<typeof inboxSettings>;

export class Inbox {
  /** Its mailbox is the same whenever it is generated again. */
  readonly settings: InboxSettings & { mailbox: DatedMailbox | null };
  /** By id. A rule in it never changes: another one takes its place. */
  readonly rules = new Map<string, WireRule>();
  #messages: Message[] | null = null;

  /** A mailbox without an end ends `now`, in milliseconds since the epoch. */
  constructor(settings: InboxSettings, now: number) {
    const { messages, mailbox, name } = settings;
    this.settings = { ...settings, mailbox: messages === null ? dated(mailbox ?? usualMailbox(name), now) : null };
  }

  /** The mails, oldest first. They are generated when they are asked for, which is rare. */
  get messages(): readonly Message[] {
    const { messages, mailbox } = this.settings;
    this.#messages ??= mailbox === null ? givenMessages(messages ?? []) : generatedMessages(mailbox);
    return this.#messages;
  }

  rulesByAge(): WireRule[] {
    return [...this.rules.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  }
}
