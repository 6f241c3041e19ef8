/** One inbox account: what its deployment and mailbox allow, and its rules. */
import * as z from 'zod';
import { type DatedMailbox, dated, generatedMessages, usualMailbox } from './mailbox/generator.ts';
import { generatedMailbox, givenMessages, type Message, seedMessages } from './mailbox/message.ts';
import { RuleSet } from './rule-set.ts';
import type { WireRule } from './wire.ts';

export const inboxSettings = z.strictObject({
  name: z.string().min(1),
  /** The kind of mailbox (API spec 1). A `web-mail` one knows no folders: `folderName` comes back null (measured). */
  provider: z.enum(['web-mail', 'cloud-suite']).default('cloud-suite'),
  /** Ids of the messaging channels that exist; null: any id is taken for one that does. */
  channels: z.array(z.string()).nullable().default(null),
  /** Whether the service still reaches the mailbox. */
  connected: z.boolean().default(true),
  features: z
    .strictObject({
      /** The flag of API spec 2.3 for actions of the type DELETE. */
      deleteEmailAction: z.boolean().default(true),
      webhooks: z.boolean().default(true),
      /** Whether the plan includes DIGEST. */
      digest: z.boolean().default(true),
    })
    .default({ deleteEmailAction: true, webhooks: true, digest: true }),
  /** The mails that statistics are computed from: one by one, or as settings of their generator. Both null: the usual ones. */
  messages: seedMessages.nullable().default(null),
  mailbox: generatedMailbox.nullable().default(null),
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
  #rules = new RuleSet();
  /** Whether another inbox has the same set: until one of them changes it, it is there once. */
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

  get rules(): Omit<RuleSet, 'set' | 'delete'> {
    return this.#rules;
  }

  /** Adds a rule, or puts it in the place of the one with its id. `text` is its JSON. */
  set(rule: WireRule, text: string): void {
    this.#ownRules().set(rule, text);
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

  #ownRules(): RuleSet {
    if (this.#sharesRules) this.#rules = this.#rules.copy();
    this.#sharesRules = false;
    return this.#rules;
  }
}
