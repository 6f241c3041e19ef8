import { withoutHidden } from './unseen.ts';

/** What passes for a straight quote: the curly and the full-width ones. */
export const CURLY_QUOTE = /[\u2018-\u201f\uff02\uff07]/;

/**
 * Whether two texts may be taken for each other: they are the same but for hidden characters and compatible forms (NFKD), or
 * but for characters that have one of another script in their place. Whether two letters look alike is not asked.
 */
export function looksAlike(one: string, other: string): boolean {
  const [left, right] = [bare(one), bare(other)];
  return left.length === right.length && left.every((character, at) => mayPassFor(character, right[at] ?? ''));
}

function bare(text: string): string[] {
  return [...withoutHidden(text.normalize('NFKD'))];
}

// Letters of one script are told apart, and so are letters with a mark from those without.
const SCRIPTS = [/\p{ASCII}/u, /\p{sc=Latin}/u, /\p{sc=Greek}/u, /\p{sc=Cyrillic}/u];
const LATIN = 1;
const NOT_LIKE_ANY = /[ \n\p{M}\p{ExtPict}]/u;

function mayPassFor(one: string, other: string): boolean {
  if (one === other) return true;
  if (NOT_LIKE_ANY.test(one) || NOT_LIKE_ANY.test(other) || /^[ -~]+$/.test(one + other)) return false;
  return !/^\p{L}+$/u.test(one + other) || scriptOf(one) !== scriptOf(other);
}

/** The first address or host in a list that has letters of more than one script; those of East Asia go together. */
export function mixedScripts(addresses: string): string | null {
  const words = addresses.split(/[\s,;|<>()"]+/).filter((word) => /[@.]/.test(word));
  const scriptsIn = (word: string) => new Set((word.match(/\p{L}/gu) ?? []).map((letter) => scriptOf(letter) || LATIN));
  return words.find((word) => scriptsIn(word).size > 1) ?? null;
}

function scriptOf(character: string): number {
  return SCRIPTS.findIndex((script) => script.test(character));
}

/** What a text has between curly quotes, if these are around the whole of it; null where they are not. */
export function inCurlyQuotes(text: string): string | null {
  const inner = text.trim().slice(1, -1);
  const [first, last] = [text.trim().charAt(0), text.trim().slice(-1)];
  return inner !== '' && CURLY_QUOTE.test(first) && CURLY_QUOTE.test(last) && !CURLY_QUOTE.test(inner) ? inner : null;
}
