/** One inbox account: what its deployment and mailbox allow, and its rules with the indexes that checks need. */
import * as z from 'zod';
import { type DatedMailbox, dated, generatedMessages, usualMailbox } from './mailbox/generator.ts';
import { generatedMailbox, givenMessages, type Message, seedMessages } from './mailbox/message.ts';
import { SenderIndex } from './senders.ts';
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

/** A rule with its JSON text, made once and used by every answer and by the data file. */
interface Entry {
  rule: WireRule;
  text: string;
  createdAt: number;
}

export class Inbox {
  readonly settings: Settled;
  readonly senders = new SenderIndex();
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Map<string, number>();
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

  get(id: string): WireRule | null {
    return this.#entries.get(id)?.rule ?? null;
  }

  /** How many rules have exactly this name; more than one only where names are not unique or a seed made them so. */
  countNamed(name: string): number {
    return this.#names.get(name) ?? 0;
  }

  /** Adds a rule, or puts it in the place of the one with its id. `text` is its JSON. */
  set(rule: WireRule, text: string): void {
    const before = this.#entries.get(rule.id);
    if (before !== undefined) this.#leaveIndexes(before.rule);
    this.#entries.set(rule.id, { rule, text, createdAt: Date.parse(rule.createdAt) });
    this.#names.set(rule.name, this.countNamed(rule.name) + 1);
    this.senders.add(rule);
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#leaveIndexes(entry.rule);
    this.#entries.delete(id);
  }

  /** The JSON texts of all rules, oldest first; of the same age in the order of their coming. */
  texts(): string[] {
    const entries = [...this.#entries.values()].sort((a, b) => a.createdAt - b.createdAt);
    return entries.map((entry) => entry.text);
  }

  #leaveIndexes(rule: WireRule): void {
    this.senders.remove(rule);
    const left = this.countNamed(rule.name) - 1;
    if (left > 0) this.#names.set(rule.name, left);
    else this.#names.delete(rule.name);
  }
}
