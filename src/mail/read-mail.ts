/**
 * Prepares a mail for matching, once for all rules: the names and addresses in its From and To headers, as deployments of the
 * service read them (measured).
 */
import type { Mail } from '../model/mail.ts';
import { isAddress, listEntries } from '../model/patterns.ts';
import type { PeopleKey } from '../model/rule.ts';

/** The people in a header, in lower case: the names of all, and their addresses. */
interface People {
  /** What address patterns are compared with: of From one address, even if it lists several people. */
  addresses: readonly string[];
  names: readonly string[];
  /** What other parts are looked for in: all names, and all addresses. Made once: a long header has very many. */
  joined: readonly string[];
}

export interface ReadMail extends Record<PeopleKey, People> {
  mail: Mail;
}

export function readMail(mail: Mail): ReadMail {
  // Of From the whole header is read as one entry.
  const [from, to] = [{ address: addressIn(mail.from) }, partiesIn(mail.to)];
  return { mail, from: peopleIn(partiesIn(mail.from), [from]), to: peopleIn(to, to) };
}

function peopleIn(parties: readonly { name: string }[], addressed: readonly { address: string | null }[]): People {
  const names = parties.map(({ name }) => name).filter((name) => name !== '');
  const addresses = addressed.flatMap(({ address }) => address ?? []);
  return { addresses, names, joined: [names.join(', '), addresses.join(', ')] };
}

/** From the first to the last letter, digit or `_`, without the punctuation around them. */
const TOKEN = /\w(?:.*\w)?/s;

/** The bare address in a text, in lower case, or null. The first that is valid counts, so one in a name may. */
function addressIn(text: string): string | null {
  const trimmed = text.trim();
  const inBrackets = /<([^<>]*)>$/.exec(trimmed)?.[1]?.trim() ?? '';
  const whole = [inBrackets, trimmed].find(isAddress);
  if (whole !== undefined) return whole.toLowerCase();
  const tokens = trimmed.split(/[\s<>]+/).map((token) => TOKEN.exec(token)?.[0] ?? '');
  return tokens.find(isAddress)?.toLowerCase() ?? null;
}

/** The people in a header, in its order: names, empty if there is none, and valid addresses, or null. All in lower case. */
export function partiesIn(header: string) {
  return listEntries(header).map((entry) => {
    const [name, address] = [nameIn(entry.trim()).toLowerCase(), addressIn(entry)];
    return { name: name === address ? '' : name, address };
  });
}

/** What stands before the first `<`, with its quotes and backslashes, or else what stands inside, or else all of it. */
function nameIn(entry: string): string {
  const [before = '', inside = ''] = entry.split('<', 2).map((piece) => piece.trim());
  return before || (inside === '' ? entry : (inside.split('>', 1)[0] ?? '').trim());
}
