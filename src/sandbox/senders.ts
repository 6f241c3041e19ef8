/** The senders in the `from` of a rule, and overlaps between rules: deployments refuse two sender-only rules that overlap. */
import type { RuleContent, WireRule } from './wire.ts';

interface Sender {
  /** As written, in lower case. */
  scope: string;
  /** Anything without an `@` or that begins with it is a domain, even a name. */
  isAddress: boolean;
  /** The part after the last `@`. */
  domain: string;
}

/** `or` counts even inside an address (measured). */
const SEPARATOR = /[,|]|\bor\b/i;

/** The parts of a `from` or `to`, in lower case. */
export function sendersOf(list: string): string[] {
  const parts = list.split(SEPARATOR).map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '');
}

/** The senders of a rule that has no other condition; none for any other rule. */
function soleSenders({ condition }: Pick<RuleContent, 'condition'>): Sender[] {
  const { from, to, subject } = condition.static;
  if (from === null || [condition.aiInstructions, to, subject].some((text) => text !== null)) return [];
  const scopes = new Set(sendersOf(from).filter((part) => part !== '@'));
  return Array.from(scopes, (scope) => {
    const at = scope.lastIndexOf('@');
    return { scope, isAddress: at > 0, domain: scope.slice(at + 1) };
  });
}

/** Whether a part is neither an address nor a domain. Such a rule may not send mail (measured). */
export function isVague(from: string): boolean {
  return sendersOf(from).some((scope) => !scope.includes('@') && !/^[^\s]+\.[^\s]+$/.test(scope));
}

function overlap(one: Sender, other: Sender): boolean {
  return one.domain === other.domain && (!one.isAddress || !other.isAddress || one.scope === other.scope);
}

/** Each create compares with all stored rules, which never change: 10,000 creates would parse 50,000,000 lists. */
const known = new WeakMap<WireRule, readonly Sender[]>();

function heldBy(rule: WireRule): readonly Sender[] {
  const held = known.get(rule) ?? soleSenders(rule);
  known.set(rule, held);
  return held;
}

/** The first enabled rule that overlaps, if both have nothing but senders, and those. `before`: the rule itself, or null. */
export function overlapWith(content: RuleContent, rules: Iterable<WireRule>, before: WireRule | null) {
  const asked = soleSenders(content);
  if (asked.length === 0) return null;
  for (const rule of rules) {
    if (rule.id === before?.id || !rule.enabled) continue;
    const held = heldBy(rule);
    const shared = asked.filter((sender) => held.some((other) => overlap(sender, other)));
    if (shared.length > 0) return { rule, scopes: shared.map(({ scope }) => scope) };
  }
  return null;
}
