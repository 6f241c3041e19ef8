/** What of an entry the service does not know, and what means the same to it. */
import type { StaticKey } from '../../model/rule.ts';
import type { Meaning } from './meaning.ts';
import { insideOf } from './pieces.ts';
import { globOf } from './regex.ts';

type Found = Exclude<Meaning['is'], 'text'>;

/** What of an entry the service does not know, the most harmful first; null if it reads the entry as its author does. */
export function operatorOf(meaning: Meaning): { is: Found; sign: string } | null {
  const all = operatorsOf(meaning);
  return ORDER.flatMap((is) => all.find((one) => one.is === is) ?? [])[0] ?? null;
}

const ORDER: readonly Found[] = ['not', 'all', 'field', 'regex', 'any', 'phrase', 'encoded'];

function operatorsOf(meaning: Meaning): { is: Found; sign: string }[] {
  if (meaning.is === 'text') return [];
  const inner = 'of' in meaning ? [meaning.of].flat().flatMap(operatorsOf) : [];
  // A name beside an address is not an operator, but a group beside another text is.
  const isGroup = (one: Meaning) => one.is === 'any' && (one.of.length > 1 || one.of[0]?.is === 'any');
  return meaning.is === 'all' && meaning.sign === ' ' && !meaning.of.some(isGroup) ? inner : [meaning, ...inner];
}

/** The parts that mean the same to the service; null if it cannot say so. */
export function partsMeaning(key: StaticKey, meaning: Meaning): string[] | null {
  switch (meaning.is) {
    case 'not':
    case 'all':
      return null;
    case 'any': {
      const parts = meaning.of.map((one) => partsMeaning(key, one));
      // Brackets and quotes that are left in an alternative may hold others.
      const isOpen = key === 'subject' && parts.flat().some((part) => /[(){}"“]/.test(part ?? ''));
      return isOpen || parts.includes(null) ? null : parts.flatMap((some) => some ?? []);
    }
    case 'field': {
      // `subject:(a b)` is any order of these.
      if (meaning.of.is === 'text' && insideOf(meaning.of.text, 'brackets') !== null) return null;
      const name = meaning.sign.slice(0, -1).toLowerCase();
      return name === key || (name === 'mailto' && key !== 'subject') ? partsMeaning(key, meaning.of) : null;
    }
    case 'regex': {
      const glob = globOf(key, meaning.text);
      return glob === null ? null : [glob];
    }
    default:
      // A `|` separates, whatever is around it, and `*` alone fits every subject.
      return key === 'subject' && /\||^[*\s]*$/.test(meaning.text) ? null : [meaning.text.trim()];
  }
}
