/** The parts of a sentence about a rule: our own words, and text from others, which each renderer escapes in its own way. */

import { grouped } from '../../diagnostics/counts.ts';
import type { ShownText } from '../../model/plan.ts';

export type SentencePart =
  /** Our own words. */
  | { kind: 'words'; text: string }
  /** Text from others that could be taken for our own words without quotes around it. */
  | { kind: 'text'; text: string; isCut: boolean }
  /** Text from others that is clear without quotes, such as an address. */
  | { kind: 'name'; text: string; isCut: boolean };

/** In characters: of a long text it is enough to see which it is. */
const LONGEST = 80;
/** Entries of a list that are named. */
const MOST = 5;

// An address, a domain, or one word that begins with a capital: none of the words of a sentence do.
const NAME = /^(?=\p{Lu}|.*[@.])[\p{L}\p{M}\p{N}@*_+./-]+(?<!\.)$/u;
// What stands for a secret within a text.
const STAND_IN = /^\(secret \w+\)$/;

export function words(text: string): SentencePart[] {
  return [{ kind: 'words', text }];
}

/** What others wrote, on one line: a long one is cut on a word. */
export function said(value: Exclude<ShownText, null>): SentencePart[] {
  if (typeof value === 'object') return [{ kind: 'name', text: value.shown, isCut: false }];
  const { text, isCut } = cut(value.replace(/\s+/g, ' ').trim());
  const kind = !isCut && (NAME.test(text) || STAND_IN.test(text)) ? 'name' : 'text';
  return [{ kind, text, isCut }];
}

/** `a, b or c`, by what stands before the last; of a long list how many more there are. */
export function listed(
  values: readonly SentencePart[][],
  last: ' and ' | ' or ' | ', then ',
  most = MOST,
): SentencePart[] {
  const left = values.length - most;
  const items = left > 0 ? [...values.slice(0, most), words(`${grouped(left)} more`)] : values;
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [...words(index === items.length - 1 ? last : ', '), ...item];
  });
}

function cut(text: string): { text: string; isCut: boolean } {
  const characters = [...text.slice(0, LONGEST * 2)];
  if (text.length <= LONGEST * 2 && characters.length <= LONGEST) return { text, isCut: false };
  const start = characters.slice(0, LONGEST).join('');
  const word = start.lastIndexOf(' ');
  // A word that takes nearly all of the room is cut itself.
  return { text: (word > LONGEST / 2 ? start.slice(0, word) : start).trimEnd(), isCut: true };
}
