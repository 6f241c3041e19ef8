/**
 * Rules that look at the sender alone and overlap. Some deployments refuse such a rule while the other is switched on
 * (measured); elsewhere both run. Every sender is looked up in an index of those before it, so that ten thousand rules
 * take no longer than ten thousand lookups.
 */
import type { ResolvedRule } from '../../model/written-rule.ts';
import { isBlank, type RuleSetCheck, type RuleSetFinding } from './finding.ts';
import { type Sender, sendersOf } from './senders.ts';

const FROM = { path: ['condition', 'static', 'from'], at: 'value' } as const;

interface Owner {
  rule: number;
  sender: string;
}

/** The first owner of each: a sender as written, an address at a domain, anything at a domain or below it. */
interface Index {
  exact: Map<string, Owner>;
  addressAt: Map<string, Owner>;
  below: Map<string, Owner>;
}

export const overlappingSenders: RuleSetCheck = (rules) => {
  const index: Index = { exact: new Map(), addressAt: new Map(), below: new Map() };
  const found: RuleSetFinding[] = [];
  rules.forEach((written, rule) => {
    if (!looksAtSenderOnly(written)) return;
    const senders = sendersOf(written.condition.static?.from ?? '');
    const told = new Set<number>();
    for (const sender of senders) {
      const other = overlapping(sender, index);
      if (!other || told.has(other.rule)) continue;
      told.add(other.rule);
      const args = { name: rules[other.rule]?.name ?? '', sender: sender.written, otherSender: other.sender };
      const related = { rule: other.rule, ...FROM };
      found.push({ code: 'senders-overlap', args, severity: 'warning', rule, ...FROM, related });
    }
    for (const sender of senders) add(sender, rule, index);
  });
  return found;
};

function looksAtSenderOnly({ condition }: ResolvedRule): boolean {
  const { from, to, subject } = condition.static ?? {};
  return !isBlank(from) && isBlank(to) && isBlank(subject) && isBlank(condition.aiInstructions);
}

function overlapping(sender: Sender, index: Index): Owner | undefined {
  const same = index.exact.get(sender.written);
  if (same || sender.kind === 'wildcard' || sender.kind === 'name') return same;
  const above = withParents(sender.domain).find((domain) => index.exact.has(domain));
  if (above) return index.exact.get(above);
  if (sender.kind === 'address') return index.exact.get(`@${sender.domain}`);
  return sender.withSubdomains ? index.below.get(sender.domain) : index.addressAt.get(sender.domain);
}

function add(sender: Sender, rule: number, index: Index): void {
  const owner = { rule, sender: sender.written };
  addFirst(index.exact, sender.written, owner);
  if (sender.kind === 'wildcard' || sender.kind === 'name') return;
  if (sender.kind === 'address') addFirst(index.addressAt, sender.domain, owner);
  for (const domain of withParents(sender.domain)) addFirst(index.below, domain, owner);
}

function addFirst(owners: Map<string, Owner>, key: string, owner: Owner): void {
  if (!owners.has(key)) owners.set(key, owner);
}

/** `a.b.c` to `a.b.c`, `b.c`, `c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
