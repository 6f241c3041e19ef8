/**
 * Prepares a mail for matching, once for all rules: the names and addresses in its From and To headers, as deployments of the
 * service read them (measured). Where the measurements leave room, these readings were chosen:
 * - A token that is not valid is skipped: the next one may be the address. Any white space separates tokens.
 * - The brackets at the end are the last ones. White space in them is part of what stands there, so it is not valid.
 * - Each `"` opens or closes a quoted text, also after a backslash. One that is not closed goes on to the end.
 * - The name of an entry without a `<` is all of it. The text inside brackets ends at the next `<` or `>`.
 */
import type { Mail } from '../model/mail.ts';
import { isAddress, listEntries } from '../model/patterns.ts';
import { recordOf } from '../model/record-of.ts';
import { PEOPLE_KEYS, type PeopleKey } from '../model/rule.ts';

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
export interface ReadMail extends Record<PeopleKey, People> {
  mail: Mail;
}

/** Prepares a mail for matching. */
export function readMail(mail: Mail): ReadMail {
  const from = addressIn(mail.from);
  const people = recordOf(PEOPLE_KEYS, (key) => peopleIn(mail[key]));
  return { mail, ...people, from: { ...people.from, addresses: from === null ? [] : [from] } };
}

function peopleIn(header: string): People {
  const parties = partiesIn(header);
  const names = parties.map(({ name }) => name).filter((name) => name !== '');
  const addresses = parties.flatMap(({ address }) => address ?? []);
  return { addresses, all: [...addresses, ...names], joined: [names.join(', '), addresses.join(', ')] };
}

/** The bare address in a text, in lower case, or null. */
function addressIn(text: string): string | null {
  const trimmed = text.trim();
  const last = trimmed.endsWith('>') ? trimmed.slice(trimmed.lastIndexOf('<') + 1, -1) : '';
  // A text that is an address as a whole is its only token.
  const address = isAddress(last) ? last : trimmed.split(/[\s<>]+/).find(isAddress);
  return address?.toLowerCase() ?? null;
}

/** The people in a header, in its order: names, empty if there is none, and valid addresses, or null. All in lower case. */
export function partiesIn(header: string) {
  return listEntries(header).map((entry) => ({ name: nameIn(entry).toLowerCase(), address: addressIn(entry) }));
}

/** What stands before the first `<`, with its quotes and backslashes, or else what stands inside. */
function nameIn(entry: string): string {
  const [name = ''] = entry.split('<', 1);
  return name.trim() || (/[^<>]*/.exec(entry.slice(name.length + 1))?.[0].trim() ?? '');
}
