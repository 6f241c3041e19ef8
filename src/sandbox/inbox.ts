/** One inbox account: what its deployment and mailbox allow, and its rules with the indexes that checks need. */
import * as z from 'zod';
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
});

export type InboxSettings = z.infer<typeof inboxSettings>;

/** A rule with its JSON text, made once and used by every answer and by the data file. */
interface Entry {
  rule: WireRule;
  text: string;
  createdAt: number;
}

export class Inbox {
  readonly settings: InboxSettings;
  readonly senders = new SenderIndex();
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Map<string, number>();

  constructor(settings: InboxSettings) {
    this.settings = settings;
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
