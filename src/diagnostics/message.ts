/**
 * What is said to a user, as stretches that are ours and stretches that are theirs. What others wrote is untrusted and may
 * hold a secret: each renderer escapes it in its own way, and the redactor looks at nothing else.
 */
import { grouped } from './counts.ts';
import { escapeControl, escapeLetters, escapeQuotes } from './escape-control.ts';
import { maskedUrls } from './masked-urls.ts';
import { shellWord } from './shell-word.ts';

export interface Theirs {
  theirs: string;
  /** How it is shown once secrets in it are hidden: whole, or cut. */
  show: (text: string) => string;
  /** It is a part of the text at the place of the diagnostic: all of it is secret where that text is. */
  ofPlace: boolean;
}

/** A string is ours. */
export type Parts = readonly (string | Theirs)[];

/** What is the case and why; then, apart, what to do. */
export interface Message {
  message: Parts;
  remedy?: Parts;
}

/** What a code implies besides its words. */
export interface Implied {
  /** How a command ends that it keeps from its work. Left out: as with wrong input. */
  exit?: 'failed' | 'refused' | 'interrupted';
  /** Where it ends a command. Left out: error. */
  severity?: 'info';
  /** false: it comes from the environment, so it matters only where something is to be sent. */
  offline?: false;
  /** What of the settings is wrong. Left out, of a connection: the API key. */
  scope?: 'option' | 'base-url' | 'proxy';
  /** What the other places of it are. Left out: the other one of two. */
  related?: 'The setting' | 'Also';
  /** Although all was made, somebody has to do something about it. */
  fixedByHand?: true;
  /** No later command could tell it, so it is shown with --quiet too. */
  toldOnce?: true;
  /** It keeps a run from being converged, whatever became of its changes. */
  openEnd?: true;
}

/** A topic: what each of its codes says, and what it implies. A new code is a row. */
export type Topic = Record<string, (args: never) => Message & Implied>;

/** The arguments of each code of a topic. */
export type ArgsOfTopic<T extends Topic> = {
  [C in keyof T]: Parameters<T[C]> extends [infer Args] ? Args : Record<never, never>;
};

type Piece = string | number | Theirs | Parts;
// Only text from our source has a literal type. Any other string must be marked as ours or theirs.
type Known<P> = P extends string ? (string extends P ? never : P) : P;

/** A template whose pieces are marked: theirs, ours, or parts that were made before. */
export function say<const P extends readonly Piece[]>(
  strings: TemplateStringsArray,
  ...pieces: P & { [K in keyof P]: Known<P[K]> }
): Parts {
  return strings.flatMap((text, index) => [...partsOf(pieces[index - 1] ?? []), ...(text === '' ? [] : [text])]);
}

function partsOf(piece: Piece): Parts {
  if (typeof piece === 'string' || typeof piece === 'number') return [String(piece)];
  return 'theirs' in piece ? [piece] : piece;
}

/** Words of ours that the types cannot know to be ours. */
export function ours(text: string): Parts {
  return [text];
}

/** A text of others, shown whole: a name, a path, words of a service. */
export function theirs(text: string): Theirs {
  return { theirs: text, show: (shown) => shown, ofPlace: false };
}

/** A text from a file, shown short: the line itself is below the message. `changed` is made of it before. */
export function short(text: string, changed: (masked: string) => string = (masked) => masked): Theirs {
  // What comes later cannot change what is shown, and a mail may bring a text of megabytes.
  const show = (shown: string) => cut(changed(maskedUrls(shown.slice(0, READ_OF_LONG))), LONGEST);
  return { theirs: text, show, ofPlace: false };
}

/** As short, for the text at the place of the diagnostic, or a part of it. */
export function value(text: string, changed?: (masked: string) => string): Theirs {
  return { ...short(text, changed), ofPlace: true };
}

/** In characters. */
const LONGEST = 60;
const READ_OF_LONG = 4096;

/** Shortens a text to at most `longest` characters; a shortened one ends in `…`. */
export function cut(text: string, longest: number): string {
  const characters = [...text.slice(0, longest * 2)];
  const isLong = text.length > longest * 2 || characters.length > longest;
  return isLong ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** A text of others between quotes; a quote in it gets a backslash, as in YAML. */
export function inQuotes(text: Theirs): Parts {
  return ['"', { ...text, show: (shown) => escapeQuotes(text.show(shown)) }, '"'];
}

/** As inQuotes, for an address, a host or a list of them at the place of the diagnostic: its letters outside ASCII are numbers. */
export function addressInQuotes(text: string): Parts {
  const shownShort = value(text);
  return ['"', { ...shownShort, show: (shown) => escapeLetters(escapeQuotes(shownShort.show(shown))) }, '"'];
}

/** A name in quotes. */
export function quoted(name: string): Parts {
  return inQuotes(theirs(name));
}

/** As quoted, for a name or a text of which the beginning is enough. */
export function shortQuoted(name: string): Parts {
  return inQuotes(short(name));
}

/** A word of a command that is to be typed, as a shell reads it. */
export function typed(word: string): Theirs {
  return { ...theirs(word), show: shellWord };
}

/** Items in a row, at most ten of them. */
export function list(items: readonly string[], show?: undefined, most?: number): Parts;
export function list<T>(items: readonly T[], show: (item: T) => Theirs | Parts, most?: number): Parts;
export function list<T>(
  items: readonly T[],
  show: (item: T) => Theirs | Parts = (item) => theirs(String(item)),
  most = 10,
): Parts {
  const some = joined(
    items.slice(0, most).map((item) => show(item)),
    ', ',
  );
  return items.length > most ? say`${some} and ${ours(grouped(items.length - most))} more` : some;
}

export function joined(items: readonly (Theirs | Parts)[], separator: ', ' | '; ' | ' and ' | ' or ' | ' '): Parts {
  return items.flatMap((item, index) => [...(index === 0 ? [] : [separator]), ...partsOf(item)]);
}

/** Words of a service as a sentence: many end in a period themselves. */
export function sentence(text: string): Parts {
  const whole = text.trimEnd();
  return /[.!?…]$/.test(whole) ? [theirs(whole)] : [theirs(whole), '.'];
}

/** A message with every text of others changed. */
export function withTheirs({ message, remedy }: Message, change: (part: Theirs) => Theirs): Message {
  const changed = (parts: Parts) => parts.map((part) => (typeof part === 'string' ? part : change(part)));
  return { message: changed(message), ...(remedy === undefined ? {} : { remedy: changed(remedy) }) };
}

/** For a terminal, a log and JSON. */
export function plain(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? part : escapeControl(part.show(part.theirs)))).join('');
}
