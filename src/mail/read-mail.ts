/** Prepares a mail for matching, once for all rules. */
import type { Mail } from '../model/mail.ts';
import { type Party, partiesOf, partyOf } from './addresses.ts';

/** The people in a header, in lower case. */
interface Parties {
  names: readonly string[];
  addresses: readonly string[];
  /** The addresses, then the names. Made once: a long header has very many, and the reasons of each rule may need them. */
  all: readonly string[];
}

/** A mail, with the people in its headers. */
export interface ReadMail {
  mail: Mail;
  from: Parties;
  to: Parties;
}

/** Prepares a mail for matching. */
export function readMail(mail: Mail): ReadMail {
  return { mail, from: parties([partyOf(mail.from)]), to: parties(partiesOf(mail.to)) };
}

function parties(all: readonly Party[]): Parties {
  const names = all.map(({ name }) => name).filter((name) => name !== '');
  const addresses = all.flatMap(({ address }) => address ?? []);
  return { names, addresses, all: [...addresses, ...names] };
}
