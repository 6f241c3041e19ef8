/** Prepares a mail for matching, once for all rules. */
import type { Mail } from '../model/mail.ts';
import { addressIn, partiesIn } from './addresses.ts';

/** The people in a header, in lower case. */
interface People {
  /** What address patterns are compared with: of From one address, even if it lists several people. */
  addresses: readonly string[];
  /** The addresses of all people, then their names. */
  all: readonly string[];
  /** What other parts are looked for in: all names, and all addresses. Made once: a long header has very many. */
  joined: readonly string[];
}

/** A mail, with the people in its headers. */
export interface ReadMail {
  mail: Mail;
  from: People;
  to: People;
}

/** Prepares a mail for matching. */
export function readMail(mail: Mail): ReadMail {
  const from = addressIn(mail.from);
  return { mail, from: { ...peopleIn(mail.from), addresses: from === null ? [] : [from] }, to: peopleIn(mail.to) };
}

function peopleIn(header: string): People {
  const parties = partiesIn(header);
  const names = parties.map(({ name }) => name).filter((name) => name !== '');
  const addresses = parties.flatMap(({ address }) => address ?? []);
  return { addresses, all: [...addresses, ...names], joined: [names.join(', '), addresses.join(', ')] };
}
