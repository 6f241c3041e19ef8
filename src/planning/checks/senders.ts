/**
 * Reads the senders of a `from` as the service does, and finds overlaps. Some deployments refuse a rule that matches
 * senders alone if an enabled rule already has the sender. Others accept and run both (measured).
 */
import { senderParts } from '../../model/patterns.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { isBlank, type RuleSetCheck, type RuleSetFinding } from './finding.ts';

/** The service ignores case when it compares senders. */
export interface Sender {
  written: string;
  /** Whether there is anything before an `@`, even a wildcard. All else counts as a domain, even a name. */
  isAddress: boolean;
  /** The part after the last `@`, or the whole text without one. */
  domain: string;
}

/** Splits a `from` or `to` at `,`, `|` and the word `or`. */
export function sendersOf(text: string): Sender[] {
  return senderParts(text)
    .filter((part) => part !== '@')
    .map((part) => {
      const written = part.toLowerCase();
      const at = written.lastIndexOf('@');
      return { written, isAddress: at > 0, domain: written.slice(at + 1) };
    });
}

type Owned<Owner> = { owner: Owner; sender: Sender };

/** Finds overlapping senders by lookup, in time linear in the number of rules. */
export type SenderIndex<Owner> = ReturnType<typeof senderIndex<Owner>>;

export function looksAtSenderOnly({ condition }: Pick<ResolvedRule, 'condition'>): boolean {
  const matchers = STATIC_KEYS.filter((key) => !isBlank(condition.static?.[key]));
  return matchers.length === 1 && matchers[0] === 'from' && isBlank(condition.aiInstructions);
}

/** `most`: how many owners to keep for equal senders. Senders of an owner are added in a row, and count once. */
export function senderIndex<Owner>(most = Number.POSITIVE_INFINITY) {
  const append = (lists: Map<string, Owned<Owner>[]>, key: string, value: Owned<Owner>) => {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else if (list.length < most && list.at(-1)?.owner !== value.owner) list.push(value);
  };
  const exact = new Map<string, Owned<Owner>[]>();
  const addressesAt = new Map<string, Owned<Owner>[]>();
  const atDomain = ({ domain }: Sender) => exact.get(`@${domain}`) ?? [];
  return {
    add(sender: Sender, owner: Owner) {
      const owned = { owner, sender };
      append(exact, sender.isAddress ? sender.written : `@${sender.domain}`, owned);
      if (sender.isAddress) append(addressesAt, sender.domain, owned);
    },
    /** The owners of overlapping senders, most similar first. An owner may appear more than once. */
    *overlapping(sender: Sender) {
      if (sender.isAddress) yield* exact.get(sender.written) ?? [];
      yield* atDomain(sender);
      if (!sender.isAddress) yield* addressesAt.get(sender.domain) ?? [];
    },
  };
}

const FROM = { path: ['condition', 'static', 'from'], at: 'value' } as const;

export const overlappingSenders: RuleSetCheck = (rules) => {
  const index = senderIndex<number>(1);
  const found: RuleSetFinding[] = [];
  rules.forEach(({ body }, rule) => {
    if (!looksAtSenderOnly(body)) return;
    const senders = sendersOf(body.condition.static.from ?? '');
    const reported = new Set<number>();
    for (const sender of senders) {
      const [other] = index.overlapping(sender);
      if (!other || reported.has(other.owner)) continue;
      reported.add(other.owner);
      const args = {
        name: rules[other.owner]?.body.name ?? '',
        sender: sender.written,
        otherSender: other.sender.written,
      };
      const related = { rule: other.owner, ...FROM };
      found.push({ code: 'senders-overlap', args, severity: 'warning', rule, ...FROM, related });
    }
    for (const sender of senders) index.add(sender, rule);
  });
  return found;
};
