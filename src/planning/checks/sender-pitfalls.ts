/** What a `from` or `to` does that a reader would not expect (measured). */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import { isAddress, isAddressPattern, senderParts } from '../../model/patterns.ts';
import { PEOPLE_KEYS, type PeopleKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { harmOf, type Pitfall, TEMPLATE } from './finding.ts';

/** Each entry of the list is reported once, however often it is there, with the first pitfall that it has. */
export const senderPitfalls: Pitfall = (rule) =>
  PEOPLE_KEYS.flatMap((key) => {
    const text = rule.condition.static?.[key]?.trim();
    if (!text) return [];
    if (senderParts(text).length === 0) return [{ key, code: 'sender-list-empty', args: { key } }];
    return [...new Set(entriesOf(text))].flatMap((entry) => {
      const found = ofEntry(entry, key, rule);
      return found === null ? [] : [{ key, ...found }];
    });
  });

/** The entries of a list as a reader sees them: the service also splits at an `or` within one. */
function entriesOf(text: string): string[] {
  return text
    .split(/[,|]|(?<!\S)or(?!\S)/i)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry.toLowerCase() !== 'or');
}

function ofEntry(entry: string, key: PeopleKey, rule: ResolvedRule): PitfallFinding | null {
  const parts = senderParts(entry);
  if (parts.length !== 1 || parts[0] !== entry) return splitByOr(entry, parts, rule);
  // Another check says that it is plain text.
  if (TEMPLATE.test(entry)) return null;
  const address = /<\s*([^\s<>@]+@[^\s<>@]+)\s*>/.exec(entry)?.[1];
  if (address !== undefined) return { code: 'sender-with-display-name', args: { written: entry, address } };
  if (isAddressPattern(entry)) return neverMatches(entry);
  // The risk matches-everything says what `*` does.
  return /^\*+$/.test(entry) ? null : matchesNames(entry, key, rule);
}

/**
 * The word `or` splits a list even inside an address: `vendor@orange-or-blue.com` never matches, and `or@x.com`, which is
 * split into nothing and `@x.com`, matches all of the domain.
 */
function splitByOr(written: string, parts: readonly string[], rule: ResolvedRule): PitfallFinding {
  const means = parts.filter((part) => !isAddressPattern(part) || flawOf(part) === null);
  const instead = written.replace(/\b(o)(r)\b/gi, '$1*$2');
  return { code: 'sender-split-by-or', args: { written, parts, means, does: harmOf(rule), instead } };
}

function matchesNames(written: string, key: PeopleKey, rule: ResolvedRule): PitfallFinding {
  const refused = key === 'from' ? outboundOf(rule) : null;
  return { code: 'sender-matches-names', args: { key, written, does: harmOf(rule), refused } };
}

/** A name as the sender, together with an action that sends, is refused by some deployments. */
function outboundOf({ actions }: ResolvedRule): ActionType | null {
  return actions.find(({ type }) => ACTIONS[type].outbound)?.type ?? null;
}

type Flaw = Extract<PitfallFinding, { code: 'sender-never-matches' }>['args']['because'];

function neverMatches(written: string): PitfallFinding | null {
  const because = flawOf(written);
  if (because === null) return null;
  return { code: 'sender-never-matches', args: { written, because, instead: meant(written, because) } };
}

/**
 * Whether a valid address fits an address pattern. If any does, then also this one: a letter for each `*` before the `@`, and a
 * domain for each behind it, which fits between all that may stand around it.
 */
function canFit(part: string): boolean {
  const at = part.indexOf('@');
  const local = part.slice(0, Math.max(at, 0)).replaceAll('*', 'a') || 'a';
  return isAddress(`${local}@${part.slice(at + 1).replaceAll('*', 'a.aa')}`);
}

/** What is in no address, wherever. */
const NOT_IN_ADDRESS = /[\s\p{Cc}()<>[\]:;\\"]/u;

/** Why no mail can fit an address pattern; null where one can. */
function flawOf(part: string): Flaw | null {
  if (canFit(part)) return null;
  const character = NOT_IN_ADDRESS.exec(part)?.[0];
  if (character !== undefined) return { character };
  const at = part.indexOf('@');
  if (at !== part.lastIndexOf('@')) return { character: '@' };
  const domain = part.slice(at + 1);
  // A domain has a dot, no label that is empty, and none that begins with a hyphen.
  if (!/[.*]/.test(domain) || /^\.|\.$|\.\.|(?:^|\.)-/.test(domain)) return { domain };
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (at < 0 && isNoEnding(ending)) return { ending };
  const local = part.slice(0, Math.max(at, 0));
  const other = /[^\w'+.*-]+/.exec(local) ?? /[^A-Za-z\d.*-]+/.exec(domain);
  return { unaccepted: other?.[0] ?? (canFit(`@${domain}`) ? `${local}@` : `.${ending}`) };
}

/** Whether no domain ends in this label: `Inc!`, `5` and `B` end names and numbers. */
function isNoEnding(label: string): boolean {
  if (label.includes('*') || /^xn--/i.test(label)) return false;
  return /^[a-z]$/i.test(label) || /[^\p{L}\p{M}]/u.test(label);
}

/** What was probably meant: the addresses in it, any domain, or a domain with those below it. */
function meant(written: string, because: Flaw): string | null {
  if ('character' in because) {
    const addresses = written.split(/[\s\p{Cc}()<>[\]:;\\"]+/u).filter((word) => word.includes('@'));
    const isWhole = addresses.length > 0 && addresses.every((address) => flawOf(address) === null);
    return isWhole ? addresses.join(', ') : null;
  }
  if (!('domain' in because)) return null;
  if (because.domain === '') return written === '@' ? null : `${written}*`;
  const below = because.domain.replace(/^\./, '');
  return written.startsWith('@.') && isAddressPattern(below) && flawOf(below) === null ? below : null;
}
