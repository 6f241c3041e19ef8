/** Behavior of `from` and `to` that a reader would not expect (measured). */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS } from '../../model/action-types.ts';
import { canMatchAddress, fitsNobody, isAddressPattern, senderParts } from '../../model/patterns.ts';
import { PEOPLE_KEYS, type PeopleKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { meaningOf } from '../language/meaning.ts';
import { entriesOf } from '../language/pieces.ts';
import { operatorOf } from '../language/proposal.ts';
import { harmOf, operatorPitfall, type Pitfall, TEMPLATE } from './operators.ts';

/** Reports each distinct entry of the list once, with its first pitfall. */
export const senderPitfalls: Pitfall = (rule) =>
  PEOPLE_KEYS.flatMap((key) => {
    const text = rule.condition.static?.[key]?.trim();
    if (!text) return [];
    if (senderParts(text).length === 0) return [{ key, code: 'empty-list', args: { key } }];
    return [...new Set(entriesOf(key, text))].flatMap((entry) => {
      const found = ofEntry(entry, key, rule);
      return found === null ? [] : [{ key, ...found }];
    });
  });

function ofEntry(entry: string, key: PeopleKey, rule: ResolvedRule): PitfallFinding | null {
  // Another check reports templates.
  if (TEMPLATE.test(entry)) return null;
  const operator = operatorPitfall(key, entry, rule, isOrdinary);
  const parts = senderParts(entry);
  const isOnePart = parts.length === 1 && parts[0] === entry;
  const [, instead = ''] = /<\s*(?:mailto:)?([^\s<>@]+@[^\s<>@]+)\s*>/i.exec(entry) ?? [];
  const isNamed = isOnePart && instead !== '' && isOrdinary(instead);
  // The quotes around a name say less than its address.
  if (operator !== null && !(isNamed && operator.code === 'quotes')) return operator;
  if (isNamed) return { code: 'display-name', args: { written: entry, instead } };
  if (/\bor\b/i.test(entry)) return splitByOr(entry, parts, rule);
  if (!isOnePart) return parts.flatMap((part) => ofEntry(part, key, rule) ?? [])[0] ?? null;
  if (isAddressPattern(entry)) return neverMatches(entry);
  // The risk matches-everything covers `*`.
  return /^\*+$/.test(entry) ? null : matchesNames(entry, key, rule);
}

/** Whether each entry of a list is an address or a domain that the service reads as its author does. */
function isOrdinary(text: string): boolean {
  return entriesOf('from', text).every((entry) => {
    const isOnePart = senderParts(entry).join() === entry;
    return (
      isOnePart && isAddressPattern(entry) && canMatchAddress(entry) && operatorOf(meaningOf('from', entry)) === null
    );
  });
}

/** Lists are split at `or` even inside an address: `or@x.com` becomes `@x.com`, and `a@b-or-c.com` never matches. */
function splitByOr(written: string, parts: readonly string[], rule: ResolvedRule): PitfallFinding {
  const means = parts.filter((part) => !fitsNobody(part));
  const instead = written.replace(/\b(o)(r)\b/gi, '$1*$2');
  const args = { written, parts, means, does: harmOf(rule), instead: isOrdinary(instead) ? instead : null };
  return { code: 'split-by-or', args };
}

function matchesNames(written: string, key: PeopleKey, rule: ResolvedRule): PitfallFinding {
  // Some deployments refuse a name as the sender of a rule that sends mail.
  const sending = key === 'from' ? rule.actions.find(({ type }) => ACTIONS[type].outbound) : undefined;
  return { code: 'fits-display-names', args: { key, written, does: harmOf(rule), refused: sending?.type ?? null } };
}

type Flaw = Extract<PitfallFinding, { code: 'never-matches' }>['args']['because'];

function neverMatches(written: string): PitfallFinding | null {
  const because = flawOf(written);
  if (because === null) return null;
  return { code: 'never-matches', args: { written, because, instead: meant(written, because) } };
}

const NOT_IN_ADDRESS = /[\s\p{Cc}()<>[\]:;\\"]/u;

/** Why no mail can match an address pattern; null if one can. */
function flawOf(part: string): Flaw | null {
  if (canMatchAddress(part)) return null;
  const character = NOT_IN_ADDRESS.exec(part)?.[0];
  if (character !== undefined) return { character };
  const at = part.indexOf('@');
  if (at !== part.lastIndexOf('@')) return { character: '@' };
  const domain = part.slice(at + 1);
  // A domain has a dot and no empty labels, and no label starts with a hyphen.
  if (!/[.*]/.test(domain) || /^\.|\.$|\.\.|(?:^|\.)-/.test(domain)) return { domain };
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (at < 0 && isNoEnding(ending)) return { ending };
  const local = part.slice(0, Math.max(at, 0));
  const other = /[^\w'+.*-]+/.exec(local) ?? /[^A-Za-z\d.*-]+/.exec(domain);
  return { unaccepted: other?.[0] ?? (canMatchAddress(`@${domain}`) ? `${local}@` : `.${ending}`) };
}

/** Whether no domain ends with this label, as in `Inc!`, `5` and `B`, which end names and numbers. */
function isNoEnding(label: string): boolean {
  if (label.includes('*') || /^xn--/i.test(label)) return false;
  return /^[a-z]$/i.test(label) || /[^\p{L}\p{M}]/u.test(label);
}

/** What the author probably meant: any domain, one without the dot at its end, what is below it, or any that begins so. */
function meant(written: string, because: Flaw): string | null {
  if (!('domain' in because)) return null;
  if (because.domain === '') return written === '@' ? null : `${written}*`;
  const candidates = [written.replace(/\.$/, ''), written.replace(/^@?\./, '@*.'), written.replace(/\.$/, '.*')];
  return candidates.find((one) => one !== written && canMatchAddress(one)) ?? null;
}
