/**
 * The live rules as an apply knows them. One GET serves all changes for a few seconds. The run's own writes since then
 * are applied on top, and an answer that was under way before a write never hides that write.
 */
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';

/** What this run wrote at a time in ms; `rule` null: it deleted the rule. */
type Effect = { at: number; id: string; rule: LiveRule | null };

export class LiveSnapshot {
  /** When the latest read was sent, in ms. */
  readAt = 0;
  readonly #planned: ReadonlySet<string>;
  #rules = new Map<string, LiveRule>();
  #idsByName = new Map<string, Set<string>>();
  #effects: Effect[] = [];

  constructor(rules: readonly LiveRule[], readAt: number) {
    this.#planned = new Set(rules.map(({ id }) => id));
    this.read(rules, readAt);
  }

  get(id: string): LiveRule | null {
    return this.#rules.get(id) ?? null;
  }

  existedAtPlan(id: string): boolean {
    return this.#planned.has(id);
  }

  /** The live rules that have a name now, after the trim that the service does. */
  named(name: string): LiveRule[] {
    return [...(this.#idsByName.get(name) ?? [])].flatMap((id) => this.#rules.get(id) ?? []);
  }

  /** `sentAt`: when the read was sent, in ms. */
  read(rules: readonly LiveRule[], sentAt: number): void {
    this.readAt = sentAt;
    this.#rules = new Map();
    this.#idsByName = new Map();
    for (const rule of rules) this.#set(rule.id, rule);
    this.#effects = this.#effects.filter(({ at }) => at >= sentAt);
    for (const { id, rule } of this.#effects) this.#set(id, rule);
  }

  wrote(effect: Effect): void {
    this.#effects.push(effect);
    this.#set(effect.id, effect.rule);
  }

  #set(id: string, rule: LiveRule | null): void {
    const before = this.#rules.get(id);
    if (before !== undefined) this.#idsByName.get(canonicalName(before.name))?.delete(id);
    this.#rules.delete(id);
    if (rule === null) return;
    this.#rules.set(id, rule);
    const name = canonicalName(rule.name);
    this.#idsByName.set(name, (this.#idsByName.get(name) ?? new Set()).add(id));
  }
}
