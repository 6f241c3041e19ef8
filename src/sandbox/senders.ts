/**
 * The senders that a rule's `from` names, and which rules name the same (measured). Deployments refuse two
 * sender-only rules that overlap.
 */
import { recordOf } from '../model/record-of.ts';
import { MATCHERS, type RuleContent, type WireRule } from './wire.ts';

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

/** Whether two senders name the same mail, as far as the service looks. */
function overlap(one: Sender, other: Sender): boolean {
  if (one.domain !== other.domain) return false;
  return !('address' in one && 'address' in other) || one.address === other.address;
}

/** A stored rule never changes, and each create compares with all: 10,000 would read each other's lists 50,000,000 times. */
const known = new WeakMap<WireRule, readonly Sender[]>();

/** The senders that keep other rules away. */
function heldBy(rule: WireRule): readonly Sender[] {
  const read = known.get(rule);
  if (read !== undefined) return read;
  const held = scopesOf(soleFrom(rule) ?? '').map(senderOf);
  known.set(rule, held);
  return held;
}

export interface Overlap {
  /** The rule that has the sender already. */
  rule: WireRule;
  /** The senders in question, in lower case. */
  scopes: string[];
}

/**
 * The first of these rules that overlaps a rule of this content: both enabled and with nothing but a sender. `id`: of the
 * rule itself, null before it has one.
 */
export function overlapWith(content: RuleContent, rules: Iterable<WireRule>, id: string | null): Overlap | null {
  const scopes = new Set(scopesOf(soleFrom(content) ?? ''));
  const asked = Array.from(scopes, (scope) => ({ scope, sender: senderOf(scope) }));
  if (asked.length === 0) return null;
  for (const rule of rules) {
    if (rule.id === id || !rule.enabled) continue;
    const held = heldBy(rule);
    const shared = asked.filter(({ sender }) => held.some((other) => overlap(sender, other)));
    if (shared.length > 0) return { rule, scopes: shared.map(({ scope }) => scope) };
  }
  return null;
}
