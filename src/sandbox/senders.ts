/** The senders in the `from` of a rule, and overlaps between rules: deployments refuse two sender-only rules that overlap. */
import { recordOf } from '../model/record-of.ts';
import { MATCHERS, type RuleContent, type WireRule } from './wire.ts';

/** `domain` is the part after the last `@`. Anything without an `@` or that begins with it is a domain, even a name. */
type Sender = { address: string; domain: string } | { domain: string };

/** `or` counts even inside an address (measured). */
const SEPARATOR = /[,|]|\bor\b/i;

function senderOf(scope: string): Sender {
  const at = scope.lastIndexOf('@');
  return at > 0 ? { address: scope, domain: scope.slice(at + 1) } : { domain: scope.slice(at + 1) };
}

/** The parts of a `from` or `to`, in lower case. */
export function sendersOf(list: string): string[] {
  const parts = list.split(SEPARATOR).map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '');
}

function scopesOf(from: string): string[] {
  return sendersOf(from).filter((part) => part !== '@');
}

/** Whether a part is neither an address nor a domain. Such a rule may not send mail (measured). */
export function isVague(from: string): boolean {
  return scopesOf(from).some((scope) => !scope.includes('@') && !/^[^\s]+\.[^\s]+$/.test(scope));
}

/** The `from` of a rule if it has no other condition; else null. */
function soleFrom({ condition }: Pick<RuleContent, 'condition'>): string | null {
  const { from, ...others } = recordOf(MATCHERS, (key) => condition.static[key]);
  return [condition.aiInstructions, ...Object.values(others)].every((text) => text === null) ? from : null;
}

function overlap(one: Sender, other: Sender): boolean {
  if (one.domain !== other.domain) return false;
  return !('address' in one && 'address' in other) || one.address === other.address;
}

/** Each create compares with all stored rules, which never change: 10,000 creates would parse 50,000,000 lists. */
const known = new WeakMap<WireRule, readonly Sender[]>();

function heldBy(rule: WireRule): readonly Sender[] {
  const read = known.get(rule);
  if (read !== undefined) return read;
  const held = scopesOf(soleFrom(rule) ?? '').map(senderOf);
  known.set(rule, held);
  return held;
}

/** The first enabled rule that overlaps, if both have nothing but senders, and those. `id`: of the rule itself, or null. */
export function overlapWith(content: RuleContent, rules: Iterable<WireRule>, id: string | null) {
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
