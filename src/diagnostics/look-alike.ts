import { withoutHidden } from './unseen.ts';

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

// What of two of these looks alike, and of these and any other. A letter with a mark does not look like one without.
const SCRIPTS = [/\p{ASCII}/u, /\p{sc=Latin}/u, /\p{sc=Greek}/u, /\p{sc=Cyrillic}/u];
const NOT_LIKE_ANY = /[ \n\p{M}\p{ExtPict}]/u;

function mayPassFor(one: string, other: string): boolean {
  if (one === other) return true;
  if (NOT_LIKE_ANY.test(one) || NOT_LIKE_ANY.test(other)) return false;
  return scriptOf(one) !== scriptOf(other);
}

function scriptOf(character: string): number {
  return SCRIPTS.findIndex((script) => script.test(character));
}
