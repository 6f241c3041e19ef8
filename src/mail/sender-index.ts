/** Finds the rules that the sender of a mail leaves open, so that hundreds of rules for one sender each cost next to nothing. */
import type { MailRule } from './match.ts';
import type { ReadMail } from './read-mail.ts';

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
