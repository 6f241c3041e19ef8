/** Text within a line, in any format. Plain strings are our words. Text from others is `Theirs`: each printer escapes it. */
import { type Described, messageOf } from '../diagnostics/describe.ts';
import type { Place } from '../diagnostics/diagnostic.ts';
import { type Parts, type Tag, type Theirs, theirs, woven } from '../diagnostics/message.ts';
import { isNamed } from './lines.ts';

export type Tone = 'danger' | 'warning' | 'good' | 'create' | 'replace' | 'delete' | 'note' | 'plain' | 'quiet';

/** Text within a line. Backticks in our own words mark code in every format. */
export type Inline = readonly (string | Theirs | Span)[];

export interface Span {
  /** `rule`: the name of a rule. `quote`: text from others. `name`: text that is clear without quotes: an address. */
  look: 'strong' | 'code' | 'rule' | 'quote' | 'name' | 'link' | Tone;
  inside: Inline;
  /** The URL of a link. */
  to?: string;
}

type Piece = string | number | Theirs | Span | Inline;

/** Builds a line from our own words, text from others, and the results of the functions below. */
export const line: Tag<Piece, Inline> = (strings, ...pieces) => woven<Theirs | Span>(strings, pieces);

export function look(how: Span['look'], inside: Inline): Inline {
  return [{ look: how, inside }];
}

/** The name of a rule, preceded by the name of its account if that has one. */
export function ruleName({ account, name }: { account?: string | undefined; name: string }): Inline {
  return line`${accountLead(account)}${quotedName(name)}`;
}

/** What precedes something of an account: its name and a colon. Empty for an account without a name. */
export function accountLead(account: string | undefined): Inline {
  return isNamed(account) ? line`${accountName(account)}: ` : [];
}

/** A name in quotes where a format needs them, as for a rule, a test or a sample mail. */
export function quotedName(name: string): Inline {
  return look('rule', [theirs(name)]);
}

export function accountName(name: string): Inline {
  return look('name', [theirs(name)]);
}

/** Words that link to a URL. */
export function link(words: Inline, address: string): Inline {
  return [{ look: 'link', inside: words, to: address }];
}

/** The place where a rule is declared, as `file:line`, and which file does not count for it. */
export function placeName({ file, line: number, overrides }: Omit<Place, 'column'>): Inline {
  const other = overrides === undefined ? [] : line`, in place of ${look('code', [theirs(overrides)])}`;
  return line`${look('code', line`${theirs(file)}:${number}`)}${other}`;
}

/** The most names that a callout shows. */
export const MOST_RISKY = 5;

/** Returns the message and the remedy of a diagnostic. */
export function messageLine(described: Described): Parts {
  const { message, remedy = [] } = messageOf(described);
  return remedy.length === 0 ? message : [...message, ' ', ...remedy];
}
