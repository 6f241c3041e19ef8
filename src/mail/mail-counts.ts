/** Counts what rules do to the mails of mailboxes. Mails come one after the other, and none is kept. */
import { foundOutcomeOf, type MailRule } from './match.ts';
import type { ReadMail } from './read-mail.ts';
import { senderIndex } from './sender-index.ts';

/** What one rule does to the mails. To the others it does nothing. */
interface RuleCounts {
  matches: number;
  ai: number;
  unknown: number;
  /** How many mails from each domain it matches. */
  domains: Map<string, number>;
}

/** Of the rules that match one mail, so many are paired with each other. */
const MOST_PAIRED = 20;
/** For one rule. Domains that come later are not counted, since spammers make up any number of them. */
const MOST_DOMAINS = 10_000;

/** The counts of the rules of one account. */
export class MailCounts {
  readonly rules: readonly RuleCounts[];
  /** How many mails every rule leaves alone. */
  none = 0;
  /** How many mails no rule matches, and the AI decides about. */
  ai = 0;
  /** How many mails more than one rule matches. */
  several = 0;
  /** By the indexes of two rules, `3 7`: how many mails both match. */
  readonly pairs = new Map<string, number>();
  readonly #made: readonly MailRule[];
  readonly #mayAct: (mail: ReadMail) => readonly number[];

  constructor(rules: readonly MailRule[]) {
    this.#made = rules;
    this.#mayAct = senderIndex(rules);
    this.rules = rules.map(() => ({ matches: 0, ai: 0, unknown: 0, domains: new Map() }));
  }

  add(mail: ReadMail): void {
    const matching: number[] = [];
    let isOpen = false;
    for (const index of this.#mayAct(mail)) {
      const [rule, counts] = [this.#made[index], this.rules[index]];
      const outcome = rule && foundOutcomeOf(rule, mail);
      if (counts === undefined || outcome === undefined || outcome === 'no') continue;
      counts[outcome] += 1;
      if (outcome === 'matches') matching.push(index);
      else isOpen = true;
    }
    if (matching.length > 0) this.#addMatching(matching, mail);
    else if (isOpen) this.ai += 1;
    else this.none += 1;
  }

  #addMatching(matching: readonly number[], { from }: ReadMail): void {
    const [address = ''] = from.addresses;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    for (const index of matching) {
      const domains = this.rules[index]?.domains;
      if (domain !== '' && domains !== undefined && (domains.size < MOST_DOMAINS || domains.has(domain)))
        addTo(domains, domain);
    }
    if (matching.length > 1) this.several += 1;
    const paired = matching.slice(0, MOST_PAIRED);
    for (const [at, one] of paired.entries())
      for (const other of paired.slice(at + 1)) addTo(this.pairs, `${one} ${other}`);
  }
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
