/**
 * The live rules as an apply knows them. The service has no If-Match: what somebody else changed since the plan would
 * be overwritten unseen, and where names are not unique a second rule of one name would be made. One GET serves all
 * changes and is good for a few seconds; what the run itself wrote is put on top, and an answer that was on its way
 * before a write never hides that write.
 */
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import type { Item } from './item.ts';

type Effect = { at: number; rule: LiveRule } | { at: number; removed: string };

export class Known {
  /** When the latest read was sent, in ms. */
  readAt: number;
  #rules = new Map<string, LiveRule>();
  #ids = new Map<string, Set<string>>();
  #effects: Effect[] = [];

  constructor(rules: readonly LiveRule[], readAt: number) {
    this.readAt = readAt;
    this.read(rules, readAt);
  }

  get(id: string): LiveRule | null {
    return this.#rules.get(id) ?? null;
  }

  /** The live rules that have a name now, after the trim that the service does. */
  named(name: string): LiveRule[] {
    return [...(this.#ids.get(name) ?? [])].flatMap((id) => this.#rules.get(id) ?? []);
  }

  /** Takes an answer and when it was asked for. */
  read(rules: readonly LiveRule[], sentAt: number): void {
    this.readAt = sentAt;
    this.#rules = new Map();
    this.#ids = new Map();
    for (const rule of rules) this.#set(rule);
    this.#effects = this.#effects.filter(({ at }) => at >= sentAt);
    for (const effect of this.#effects) this.#perform(effect);
  }

  /** A rule as this run wrote it, at a time in ms. */
  wrote(rule: LiveRule, at: number): void {
    this.#did({ at, rule });
  }

  /** A rule that this run deleted. */
  removed(id: string, at: number): void {
    this.#did({ at, removed: id });
  }

  #did(effect: Effect): void {
    this.#effects.push(effect);
    this.#perform(effect);
  }

  #perform(effect: Effect): void {
    if ('rule' in effect) this.#set(effect.rule);
    else this.#remove(effect.removed);
  }

  #set(rule: LiveRule): void {
    this.#remove(rule.id);
    this.#rules.set(rule.id, rule);
    const name = canonicalName(rule.name);
    const ids = this.#ids.get(name);
    if (ids === undefined) this.#ids.set(name, new Set([rule.id]));
    else ids.add(rule.id);
  }

  #remove(id: string): void {
    const rule = this.#rules.get(id);
    if (rule === undefined) return;
    this.#rules.delete(id);
    this.#ids.get(canonicalName(rule.name))?.delete(id);
  }
}

/** All that counts of a live rule, as a text to compare. */
export function content(rule: LiveRule): string {
  return JSON.stringify([canonicalLive(rule), rule.actions.map(({ type }) => type)]);
}

/**
 * Whether a live rule is what its change takes it for: as it was planned from, or as this run put it aside; that one up to
 * what a read may show in another way than the answer did, which may have shown nothing.
 */
export function isExpected(live: LiveRule, { expected, aside }: Pick<Item, 'expected' | 'aside'>): boolean {
  return content(live) === expected || (aside !== null && isAsSent(live, aside));
}

/** A live rule as a PUT leaves it, where the answer does not show it. */
export function rewritten(live: LiveRule, body: RuleBody): LiveRule {
  const actions = body.actions.map((action) => ({ ...action, integrationName: null, integrationToolName: null }));
  return { ...live, ...body, actions };
}

/**
 * Whether a live rule is what was sent, up to what services are known to keep otherwise (measured): the order of actions,
 * an operator that was not set, and `folderName`, which some mailboxes never keep.
 */
export function isAsSent(live: LiveRule, sent: RuleBody): boolean {
  return keptForm(canonicalLive(live), sent) === keptForm(sent, sent);
}

function keptForm({ name, runOnThreads, condition, actions }: RuleBody, sent: RuleBody): string {
  const conditionalOperator = sent.condition.conditionalOperator === null ? null : condition.conditionalOperator;
  const kept = actions.map((action) => JSON.stringify({ ...action, fields: { ...action.fields, folderName: null } }));
  return JSON.stringify([canonicalName(name), runOnThreads, { ...condition, conditionalOperator }, kept.sort()]);
}
