/**
 * The senders that a rule's `from` names, and which rules name the same (measured). Deployments refuse two
 * sender-only rules that overlap; an index keeps that check independent of the number of rules.
 */
import { recordOf } from '../model/record-of.ts';
import { MATCHERS, type RuleContent } from './wire.ts';

type Sender = { kind: 'address'; address: string; domain: string } | { kind: 'domain' | 'text'; text: string };

/** Split at `,`, `|` and the word `or`, even inside an address (measured). */
const SEPARATOR = /[,|]|\bor\b/i;

function senderOf(text: string): Sender {
  const at = text.indexOf('@');
  if (text.includes('*') || /\s/.test(text)) return { kind: 'text', text };
  if (at > 0) return { kind: 'address', address: text, domain: text.slice(at + 1) };
  if (at === 0) return { kind: 'domain', text: text.slice(1) };
  return { kind: text.includes('.') ? 'domain' : 'text', text };
}

function scopesOf(from: string): string[] {
  const parts = from.split(SEPARATOR).map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '');
}

/** Whether a `from` holds a plain name or a wildcard: such a rule may not send mail (measured). */
export function isVague(from: string): boolean {
  return scopesOf(from).some((scope) => senderOf(scope).kind === 'text');
}

/** The `from` of a rule where that is its whole condition, else null. */
function soleFrom({ condition }: Pick<RuleContent, 'condition'>): string | null {
  const { from, ...others } = recordOf(MATCHERS, (key) => condition.static[key]);
  return [condition.aiInstructions, ...Object.values(others)].every((text) => text === null) ? from : null;
}

function heldUnder(sender: Sender): string[] {
  if (sender.kind === 'address') return [`address ${sender.address}`, `in ${sender.domain}`];
  if (sender.kind === 'domain') return [`domain ${sender.text}`, `in ${sender.text}`];
  return [`text ${sender.text}`];
}

function lookedUpUnder(sender: Sender): string[] {
  if (sender.kind === 'address') return [`address ${sender.address}`, `domain ${sender.domain}`];
  if (sender.kind === 'domain') return [`in ${sender.text}`];
  return [`text ${sender.text}`];
}

export interface Overlap {
  /** Id of the rule that has the sender already. */
  id: string;
  /** The sender in question, in lower case. */
  scope: string;
}

/** The senders of the enabled sender-only rules of one inbox. */
export class SenderIndex {
  readonly #holders = new Map<string, Set<string>>();

  /** Enters a rule; one that is disabled or has more than a sender is left out. */
  add(rule: RuleContent & { id: string; enabled: boolean }): void {
    for (const key of this.#keysOf(rule)) {
      const ids = this.#holders.get(key) ?? new Set();
      this.#holders.set(key, ids.add(rule.id));
    }
  }

  remove(rule: RuleContent & { id: string; enabled: boolean }): void {
    for (const key of this.#keysOf(rule)) {
      const ids = this.#holders.get(key);
      ids?.delete(rule.id);
      if (ids?.size === 0) this.#holders.delete(key);
    }
  }

  /** Another rule that this content overlaps, or null. `id`: of the rule itself, null before it has one. */
  overlap(content: RuleContent, id: string | null): Overlap | null {
    for (const scope of scopesOf(soleFrom(content) ?? '')) {
      const other = this.#otherHolder(senderOf(scope), id);
      if (other !== null) return { id: other, scope };
    }
    return null;
  }

  #keysOf(rule: RuleContent & { enabled: boolean }): string[] {
    if (!rule.enabled) return [];
    return scopesOf(soleFrom(rule) ?? '').flatMap((scope) => heldUnder(senderOf(scope)));
  }

  #otherHolder(sender: Sender, id: string | null): string | null {
    for (const key of lookedUpUnder(sender)) {
      for (const holder of this.#holders.get(key) ?? []) if (holder !== id) return holder;
    }
    return null;
  }
}
