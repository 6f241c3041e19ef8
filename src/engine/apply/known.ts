/**
 * The live rules as an apply knows them. The service has no If-Match: what somebody else changed since the plan would
 * be overwritten unseen, and where names are not unique a second rule of one name would be made. One GET serves all
 * changes and is good for a few seconds; what the run itself wrote is put on top, and an answer that was on its way
 * before a write never hides that write.
 */
import { FIELD_KEYS, type LiveAction, type LiveRule, type RuleBody, STATIC_KEYS } from '../../model/rule.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import { unknownValues } from '../../planning/unknown-keys.ts';
import type { Content, Item } from './item.ts';

type Effect = { at: number; rule: LiveRule } | { at: number; removed: string };

export class Known {
  /** When the latest read was sent, in ms. */
  readAt: number;
  #rules = new Map<string, LiveRule>();
  /** By name; a list and no set: there are as many as rules, made anew by each read, and nearly all hold one. */
  #ids = new Map<string, readonly string[]>();
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
    const before = this.#rules.get(rule.id);
    this.#rules.set(rule.id, rule);
    const name = canonicalName(rule.name);
    if (before !== undefined && canonicalName(before.name) === name) return;
    if (before !== undefined) this.#unname(before);
    const ids = this.#ids.get(name);
    this.#ids.set(name, ids === undefined ? [rule.id] : [...ids, rule.id]);
  }

  #remove(id: string): void {
    const rule = this.#rules.get(id);
    if (rule === undefined) return;
    this.#rules.delete(id);
    this.#unname(rule);
  }

  #unname({ id, name: written }: LiveRule): void {
    const name = canonicalName(written);
    const others = (this.#ids.get(name) ?? []).filter((one) => one !== id);
    if (others.length === 0) this.#ids.delete(name);
    else this.#ids.set(name, others);
  }
}

/** Takes a live rule; gives what counts of it. It is the rule itself: a text of each would take as much room again. */
export function content(rule: LiveRule): Content {
  return rule;
}

/**
 * Whether what counts is the same. What is written alike is; only of the rest a form to compare is made. What we do not know
 * counts too: a write would lose it.
 */
export function isSameContent(a: Content, b: Content): boolean {
  if (a === b) return true;
  if (JSON.stringify(unknownValues(a)) !== JSON.stringify(unknownValues(b))) return false;
  return isWrittenAlike(a, b) || compared(a) === compared(b);
}

function isWrittenAlike(a: Content, b: Content): boolean {
  return (
    a.name === b.name &&
    a.runOnThreads === b.runOnThreads &&
    a.condition.conditionalOperator === b.condition.conditionalOperator &&
    a.condition.aiInstructions === b.condition.aiInstructions &&
    STATIC_KEYS.every((key) => a.condition.static[key] === b.condition.static[key]) &&
    a.actions.length === b.actions.length &&
    a.actions.every((action, index) => isActionAlike(action, b.actions[index]))
  );
}

function isActionAlike(a: LiveAction, b: LiveAction | undefined): boolean {
  return (
    b !== undefined &&
    a.type === b.type &&
    a.messagingChannelId === b.messagingChannelId &&
    a.delayInMinutes === b.delayInMinutes &&
    FIELD_KEYS.every((key) => a.fields[key] === b.fields[key])
  );
}

/** What else a live rule has. */
const UNCOUNTED = { id: '', enabled: true, createdAt: '', updatedAt: '' };

/** As a plan compares it, and with the types of actions that cannot be sent. */
function compared(rule: Content): string {
  const canonical = canonicalLive({ ...rule, ...UNCOUNTED });
  return JSON.stringify([canonical, rule.actions.map(({ type }) => type)]);
}

/**
 * Whether a live rule is what its change takes it for: as it was planned from, or as this run put it aside; that one up to
 * what a read may show in another way than the answer did, which may have shown nothing.
 */
export function isExpected(live: LiveRule, { expected, aside }: Pick<Item, 'expected' | 'aside'>): boolean {
  return (expected !== null && isSameContent(live, expected)) || (aside !== null && isAsSent(live, aside));
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
