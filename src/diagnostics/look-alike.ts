import { withoutHidden } from './unseen.ts';

/** Curly and full-width quotes, which look like straight ones. */
export const CURLY_QUOTE = /[\u2018-\u201f\uff02\uff07]/;

/** Whether texts differ only in hidden characters, forms (NFKD) or scripts. Not whether letters look alike. */
export function looksAlike(one: string, other: string): boolean {
  const [left, right] = [bare(one), bare(other)];
  return left.length === right.length && left.every((character, at) => mayPassFor(character, right[at] ?? ''));
}

/** Whether people take two names for the same. A word of another script is another one, unless it is drawn alike. */
export function areTwins(one: string, other: string): boolean {
  if (one === other || !looksAlike(one, other)) return false;
  return drawn(one) === drawn(other) || mixesScripts(`${one} ${other}`);
}

/** Each name that is drawn like an earlier one, and that one. */
export function drawnAlike(names: readonly string[]): { name: string; other: string }[] {
  const first = new Map<string, string>();
  return names.flatMap((name) => {
    const other = first.get(drawn(name));
    if (other === undefined) first.set(drawn(name), name);
    return other === undefined ? [] : [{ name, other }];
  });
}

/** Letters of Cyrillic and Greek, and the Latin letters that fonts draw like them. */
const FOREIGN = 'аеорсухіјѕһԁԛԝӏАВЕКМНОРСТХІЈЅԚԜӀкοναιρυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const DRAWN_AS = 'aeopcyxijshdqwlABEKMHOPCTXIJSQWIkovaipukABEZHIKMNOPTYX';

/** A name as it is seen: two that differ in this can be told apart. */
function drawn(name: string): string {
  return bare(name)
    .map((letter) => DRAWN_AS[FOREIGN.indexOf(letter)] ?? letter)
    .join('');
}

/** Whether a word mixes Latin with Cyrillic or Greek, which have letters that look the same. */
export function mixesScripts(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => /\p{sc=Latin}/u.test(word) && /[\p{sc=Cyrillic}\p{sc=Greek}]/u.test(word));
}

function bare(text: string): string[] {
  return [...withoutHidden(text.normalize('NFKD'))];
}

// Letters of the same script are never alike, nor are letters with and without a mark.
const SCRIPTS = [/\p{ASCII}/u, /\p{sc=Latin}/u, /\p{sc=Greek}/u, /\p{sc=Cyrillic}/u];
const LATIN = 1;
const NOT_LIKE_ANY = /[ \n\p{M}\p{ExtPict}]/u;

function mayPassFor(one: string, other: string): boolean {
  if (one === other) return true;
  if (NOT_LIKE_ANY.test(one) || NOT_LIKE_ANY.test(other) || /^[ -~]+$/.test(one + other)) return false;
  return !/^\p{L}+$/u.test(one + other) || scriptOf(one) !== scriptOf(other);
}

/** The first address or host in a list that mixes scripts, or null. East Asian scripts count as one. */
export function mixedScripts(addresses: string): string | null {
  const words = addresses.split(/[\s,;|<>()"]+/).filter((word) => /[@.]/.test(word));
  const scriptsIn = (word: string) => new Set((word.match(/\p{L}/gu) ?? []).map((letter) => scriptOf(letter) || LATIN));
  return words.find((word) => scriptsIn(word).size > 1) ?? null;
}

function scriptOf(character: string): number {
  return SCRIPTS.findIndex((script) => script.test(character));
}

/** Returns the text between curly quotes if they enclose all of it; else null. */
export function inCurlyQuotes(text: string): string | null {
  const inner = text.trim().slice(1, -1);
  const [first, last] = [text.trim().charAt(0), text.trim().slice(-1)];
  return inner !== '' && CURLY_QUOTE.test(first) && CURLY_QUOTE.test(last) && !CURLY_QUOTE.test(inner) ? inner : null;
}
