/** The static matchers of a rule. A matcher is a list of alternatives, its parts: one that fits is enough. */
import { globMatcher, globWithin, globWithinLine } from '../model/glob.ts';
import { isAddressPattern, senderParts, subjectAlternatives } from '../model/patterns.ts';
import { type Condition, STATIC_KEYS, type StaticKey } from '../model/rule.ts';
import type { ReadMail } from './read-mail.ts';

/** What a part names: an address, a domain, a domain with its subdomains, a piece of a name or address, or of a subject. */
type PartKind = 'address' | 'domain' | 'domain-and-below' | 'name-or-address' | 'subject';

export interface Part {
  written: string;
  kind: PartKind;
  /** Whether the part fits a text of the mail: an address, a name or the subject. */
  fits: (text: string) => boolean;
}

export type Matcher = { key: StaticKey; written: string; parts: readonly Part[] };

export function matchersOf({ static: texts }: Condition): Matcher[] {
  return STATIC_KEYS.flatMap((key) => {
    const written = texts[key];
    if (written === null) return [];
    const parts =
      key === 'subject'
        ? subjectAlternatives(written).map(
            (text): Part => ({ written: text, kind: 'subject', fits: globWithinLine(text) }),
          )
        : senderParts(written).map(senderPart);
    return [{ key, written, parts }];
  });
}

/** The texts of a mail that a part is compared with. Names and addresses are in lower case. */
function textsFor(key: StaticKey, { kind }: Part, mail: ReadMail): readonly string[] {
  if (key === 'subject') return [mail.mail.subject];
  return kind === 'name-or-address' ? mail[key].joined : mail[key].addresses;
}

/** Whether every matcher has a part that fits. Called for each pair of a rule and a mail, so it makes no objects. */
export function allFit(matchers: readonly Matcher[], mail: ReadMail): boolean {
  for (const { key, parts } of matchers) {
    let fits = false;
    for (const part of parts) fits ||= textsFor(key, part, mail).some(part.fits);
    if (!fits) return false;
  }
  return true;
}

/** The first part of a matcher that fits and the text that it fits, or null: one name or address, if that is enough. */
export function decidingPart({ key, parts }: Matcher, mail: ReadMail): { part: Part; found: string } | null {
  for (const part of parts) {
    const found = textsFor(key, part, mail).find(part.fits);
    if (found === undefined) continue;
    const one = key === 'subject' ? undefined : [...mail[key].addresses, ...mail[key].names].find(part.fits);
    return { part, found: one ?? found };
  }
  return null;
}

/** A domain is compared with the whole address too: a `*` in it may go past the `@`. */
function senderPart(written: string): Part {
  const part = written.toLowerCase();
  if (!isAddressPattern(part)) return { written, kind: 'name-or-address', fits: globWithin(part) };
  if (part.startsWith('@')) return { written, kind: 'domain', fits: globMatcher(`*${part}`) };
  if (part.includes('@')) return { written, kind: 'address', fits: globMatcher(part) };
  const [itself, below] = [globMatcher(`*@${part}`), globMatcher(`*.${part}`)];
  return { written, kind: 'domain-and-below', fits: (address) => itself(address) || below(address) };
}
