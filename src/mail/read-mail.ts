/** A mail made ready for matching, once for all rules. */
import type { Mail } from '../model/mail.ts';
import { type Party, partiesOf, partyOf } from './addresses.ts';

/** The people in a header, in lower case. */
interface Parties {
  names: readonly string[];
  addresses: readonly string[];
  /** The addresses, then the names. Made once: a long header may have very many, and each rule may need them for a reason. */
  all: readonly string[];
}

export interface ReadMail {
  mail: Mail;
  from: Parties;
  to: Parties;
}

export function readMail(mail: Mail): ReadMail {
  return { mail, from: parties([partyOf(mail.from)]), to: parties(partiesOf(mail.to)) };
}

function parties(all: readonly Party[]): Parties {
  const names = all.map(({ name }) => name).filter((name) => name !== '');
  const addresses = all.flatMap(({ address }) => address ?? []);
  return { names, addresses, all: [...addresses, ...names] };
}
