/**
 * A message to users, in pieces that are ours and pieces from others. Text from others is untrusted and may contain
 * secrets. Each renderer escapes it in its own way, and the redactor only looks at it.
 */
import { grouped } from './counts.ts';
import { escapeControl, escapeLetters, escapeQuotes } from './escape-control.ts';
import { maskedUrls } from './masked-urls.ts';
import { shellWord } from './yaml-text.ts';

export interface Theirs {
  theirs: string;
  /** Formats the text after secrets in it were hidden: whole, or cut. */
  show: (text: string) => string;
  /** Whether it is part of the text at the diagnostic's place. If that text is secret, so is all of this one. */
  ofPlace: boolean;
}

/** Strings are our own words. */
export type Parts = readonly (string | Theirs)[];

/** What is wrong and why, and separately what to do. */
export interface Message {
  message: Parts;
  remedy?: Parts;
  /** Whether it says why something is refused. `Refused: ` precedes it where nothing else says so. */
  isRefusal?: true;
}

/** What a code implies besides its text. */
export interface Implied {
  /** The exit code of a command that it stops. Omitted: that of invalid input. */
  exit?: 'failed' | 'refused';
  /** The severity if it ends a command. Omitted: error. */
  severity?: 'info';
  /** False if it is about the environment, which only matters for requests. */
  offline?: false;
  /** The kind of setting that is wrong. Omitted, for a connection: the API key. */
  scope?: 'base-url' | 'proxy';
  /** The label of its related places. Omitted: "The other one". */
  related?: 'The setting';
  /** Whether a person has to act although all changes were made. */
  fixedByHand?: true;
  /** Whether no later command would repeat it. It is then shown with --quiet too. */
  toldOnce?: true;
}

/** A topic: the text of each of its codes, and what the code implies. Each code is a row. */
export type Topic = Record<string, (args: never) => Message & Implied>;

export type ArgsOfTopic<T extends Topic> = {
  [C in keyof T]: Parameters<T[C]> extends [infer Args] ? Args : Record<never, never>;
};

export type FindingOf<T extends Topic> = { [C in keyof T]: { code: C; args: ArgsOfTopic<T>[C] } }[keyof T];

type Piece = string | number | Theirs | Parts;
// Only text in our source has a literal type. Other strings must be marked as ours or theirs.
type Known<P> = P extends string ? (string extends P ? never : P) : P;

/** A tag for templates of our own words and these pieces. */
export type Tag<Piece, Result> = <const P extends readonly Piece[]>(
  strings: TemplateStringsArray,
  ...pieces: P & { [K in keyof P]: Known<P[K]> }
) => Result;

/** Builds a message from our own words, text from others, and other parts. */
export const say: Tag<Piece, Parts> = (strings, ...pieces) => woven<Theirs>(strings, pieces);

export const REFUSED = 'Refused: ';

export const refusal: Tag<Piece, { message: Parts; isRefusal: true }> = (strings, ...pieces) => {
  return { message: woven<Theirs>(strings, pieces), isRefusal: true };
};

type Woven<Part> = string | number | Part | readonly (string | Part)[];

export function woven<Part extends object>(
  strings: TemplateStringsArray,
  pieces: readonly Woven<Part>[],
): (string | Part)[] {
  return strings.flatMap((text, index) => [...partsOf(pieces[index - 1] ?? []), ...(text === '' ? [] : [text])]);
}

function partsOf<Part extends object>(piece: Woven<Part>): readonly (string | Part)[] {
  if (typeof piece !== 'object') return [String(piece)];
  return Symbol.iterator in piece ? piece : [piece];
}

/** Marks words as ours if the types cannot tell. */
export function ours(text: string): Parts {
  return [text];
}

/** Marks text from others, to be shown whole: a name, a path, words of a service. */
export function theirs(text: string): Theirs {
  return { theirs: text, show: (shown) => shown, ofPlace: false };
}

/** Marks text from a file, to be shown short, since the whole line is shown below. `changed` is applied first. */
export function short(text: string, changed: (masked: string) => string = (masked) => masked): Theirs {
  // The rest cannot affect what is shown, and a mail may contain megabytes.
  const show = (shown: string) => cut(changed(maskedUrls(shown.slice(0, READ_OF_LONG))), LONGEST);
  return { theirs: text, show, ofPlace: false };
}

/** Like `short`, for the text at the diagnostic's place, or a part of it. */
export function value(text: string, changed?: (masked: string) => string): Theirs {
  return { ...short(text, changed), ofPlace: true };
}

/** In characters. */
const LONGEST = 60;
const READ_OF_LONG = 4096;

/** Shortens a text to at most `longest` characters. A shortened text ends in `…`. */
export function cut(text: string, longest: number): string {
  const characters = [...text.slice(0, longest * 2)];
  const isLong = text.length > longest * 2 || characters.length > longest;
  return isLong ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** Quotes text from others. Quotes in it get a backslash, as in YAML. */
export function inQuotes(text: Theirs): Parts {
  return ['"', { ...text, show: (shown) => escapeQuotes(text.show(shown)) }, '"'];
}

/** Like `inQuotes`, for addresses or hosts at the diagnostic's place. Letters outside ASCII are shown as codes. */
export function addressInQuotes(text: string): Parts {
  const shownShort = value(text);
  return ['"', { ...shownShort, show: (shown) => escapeLetters(escapeQuotes(shownShort.show(shown))) }, '"'];
}

export function quoted(name: string): Parts {
  return inQuotes(theirs(name));
}

/** Like `quoted`, for a text whose start is enough. */
export function shortQuoted(name: string): Parts {
  return inQuotes(short(name));
}

/** Like `quoted`, for the text at the diagnostic's place, or a part of it. */
export function quotedValue(text: string): Parts {
  return inQuotes(value(text));
}

/** Like `quotedValue`, for what is to be written: it is never shortened. */
export function quotedWhole(text: string): Parts {
  return inQuotes({ ...theirs(text), ofPlace: true });
}

/** Marks a word of a command to type, quoted for a shell. */
export function typed(word: string): Theirs {
  return { ...theirs(word), show: shellWord };
}

/** Joins at most ten items with commas and counts the rest. */
export function list<T = string>(
  items: readonly T[],
  show: (item: T) => Theirs | Parts = (item) => theirs(String(item)),
  most = 10,
): Parts {
  const shown = items.map((item) => partsOf<Theirs>(show(item)));
  return inRow(shown, most);
}

/** Joins items: `a, b and 3 more`. */
export function inRow<Part>(
  items: readonly (readonly Part[])[],
  most = Number.POSITIVE_INFINITY,
): readonly (string | Part)[] {
  const some = items.slice(0, most).flatMap<string | Part>((item, index) => (index === 0 ? item : [', ', ...item]));
  return items.length > most ? [...some, ` and ${grouped(items.length - most)} more`] : some;
}

export function joined(items: readonly (Theirs | Parts)[], separator: ', ' | '; ' | ' and ' | ' or ' | ' '): Parts {
  return items.flatMap((item, index) => [...(index === 0 ? [] : [separator]), ...partsOf(item)]);
}

/** Joins texts, each on lines of its own. Leaves out empty ones. */
export function joinedLines(texts: readonly Parts[]): Parts {
  return texts.filter(({ length }) => length > 0).flatMap((text, index) => (index === 0 ? text : ['\n', ...text]));
}

/** Ends the words of a service with a period, unless they have one. */
export function sentence(text: string): Parts {
  const whole = text.trimEnd();
  return /[.!?…]$/.test(whole) ? [theirs(whole)] : [theirs(whole), '.'];
}

/** Applies changes to all text from others in a message, and to our own. */
export function withTheirs(
  { message, remedy, isRefusal }: Message,
  change: (part: Theirs) => Theirs,
  ours = (text: string) => text,
): Message {
  const changed = (parts: Parts) => parts.map((part) => (typeof part === 'string' ? ours(part) : change(part)));
  return { message: changed(message), ...(remedy && { remedy: changed(remedy) }), ...(isRefusal && { isRefusal }) };
}

/** Returns plain text for a terminal, a log or JSON. */
export function plain(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? part : escapeControl(part.show(part.theirs)))).join('');
}
