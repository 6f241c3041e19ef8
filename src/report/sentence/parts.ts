/** The parts of a sentence about a rule that come from others, and lists of them. */
import { grouped } from '../../diagnostics/counts.ts';
import { theirs } from '../../diagnostics/message.ts';
import type { ShownText } from '../../model/plan.ts';
import { type Inline, line, look } from '../inline.ts';

/** In characters. The start of a long text is enough to recognize it. */
const LONGEST = 80;

// An address, a domain, or a single capitalized word, which our own words never contain.
const NAME = /^(?=\p{Lu}|.*[@.])[\p{L}\p{M}\p{N}@*_+./-]+(?<!\.)$/u;
// The placeholder of a secret within a text.
const STAND_IN = /^\(secret \w+\)$/;

/** Text from others, on one line. It has quotes if it could be taken for our own words. A long one is cut at a word. */
export function theirWords(value: Exclude<ShownText, null>): Inline {
  if (typeof value === 'object') return look('name', [theirs(value.shown)]);
  const whole = value.replace(/\s+/g, ' ').trim();
  const text = cutAtWord(whole);
  if (text === whole) return look(NAME.test(text) || STAND_IN.test(text) ? 'name' : 'quote', [theirs(text)]);
  return look('quote', [theirs(text), /^\S*$/.test(text) ? '…' : ' …']);
}

/** Joins values: `a, b or c`. `last` comes before the last one. If there are more than `most`, the rest is counted. */
export function joinWords(values: readonly Inline[], last: ' and ' | ' or ' | ', then ', most = 5): Inline {
  const left = values.length - most;
  const items = left > 0 ? [...values.slice(0, most), line`${grouped(left)} more`] : values;
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [index === items.length - 1 ? last : ', ', ...item];
  });
}

function cutAtWord(text: string): string {
  const characters = [...text.slice(0, LONGEST * 2)];
  if (text.length <= LONGEST * 2 && characters.length <= LONGEST) return text;
  const start = characters.slice(0, LONGEST).join('');
  const word = start.lastIndexOf(' ');
  // A word that takes up most of the room is cut in two.
  return (word > LONGEST / 2 ? start.slice(0, word) : start).trimEnd();
}
