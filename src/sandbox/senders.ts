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

export interface Overlap {
  /** The rule that has the sender already. */
  rule: WireRule;
  /** The senders in question, in lower case. */
  scopes: string[];
}

/** The first of these rules that overlaps a rule of this content: both enabled and with nothing but a sender. */
export function overlapWith(content: RuleContent, rules: Iterable<WireRule>): Overlap | null {
  const scopes = [...new Set(scopesOf(soleFrom(content) ?? ''))];
  if (scopes.length === 0) return null;
  for (const rule of rules) {
    const held = rule.enabled ? scopesOf(soleFrom(rule) ?? '').map(senderOf) : [];
    const shared = scopes.filter((scope) => held.some((sender) => overlap(sender, senderOf(scope))));
    if (shared.length > 0) return { rule, scopes: shared };
  }
  return null;
}
