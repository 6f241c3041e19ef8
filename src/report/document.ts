/**
 * What a report says, in no format. Builders make it of data; printers put it into a format. A string in it is ours: text of
 * others is always `Theirs`, which each printer escapes in its own way.
 */

import { grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Theirs, theirs } from '../diagnostics/message.ts';
import type { ShownRule } from '../model/plan.ts';
import { isNamed } from './lines.ts';
import type { Standing } from './standings.ts';

type Tone = 'danger' | 'warning' | 'good' | 'create' | 'replace' | 'delete' | 'note' | 'plain' | 'quiet';

/** Words in a line. What stands between backticks in ours is code in every format. */
export type Inline = readonly (string | Theirs | Span)[];

export interface Span {
  /** `rule`: the name of a rule. `quote`: a text of others. `name`: one that is clear without quotes, such as an address. */
  look: 'strong' | 'code' | 'rule' | 'quote' | 'name' | Tone;
  inside: Inline;
  /** The section of the same document that it leads to, where a format has links. */
  to?: string;
}

type Piece = string | number | Theirs | Span | Inline;
// Only text from our source has a literal type, as in `say`.
type Known<P> = P extends string ? (string extends P ? never : P) : P;

/** A line whose pieces are ours, theirs, or made by the functions below. */
export function line<const P extends readonly Piece[]>(
  strings: TemplateStringsArray,
  ...pieces: P & { [K in keyof P]: Known<P[K]> }
): Inline {
  return strings.flatMap((text, index) => [...inlineOf(pieces[index - 1] ?? []), ...(text === '' ? [] : [text])]);
}

function inlineOf(piece: Piece): Inline {
  if (typeof piece === 'string' || typeof piece === 'number') return [String(piece)];
  return 'theirs' in piece || 'look' in piece ? [piece] : piece;
}

export function look(how: Span['look'], inside: Inline, to?: string): Inline {
  return [{ look: how, inside, ...(to === undefined ? {} : { to }) }];
}

/** The name of a rule, with that of its account where it has one. */
export function ruleName({ account, name }: { account?: string | undefined; name: string }, to?: string): Inline {
  const own = look('rule', [theirs(name)], to);
  return isNamed(account) ? line`${theirs(account)}: ${own}` : own;
}

/** `a, b and 3 more`. */
export function inRow(items: readonly Inline[], most = Number.POSITIVE_INFINITY): Inline {
  const some = items.slice(0, most).flatMap((item, index) => (index === 0 ? item : [', ', ...item]));
  return items.length > most ? [...some, ` and ${grouped(items.length - most)} more`] : some;
}

export type Block =
  /** What it comes to; `beside` is said in the same line, and `about` where it is read first. */
  | { kind: 'title'; text: Inline; counts: readonly Count[]; beside: readonly Inline[]; about: Inline }
  | { kind: 'heading'; text: Inline; aside: Inline }
  /** `isBelow`: it goes on with what the text before it said. */
  | { kind: 'text'; text: Inline; tone: Tone; sign?: '!' | 'x'; isBelow?: true; detail?: Detail }
  | Callout
  /** Below a title, folded where a format can. */
  | { kind: 'list'; title: Inline; items: readonly Inline[]; detail: Detail }
  /** Accounts, the worst first. */
  | { kind: 'standings'; standings: readonly Standing[] }
  | { kind: 'problems'; diagnostics: readonly Diagnostic[] }
  /** All that a rule holds, or what differs between two. */
  | { kind: 'rule'; before: ShownRule | null; after: ShownRule | null; alike: Inline }
  /** To be typed: never broken, never escaped into something else. */
  | { kind: 'commands'; lead: Inline; commands: readonly string[] }
  | Section;

/** `verbose`: a terminal shows it with --verbose only. `page`: a page alone shows it besides. */
type Detail = 'verbose' | 'page';

export interface Count {
  number: number;
  label: string;
  tone: Tone;
}

/** What needs attention. Of its names a terminal shows `most`, or all with --verbose. */
export interface Callout {
  kind: 'callout';
  tone: 'danger' | 'warning' | 'good';
  title: Inline;
  names: readonly Inline[];
  most: number;
  /** What a terminal says of them at their place, beside what it is about. */
  problems: readonly Diagnostic[];
  lines: readonly Inline[];
  /** Where a terminal says it: after the title, before it, or not at all, since it is seen anyway. */
  place: 'verdict' | 'attention' | 'page';
}

/** Something that a format may fold: its summary is seen always. */
export interface Section {
  kind: 'section';
  id: string;
  op: 'create' | 'replace' | 'delete';
  summary: Inline;
  /** Where it comes from: beside the summary if there is room. */
  aside: Inline;
  /** What needs attention, in a few words each. */
  marks: readonly Inline[];
  /** What else the summary says where it is folded. */
  hint: Inline;
  body: readonly Block[];
}

/** `top` comes first; in a terminal last, where it is seen, and first too where the whole is longer than a screen. */
export interface Report {
  top: readonly Block[];
  body: readonly Block[];
  next: readonly Block[];
}
