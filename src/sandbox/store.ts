/** The service as a plain state machine: inboxes, keys and rules, and the invariants of a profile. No HTTP in here. */
import * as z from 'zod';
import { Inbox, inboxSettings } from './inbox.ts';
import { type ApiKey, apiKey, type Scope } from './key.ts';
import { byPeriod, byPeriodQuery, parsedQuery, responseTime, responseTimeQuery } from './mailbox/statistics.ts';
import type { Profile } from './profiles.ts';
import { disconnected, Refusal, refusalOfIssues, unexpected } from './refusal.ts';
import { type RuleContent, type WireRule, wireRule } from './wire.ts';

/**
 * The state as a list of changes: what a seed says, and what the data file holds line by line. Applying all of them in
 * order gives the state back.
 */
export const change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('inbox'), inbox: inboxSettings }),
  z.strictObject({ op: z.literal('key'), key: apiKey }),
  z.strictObject({ op: z.literal('rule'), inbox: z.string(), rule: wireRule }),
  /** The rules that another inbox has by then. */
  z.strictObject({ op: z.literal('copy'), inbox: z.string(), from: z.string() }),
]);

export type StateChange = z.infer<typeof change>;

export interface StoreOptions {
  profile: Profile;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number from 0 to 1, without 1. */
  random(): number;
  /** Called after each mutation; null for a rule that was deleted. */
  changed(id: string, rule: WireRule | null): void;
}

export class Store {
  readonly #options: StoreOptions;
  readonly #inboxes = new Map<string, Inbox>();
  readonly #keys = new Map<string, ApiKey>();
  #lastStamp = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get keys(): ApiKey[] {
    return [...this.#keys.values()];
  }

  get inboxes(): Inbox[] {
    return [...this.#inboxes.values()];
  }

  inbox(name: string): Inbox | null {
    return this.#inboxes.get(name) ?? null;
  }

  /** Makes a change as it is, past all checks: seeds and data files may hold what no request could make. */
  apply(change: StateChange): void {
    if (change.op === 'inbox') this.#inboxes.set(change.inbox.name, new Inbox(change.inbox, this.#options.now()));
    if (change.op === 'key') this.#keys.set(change.key.key, change.key);
    if (change.op === 'rule') this.inbox(change.inbox)?.set(change.rule);
    if (change.op === 'copy') {
      const from = this.inbox(change.from);
      if (from !== null) this.inbox(change.inbox)?.takeRulesOf(from);
    }
  }

  /** The whole state as lines of JSON, as few as it takes. */
  *lines(): Generator<string> {
    for (const inbox of this.inboxes) yield JSON.stringify({ op: 'inbox', inbox: inbox.settings });
    for (const key of this.keys) yield JSON.stringify({ op: 'key', key });
    const written = new Map<Inbox['rules'], string>();
    for (const inbox of this.inboxes) {
      const { name } = inbox.settings;
      const from = written.get(inbox.rules);
      written.set(inbox.rules, name);
      if (from !== undefined) yield JSON.stringify({ op: 'copy', inbox: name, from });
      else for (const rule of inbox.rulesByAge()) yield JSON.stringify({ op: 'rule', inbox: name, rule });
    }
  }

  /** The inbox that the value of an API-Key header opens. Throws a Refusal (API spec 5.7). */
  authorize(value: string | undefined, scope: Scope): Inbox {
    if (!value) throw new Refusal(401, 'Missing API key');
    const key = this.#keys.get(value);
    if (key === undefined || this.#isExpired(key)) throw new Refusal(401, 'Invalid API key');
    const inbox = key.inbox === null ? null : this.inbox(key.inbox);
    if (inbox === null) throw new Refusal(403, 'API key is not bound to an inbox account');
    if (!key.scopes.includes(scope)) throw new Refusal(403, `API key lacks the scope ${scope}`);
    return inbox;
  }

  /** The name of the inbox that the value of an API-Key header is bound to, whatever the key may do there. */
  inboxOfKey(value: string | undefined): string | null {
    return this.#keys.get(value ?? '')?.inbox ?? null;
  }

  /** What GET /stats/by-period answers to these parameters (API spec 4.1). */
  byPeriod(inbox: Inbox, parameters: Record<string, string>) {
    this.#requireMailbox(inbox);
    const { statistics } = this.#options.profile;
    return byPeriod(inbox.messages, parsedQuery(byPeriodQuery, parameters, statistics), statistics);
  }

  /** What GET /stats/response-time answers to these parameters (API spec 4.2). */
  responseTime(inbox: Inbox, parameters: Record<string, string>) {
    this.#requireMailbox(inbox);
    const { profile, now } = this.#options;
    const { statistics } = profile;
    return responseTime(inbox.messages, parsedQuery(responseTimeQuery, parameters, statistics), now(), statistics);
  }

  /** All rules, in the order in which the profile lists them (API spec 4.3). */
  list(inbox: Inbox): WireRule[] {
    const rules = inbox.rulesByAge();
    return this.#options.profile.newestFirst ? rules.reverse() : rules;
  }

  /** The rule of an id, or a 404 (API spec 4.5). */
  find(inbox: Inbox, id: string): WireRule {
    const rule = inbox.rules.get(id);
    if (rule === undefined) throw new Refusal(404, 'Rule not found');
    return rule;
  }

  /**
   * What is to be stored of a request's JSON; `id` is the rule that it replaces, null on a POST. Throws a Refusal. The
   * checks count for this moment: of two requests under way together both can pass (measured for senders).
   */
  accept(inbox: Inbox, json: unknown, id: string | null): RuleContent {
    const { profile } = this.#options;
    const body = profile.body(inbox.settings).safeParse(json);
    if (!body.success) throw refusalOfIssues(body.error.issues);
    const before = id === null ? null : this.find(inbox, id);
    const content = profile.content(body.data, before, inbox.settings);
    for (const check of profile.checks) {
      const refusal = check(content, inbox, id);
      if (refusal !== null) throw refusal;
    }
    return content;
  }

  /** Stores accepted content as a new rule; gives it as stored. */
  create(inbox: Inbox, content: RuleContent): WireRule {
    this.#requireFreeName(inbox, content.name);
    const stamp = this.#stamp();
    const time = new Date(stamp).toISOString();
    const id = this.#options.profile.newId(stamp, this.#options.random);
    const enabled = this.#options.profile.enabledWhenCreated(content);
    return this.#store(inbox, { id, ...content, enabled, createdAt: time, updatedAt: time });
  }

  /** Stores accepted content in place of a rule; gives it as stored. One that is gone by now is a Refusal, or null. */
  replace(inbox: Inbox, id: string, content: RuleContent): WireRule | null {
    const before = inbox.rules.get(id);
    if (before === undefined) {
      const refusal = this.#options.profile.replacedMeanwhile(this.#options.random());
      if (refusal !== null) throw refusal;
      return null;
    }
    if (before.name !== content.name) this.#requireFreeName(inbox, content.name);
    const enabled = this.#options.profile.enabledWhenReplaced(before, content);
    const updatedAt = new Date(this.#stamp()).toISOString();
    return this.#store(inbox, { id, ...content, enabled, createdAt: before.createdAt, updatedAt });
  }

  /** Deletes a rule. Throws a Refusal where it is gone by now. */
  delete(inbox: Inbox, id: string): void {
    if (!inbox.rules.has(id)) throw this.#options.profile.deletedMeanwhile(this.#options.random());
    inbox.delete(id);
    this.#options.changed(id, null);
  }

  /** Stores a rule as it is, past all checks. */
  put(inbox: Inbox, rule: WireRule): void {
    inbox.set(rule);
    this.#options.changed(rule.id, rule);
  }

  /** Gives the keys their order on the wire (API spec 2.1). */
  #store(inbox: Inbox, { id, name, enabled, runOnThreads, createdAt, updatedAt, ...rest }: WireRule): WireRule {
    const { condition, actions } = rest;
    const rule: WireRule = { id, name, enabled, runOnThreads, createdAt, updatedAt, condition, actions };
    this.put(inbox, rule);
    return rule;
  }

  #requireMailbox({ settings }: Inbox): void {
    if (this.#options.profile.statistics.needMailbox && !settings.connected) throw disconnected();
  }

  /** A duplicate name is a 500 from the database, never a 409 (measured). */
  #requireFreeName(inbox: Inbox, name: string): void {
    if (!this.#options.profile.uniqueNames) return;
    for (const rule of inbox.rules.values()) if (rule.name === name) throw unexpected();
  }

  /** Never the same twice, so that times order the rules even where the clock stands. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.#options.now(), this.#lastStamp + 1);
    return this.#lastStamp;
  }

  #isExpired({ expiresAt }: ApiKey): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#options.now();
  }
}
