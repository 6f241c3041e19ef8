/** Rules with the indexes that checks need. */
import { SenderIndex } from './senders.ts';
import type { WireRule } from './wire.ts';

/** A rule with its JSON text, made once and used by every answer and by the data file. */
interface Entry {
  rule: WireRule;
  text: string;
  createdAt: number;
}

export class RuleSet {
  readonly senders = new SenderIndex();
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Map<string, number>();

  get(id: string): WireRule | null {
    return this.#entries.get(id)?.rule ?? null;
  }

  /** How many rules have exactly this name; more than one only where names are not unique or a seed made them so. */
  countNamed(name: string): number {
    return this.#names.get(name) ?? 0;
  }

  /** Adds a rule, or puts it in the place of the one with its id. `text` is its JSON. */
  set(rule: WireRule, text: string): void {
    this.#enter({ rule, text, createdAt: Date.parse(rule.createdAt) });
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

  /** A set of the same rules that changes by itself. The rules are not copied: nothing changes them. */
  copy(): RuleSet {
    const copy = new RuleSet();
    for (const entry of this.#entries.values()) copy.#enter(entry);
    return copy;
  }

  #enter(entry: Entry): void {
    const { rule } = entry;
    const before = this.#entries.get(rule.id);
    if (before !== undefined) this.#leaveIndexes(before.rule);
    this.#entries.set(rule.id, entry);
    this.#names.set(rule.name, this.countNamed(rule.name) + 1);
    this.senders.add(rule);
  }

  #leaveIndexes(rule: WireRule): void {
    this.senders.remove(rule);
    const left = this.countNamed(rule.name) - 1;
    if (left > 0) this.#names.set(rule.name, left);
    else this.#names.delete(rule.name);
  }
}
