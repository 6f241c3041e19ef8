/** The parts of a sentence about a rule: our own words, and text from others, which each renderer escapes in its own way. */

import { grouped } from '../../diagnostics/counts.ts';
import type { ShownText } from '../../model/plan.ts';

export type SentencePart =
  /** Our own words. */
  | { kind: 'words'; text: string }
  /** Text from others that could be taken for our own words without quotes. */
  | { kind: 'text'; text: string; isCut: boolean }
  /** Text from others that is clear without quotes, such as an address. */
  | { kind: 'name'; text: string; isCut: boolean };

/** In characters. The start of a long text is enough to recognize it. */
const LONGEST = 80;
/** Maximum number of list entries to name. */
const MOST = 5;

// An address, a domain, or a single capitalized word, which our own words never contain.
const NAME = /^(?=\p{Lu}|.*[@.])[\p{L}\p{M}\p{N}@*_+./-]+(?<!\.)$/u;
// The placeholder of a secret within a text.
const STAND_IN = /^\(secret \w+\)$/;

export function ourPart(text: string): SentencePart[] {
  return [{ kind: 'words', text }];
}

/** Text from others, on one line. A long one is cut at a word. */
export function theirPart(value: Exclude<ShownText, null>): SentencePart[] {
  if (typeof value === 'object') return [{ kind: 'name', text: value.shown, isCut: false }];
  const { text, isCut } = cutAtWord(value.replace(/\s+/g, ' ').trim());
  const kind = !isCut && (NAME.test(text) || STAND_IN.test(text)) ? 'name' : 'text';
  return [{ kind, text, isCut }];
}

/** Joins values: `a, b or c`. `last` comes before the last one. If there are more than `most`, the rest is counted. */
export function joinParts(
  values: readonly SentencePart[][],
  last: ' and ' | ' or ' | ', then ',
  most = MOST,
): SentencePart[] {
  const left = values.length - most;
  const items = left > 0 ? [...values.slice(0, most), ourPart(`${grouped(left)} more`)] : values;
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [...ourPart(index === items.length - 1 ? last : ', '), ...item];
  });
}

function cutAtWord(text: string): { text: string; isCut: boolean } {
  const characters = [...text.slice(0, LONGEST * 2)];
  if (text.length <= LONGEST * 2 && characters.length <= LONGEST) return { text, isCut: false };
  const start = characters.slice(0, LONGEST).join('');
  const word = start.lastIndexOf(' ');
  // A word that takes up most of the room is cut in two.
  return { text: (word > LONGEST / 2 ? start.slice(0, word) : start).trimEnd(), isCut: true };
}
