/**
 * The senders that a rule's `from` names, and which rules name the same (measured). Deployments refuse two
 * sender-only rules that overlap; an index keeps that check independent of the number of rules.
 */
import { recordOf } from '../model/record-of.ts';
import { MATCHERS, type RuleContent } from './wire.ts';

/** `domain`: all that stands behind the last `@`. Whatever has none in it, or begins with it, counts as a domain, names too. */
type Sender = { address: string; domain: string } | { domain: string };

/** Split at `,`, `|` and the word `or`, even inside an address (measured). */
const SEPARATOR = /[,|]|\bor\b/i;

function senderOf(scope: string): Sender {
  const at = scope.lastIndexOf('@');
  return at > 0 ? { address: scope, domain: scope.slice(at + 1) } : { domain: scope.slice(at + 1) };
}

/** The parts of a condition on senders or receivers, in lower case. */
export function sendersOf(list: string): string[] {
  const parts = list.split(SEPARATOR).map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '');
}

function scopesOf(from: string): string[] {
  return sendersOf(from).filter((part) => part !== '@');
}

/** Whether a `from` holds something that is not like an address or a domain: such a rule may not send mail (measured). */
export function isVague(from: string): boolean {
  return scopesOf(from).some((scope) => !scope.includes('@') && !/^[^\s]+\.[^\s]+$/.test(scope));
}

/** The `from` of a rule where that is its whole condition, else null. */
function soleFrom({ condition }: Pick<RuleContent, 'condition'>): string | null {
  const { from, ...others } = recordOf(MATCHERS, (key) => condition.static[key]);
  return [condition.aiInstructions, ...Object.values(others)].every((text) => text === null) ? from : null;
}

/** Under which keys a sender is held, and under which ones those that overlap it are. */
function heldUnder(sender: Sender): string[] {
  const inDomain = `in ${sender.domain}`;
  return 'address' in sender ? [`address ${sender.address}`, inDomain] : [`domain ${sender.domain}`, inDomain];
}

function lookedUpUnder(sender: Sender): string[] {
  return 'address' in sender ? [`address ${sender.address}`, `domain ${sender.domain}`] : [`in ${sender.domain}`];
}

export interface Overlap {
  /** Id of the rule that has the sender already. */
  id: string;
  /** The senders in question, in lower case. */
  scopes: string[];
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
    const scopes = [...new Set(scopesOf(soleFrom(content) ?? ''))];
    const [other] = scopes.flatMap((scope) => this.#otherHolder(senderOf(scope), id) ?? []);
    if (other === undefined) return null;
    return { id: other, scopes: scopes.filter((scope) => this.#holds(other, senderOf(scope))) };
  }

  #keysOf(rule: RuleContent & { enabled: boolean }): string[] {
    if (!rule.enabled) return [];
    return scopesOf(soleFrom(rule) ?? '').flatMap((scope) => heldUnder(senderOf(scope)));
  }

  #holds(id: string, sender: Sender): boolean {
    return lookedUpUnder(sender).some((key) => this.#holders.get(key)?.has(id) === true);
  }

  #otherHolder(sender: Sender, id: string | null): string | null {
    for (const key of lookedUpUnder(sender)) {
      for (const holder of this.#holders.get(key) ?? []) if (holder !== id) return holder;
    }
    return null;
  }
}
