/** A mail made ready for matching, once for all rules. */
import type { Mail } from '../model/mail.ts';
import { type Party, partiesOf, partyOf } from './addresses.ts';

/** Who a header names, in lower case. */
interface Parties {
  names: readonly string[];
  addresses: readonly string[];
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
  return {
    names: all.map(({ name }) => name).filter((name) => name !== ''),
    addresses: all.flatMap(({ address }) => address ?? []),
  };
}
