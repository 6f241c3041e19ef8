/** The service as a state machine without HTTP: inboxes, keys and rules, and what a profile demands of them. */
import * as z from 'zod';
import { Inbox, inboxSettings } from './inbox.ts';
import { type ApiKey, apiKey, type Scope } from './key.ts';
import { byPeriod, byPeriodQuery, parsedQuery, responseTime, responseTimeQuery } from './mailbox/statistics.ts';
import type { Profile } from './profiles.ts';
import { disconnected, Refusal, unexpected } from './refusal.ts';
import { type RuleContent, type WireRule, wireRule } from './wire.ts';

/** The state is a list of changes, which a seed gives and the data file keeps line by line. */
export const change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('inbox'), inbox: inboxSettings }),
  z.strictObject({ op: z.literal('key'), key: apiKey }),
  z.strictObject({ op: z.literal('rule'), inbox: z.string(), rule: wireRule }),
]);

export type StateChange = z.infer<typeof change>;

export interface StoreOptions {
  profile: Profile;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number from 0 to 1, without 1. */
  random(): number;
  /** Called after each mutation. `rule` is null if it was deleted. */
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

  /** Makes a change without any check: seeds and data files may hold what no request can make. */
  apply(change: StateChange): void {
    if (change.op === 'inbox') this.#inboxes.set(change.inbox.name, new Inbox(change.inbox, this.#options.now()));
    if (change.op === 'key') this.#keys.set(change.key.key, change.key);
    if (change.op === 'rule') this.inbox(change.inbox)?.rules.set(change.rule.id, change.rule);
  }

  *lines(): Generator<string> {
    for (const inbox of this.inboxes) yield JSON.stringify({ op: 'inbox', inbox: inbox.settings });
    for (const key of this.keys) yield JSON.stringify({ op: 'key', key });
    for (const inbox of this.inboxes) {
      const { name } = inbox.settings;
      for (const rule of inbox.rulesByAge()) yield JSON.stringify({ op: 'rule', inbox: name, rule });
    }
  }

  /** The inbox of the key in an API-Key header. Throws a Refusal (API spec 5.7). */
  authorize(value: string | undefined, scope: Scope): Inbox {
    if (!value) throw new Refusal(401, 'Missing API key');
    const key = this.#keys.get(value);
    if (key === undefined || this.#isExpired(key)) throw new Refusal(401, 'Invalid API key');
    const inbox = key.inbox === null ? null : this.inbox(key.inbox);
    if (inbox === null) throw new Refusal(403, 'API key is not bound to an inbox account');
    if (!key.scopes.includes(scope)) throw new Refusal(403, `API key lacks the scope ${scope}`);
    return inbox;
  }

  /** The name of the inbox of the key in an API-Key header, whatever its scopes. */
  inboxOfKey(value: string | undefined): string | null {
    return this.#keys.get(value ?? '')?.inbox ?? null;
  }

  /** The answer of GET /stats/by-period to these parameters (API spec 4.1). */
  byPeriod(inbox: Inbox, parameters: Record<string, string>) {
    this.#requireMailbox(inbox);
    const { statistics } = this.#options.profile;
    return byPeriod(inbox.messages, parsedQuery(byPeriodQuery, parameters, statistics), statistics);
  }

  /** The answer of GET /stats/response-time to these parameters (API spec 4.2). */
  responseTime(inbox: Inbox, parameters: Record<string, string>) {
    this.#requireMailbox(inbox);
    const { profile, now } = this.#options;
    const { statistics } = profile;
    return responseTime(inbox.messages, parsedQuery(responseTimeQuery, parameters, statistics), now(), statistics);
  }

  /** All rules, in the order of the profile (API spec 4.3). */
  list(inbox: Inbox): WireRule[] {
    const rules = inbox.rulesByAge();
    return this.#options.profile.newestFirst ? rules.reverse() : rules;
  }

  /** Throws a Refusal if there is no such rule (API spec 4.5). */
  find(inbox: Inbox, id: string): WireRule {
    const rule = inbox.rules.get(id);
    if (rule === undefined) throw new Refusal(404, 'Rule not found');
    return rule;
  }

  /** `id`: of the rule to replace, null on a POST. Two requests at once can both pass the checks (measured for senders). */
  accept(inbox: Inbox, json: unknown, id: string | null): RuleContent {
    const { profile } = this.#options;
    const body = profile.body(inbox.settings).safeParse(json);
    if (!body.success) throw new Refusal(400, body.error.issues[0]?.message ?? 'Invalid body', body.error.issues);
    const before = id === null ? null : this.find(inbox, id);
    const content = profile.content(body.data, before, inbox.settings);
    for (const check of profile.checks) {
      const refusal = check(content, inbox, before);
      if (refusal !== null) throw refusal;
    }
    return content;
  }

  create(inbox: Inbox, content: RuleContent): WireRule {
    this.#requireFreeName(inbox, content.name);
    const stamp = this.#stamp();
    const time = new Date(stamp).toISOString();
    const id = this.#options.profile.newId(stamp, this.#options.random);
    const enabled = this.#options.profile.enabledWhenCreated(content);
    return this.#store(inbox, { id, ...content, enabled, createdAt: time, updatedAt: time });
  }

  /** Stores accepted content in place of a rule. If it is gone by now, throws a Refusal or returns null. */
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

  /** Throws a Refusal if the rule is gone by now. */
  delete(inbox: Inbox, id: string): void {
    if (!inbox.rules.delete(id)) throw this.#options.profile.deletedMeanwhile(this.#options.random());
    this.#options.changed(id, null);
  }

  put(inbox: Inbox, rule: WireRule): void {
    inbox.rules.set(rule.id, rule);
    this.#options.changed(rule.id, rule);
  }

  /** Puts the keys into the order of API spec 2.1. */
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

  /** Never the same twice, so that rules have an order even if the clock stands still. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.#options.now(), this.#lastStamp + 1);
    return this.#lastStamp;
  }

  #isExpired({ expiresAt }: ApiKey): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#options.now();
  }
}
