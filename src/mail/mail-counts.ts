/** Counts what the rules of an account do to the mails of mailboxes. Mails come one after the other, and none is kept. */
import type { MailCountsDocument } from '../model/mail-counts.ts';
import { foundOutcomeOf, type MailRule } from './match.ts';
import type { ReadMail } from './read-mail.ts';

export interface CountedRule extends Pick<MailCountsDocument['rules'][number], 'account' | 'rule' | 'source'> {
  made: MailRule;
}

const MOST_PAIRED = 20;
/** For one rule. Domains that come later are not counted, since spammers make up any number of them. */
const MOST_DOMAINS = 10_000;

export class MailCounts {
  readonly #rules: readonly CountedRule[];
  readonly #mayAct: (mail: ReadMail) => readonly number[];
  readonly #outcomes: { matches: number; ai: number; unknown: number; domains: Map<string, number> }[];
  /** By the indexes of two rules, `3 7`. */
  readonly #pairs = new Map<string, number>();
  readonly #of = { none: 0, ai: 0, several: 0 };
  #mails = 0;

  constructor(rules: readonly CountedRule[]) {
    this.#rules = rules;
    this.#mayAct = senderIndex(rules.map(({ made }) => made));
    this.#outcomes = rules.map(() => ({ matches: 0, ai: 0, unknown: 0, domains: new Map() }));
  }

  add(mail: ReadMail): void {
    this.#mails += 1;
    const matching: number[] = [];
    let isOpen = false;
    for (const index of this.#mayAct(mail)) {
      const [rule, counts] = [this.#rules[index], this.#outcomes[index]];
      const outcome = rule && foundOutcomeOf(rule.made, mail);
      if (counts === undefined || outcome === undefined || outcome === 'no') continue;
      counts[outcome] += 1;
      if (outcome === 'ai') isOpen = true;
      if (outcome !== 'matches') continue;
      matching.push(index);
      addTo(counts.domains, domainOf(mail), MOST_DOMAINS);
    }
    if (matching.length === 0) this.#of[isOpen ? 'ai' : 'none'] += 1;
    if (matching.length > 1) this.#of.several += 1;
    const paired = matching.slice(0, MOST_PAIRED);
    for (const [at, one] of paired.entries()) {
      for (const other of paired.slice(at + 1)) addTo(this.#pairs, `${one} ${other}`);
    }
  }

  get account(): Omit<MailCountsDocument['accounts'][number], 'account'> {
    const nameOf = (index: string | undefined) => this.#rules[Number(index)]?.rule ?? '';
    const pairs = mostFirst(this.#pairs).map(([pair, mails]) => {
      const [one, other] = pair.split(' ');
      return { rules: [nameOf(one), nameOf(other)] as [string, string], mails };
    });
    return { ...this.#of, pairs };
  }

  /** The rules that need a variable which is not set, to know what they do to some mail. */
  get rulesNotKnown(): CountedRule[] {
    return this.#rules.filter((_, index) => this.#outcomes[index]?.unknown !== 0);
  }

  /** What is about each of its rules. `shown` hides secrets in domains; null: they are left out. */
  rules(shown: ((domain: string) => string) | null): MailCountsDocument['rules'] {
    return this.#rules.map(({ made: _, source, ...rule }, index) => {
      const { matches = 0, ai = 0, unknown = 0, domains = [] } = this.#outcomes[index] ?? {};
      const named = shown && mostFirst(domains).map(([domain, mails]) => ({ domain: shown(domain), mails }));
      const no = this.#mails - matches - ai - unknown;
      return { ...rule, matches, ai, no, unknown, ...(named && { domains: named }), source };
    });
  }
}

/** The domain of the sender; empty if no address is valid. */
function domainOf({ from: { addresses } }: ReadMail): string {
  const [address = ''] = addresses;
  return address.slice(address.lastIndexOf('@') + 1);
}

function addTo(counts: Map<string, number>, key: string, most = Number.POSITIVE_INFINITY): void {
  const known = counts.get(key);
  if (key !== '' && (known !== undefined || counts.size < most)) counts.set(key, (known ?? 0) + 1);
}

function mostFirst(counts: Iterable<[string, number]>): [string, number][] {
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Returns a function that gives the indexes of all rules that may do something to a mail, and of few others. */
export function senderIndex(rules: readonly MailRule[]): (mail: ReadMail) => readonly number[] {
  const always: number[] = [];
  const bySender = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    const senders = sendersOf(rule);
    if (senders === null) always.push(index);
    for (const sender of new Set(senders)) bySender.set(sender, [...(bySender.get(sender) ?? []), index]);
  }
  return ({ from }) => {
    const found = from.addresses.flatMap((address) => spellingsOf(address).flatMap((one) => bySender.get(one) ?? []));
    return found.length === 0 ? always : [...new Set([...always, ...found])].sort((a, b) => a - b);
  };
}

/** The literal senders that a rule is about, or null if it may be about any other. */
function sendersOf({ body: { condition }, matchers }: MailRule): string[] | null {
  const parts = matchers.find(({ key }) => key === 'from')?.parts;
  const asksAnyway = condition.aiInstructions !== null && condition.conditionalOperator === 'OR';
  if (parts === undefined || asksAnyway) return null;
  if (parts.some(({ kind, written }) => kind === 'name-or-address' || written.includes('*'))) return null;
  return parts.map(({ kind, written }) => (kind === 'domain-and-below' ? '.' : '') + written.toLowerCase());
}

/** An address as the parts of rules name it: `a@b.example`, `@b.example`, and `.b.example` and `.example` for those with subdomains. */
function spellingsOf(address: string): string[] {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const labels = domain.split('.');
  return [address, `@${domain}`, ...labels.map((_, index) => `.${labels.slice(index).join('.')}`)];
}
