/** One inbox account: what its deployment and mailbox allow, and its rules. */
import * as z from 'zod';
import { type DatedMailbox, dated, generatedMessages, usualMailbox } from './mailbox/generator.ts';
import { generatedMailbox, givenMessages, type Message, seedMessages } from './mailbox/message.ts';
import type { WireRule } from './wire.ts';

export const inboxFeatures = z.strictObject({
  // The flag of API spec 2.3.
  deleteEmailAction: z.boolean().default(true).meta({ description: 'Whether rules may have DELETE.' }),
  webhooks: z.boolean().default(true).meta({ description: 'Whether rules may have CALL_WEBHOOK.' }),
  digest: z.boolean().default(true).meta({ description: 'Whether rules may have DIGEST.' }),
});

export const inboxSettings = z.strictObject({
  name: z.string().min(1).meta({ description: 'What keys and `rulesOf` name it by.' }),
  // API spec 1.
  provider: z.enum(['web-mail', 'cloud-suite']).default('cloud-suite').meta({
    description:
      'The kind of mailbox. A web-mail one knows no folders: in older and newer `folderName` comes back null.',
  }),
  channels: z.array(z.string()).nullable().default(null).meta({
    description: 'The ids of the messaging channels that exist. Left out or null: every id is accepted.',
  }),
  connected: z.boolean().default(true).meta({ description: 'Whether the service still reaches the mailbox.' }),
  features: inboxFeatures
    .default({ deleteEmailAction: true, webhooks: true, digest: true })
    .meta({ description: 'What the deployment and the plan allow. Left out: everything.' }),
  // What statistics are computed from. Both null: the usual mailbox.
  messages: seedMessages
    .nullable()
    .default(null)
    .meta({ description: 'The mails of the inbox, one by one, for statistics.' }),
  mailbox: generatedMailbox.nullable().default(null).meta({
    description: 'How the mails are made up, in place of `messages`. Left out, both: 1,200 mails of half a year.',
  }),
});

export type InboxSettings = z.infer<typeof inboxSettings>;

/** Settings whose mailbox is the same whenever it is generated again. */
type Settled = InboxSettings & { mailbox: DatedMailbox | null };

function settled(settings: InboxSettings, now: number): Settled {
  const { messages, mailbox, name } = settings;
  return { ...settings, mailbox: messages === null ? dated(mailbox ?? usualMailbox(name), now) : null };
}

export class Inbox {
  readonly settings: Settled;
  #rules = new Map<string, WireRule>();
  /** Whether another inbox has the same ones: until one of them changes it, it is there once. */
  #sharesRules = false;
  #messages: Message[] | null = null;

  /** `now`, in ms, is where a mailbox ends whose settings do not say it. */
  constructor(settings: InboxSettings, now: number) {
    this.settings = settled(settings, now);
  }

  /** The mails, oldest first; made when somebody asks for them, since most never do. */
  get messages(): readonly Message[] {
    const { messages, mailbox } = this.settings;
    this.#messages ??= mailbox === null ? givenMessages(messages ?? []) : generatedMessages(mailbox);
    return this.#messages;
  }

  /** By id. Nothing changes a rule that is in here. */
  get rules(): ReadonlyMap<string, WireRule> {
    return this.#rules;
  }

  /** Oldest first; of the same age in the order of their coming. */
  rulesByAge(): WireRule[] {
    return [...this.#rules.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  }

  /** Adds a rule, or puts it in the place of the one with its id. */
  set(rule: WireRule): void {
    this.#ownRules().set(rule.id, rule);
  }

  delete(id: string): void {
    this.#ownRules().delete(id);
  }

  /** Has the rules that another inbox has now, in place of its own. */
  takeRulesOf(other: Inbox): void {
    this.#rules = other.#rules;
    this.#sharesRules = true;
    other.#sharesRules = true;
  }

  #ownRules(): Map<string, WireRule> {
    if (this.#sharesRules) this.#rules = new Map(this.#rules);
    this.#sharesRules = false;
    return this.#rules;
  }
}
