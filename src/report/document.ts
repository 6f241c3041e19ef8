/**
 * What a report says, in no format. Builders make it of data; printers put it into a format. A string in it is ours: text of
 * others is always `Theirs`, which each printer escapes in its own way.
 */

import { grouped } from '../diagnostics/counts.ts';
import { messageOf } from '../diagnostics/describe.ts';
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import { type Parts, type Theirs, theirs } from '../diagnostics/message.ts';
import type { Difference } from '../model/applied.ts';
import type { Counts, ShownRule } from '../model/plan.ts';
import { isNamed } from './lines.ts';
import type { Wording } from './wording.ts';

export type Tone = 'danger' | 'warning' | 'good' | 'create' | 'replace' | 'delete' | 'note' | 'plain' | 'quiet';

/** Words in a line. What stands between backticks in ours is code in every format. */
export type Inline = readonly (string | Theirs | Span)[];

export interface Span {
  /** `rule`: the name of a rule. `quote`: a text of others. `name`: one that is clear without quotes, such as an address. */
  look: 'strong' | 'code' | 'rule' | 'quote' | 'name' | 'link' | Tone;
  inside: Inline;
  /** Of a link its address; else the section of the same document that it leads to, where a format has links. */
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
  return isNamed(account) ? line`${accountName(account)}: ${own}` : own;
}

export function accountName(name: string): Inline {
  return look('name', [theirs(name)]);
}

/** Words that lead to an address in the web. */
export function link(words: Inline, address: string): Inline {
  return look('link', words, address);
}

/** Where a rule is declared. */
export function placeName({ file, line: number }: Pick<Place, 'file' | 'line'>): Inline {
  return look('code', line`${theirs(file)}:${number}`);
}

/** `a, b and 3 more`. */
export function inRow(items: readonly Inline[], most = Number.POSITIVE_INFINITY): Inline {
  const some = items.slice(0, most).flatMap((item, index) => (index === 0 ? item : [', ', ...item]));
  return items.length > most ? [...some, ` and ${grouped(items.length - most)} more`] : some;
}

/** What a diagnostic says, where it is said already that something is refused. */
export function reasonIn(diagnostic: Diagnostic): Inline {
  const [first, ...rest] = messageOf(diagnostic).message;
  return typeof first === 'string' && first.startsWith(REFUSED)
    ? [first.slice(REFUSED.length), ...rest]
    : [...(first === undefined ? [] : [first]), ...rest];
}

const REFUSED = 'Refused: ';

/** What a diagnostic says and what to do. */
export function messageLine(diagnostic: Diagnostic): Parts {
  const { message, remedy = [] } = messageOf(diagnostic);
  return remedy.length === 0 ? message : [...message, ' ', ...remedy];
}

/** What a diagnostic is about, what it says and what to do, in a row. */
export function noticeLine(diagnostic: Diagnostic, message: Inline = messageOf(diagnostic).message): Inline {
  const { account, rule, place } = diagnostic;
  const { remedy = [] } = messageOf(diagnostic);
  const whose = isNamed(account) ? line`${accountName(account)}: ` : [];
  const about = rule === undefined ? whose : line`${ruleName({ account, name: rule })}: `;
  const where = place === undefined ? [] : line` (${placeName(place)})`;
  return line`${about}${message}${remedy.length === 0 ? [] : line` ${remedy}`}${where}`;
}

/** What a diagnostic is, in a word. */
export function severityName({ severity }: Diagnostic): 'Error' | 'Warning' | 'Note' {
  return ({ error: 'Error', warning: 'Warning', info: 'Note' } as const)[severity];
}

/** Of a part of a page. */
export function headingOf(text: Inline): Block {
  return { kind: 'heading', text, about: [], level: 3 };
}

export type Block =
  /** What it comes to; `beside` is said in the same line, and `about` where it is read first. */
  | { kind: 'title'; text: Inline; counts: readonly Count[]; beside: readonly Inline[]; about: Inline }
  /** Of what follows; `about` is said of it where nothing else says it. `level`: 4 if left out. */
  | { kind: 'heading'; text: Inline; about: Inline; level?: 2 | 3 }
  | Text
  | Callout
  /** Names in a row. */
  | { kind: 'names'; names: readonly Inline[] }
  /** Below a line, all in sight. */
  | { kind: 'items'; lead: Inline; items: readonly Inline[] }
  /** Below a title, folded where a format can. */
  | { kind: 'list'; title: Inline; items: readonly Inline[]; detail?: Detail }
  /** Accounts, the worst first. */
  | { kind: 'standings'; standings: readonly Standing[] }
  | { kind: 'problems'; diagnostics: readonly Diagnostic[] }
  /** What is not as declared at the end, and how to settle it. */
  | { kind: 'differences'; differences: readonly Difference[]; wording: Pick<Wording, 'wanted' | 'value'> }
  /** All that a rule holds, or what differs between two. */
  | { kind: 'rule'; before: ShownRule | null; after: ShownRule | null; alike: Inline; isBelow?: true }
  /** To be typed: never broken, never wrapped. */
  | { kind: 'commands'; lead: Inline; commands: readonly Inline[] }
  /** The first column holds words, the others hold values; the foot is set apart. */
  | { kind: 'table'; head: readonly Cell[]; rows: readonly (readonly Cell[])[]; foot?: readonly Cell[] }
  /** For a file or a shell, to be copied. */
  | { kind: 'code'; language: 'sh' | 'yaml'; lines: readonly string[] }
  /** Another report inside of this one, folded where it has a summary. */
  | { kind: 'report'; summary: Inline; report: Report }
  | Chart
  | Section;

export interface Text {
  kind: 'text';
  text: Inline;
  tone: Tone;
  sign?: '!' | 'x';
  /** It continues what the text before it said. */
  isBelow?: true;
  /** A terminal cuts it to its width, unless everything is wanted. */
  isBrief?: true;
  detail?: Detail;
}

/** What only terminals print. */
export type TerminalBlock = Block | Entries;

/** Things one below the other, each with what belongs to it. */
export interface Entries {
  kind: 'entries';
  title?: Inline;
  entries: readonly Entry[];
  /** How many are shown unless everything is wanted; the others are counted. */
  most?: number;
  /** Has an empty line between entries. */
  isLoose?: true;
  /** Begins at the margin. Left out: indented. */
  isFlush?: true;
  /** Where what belongs to an entry begins: below its text, or near the left margin. */
  below?: 'text' | 'margin';
}

export interface Entry {
  /** Words before the text, which are in columns. */
  columns?: readonly Inline[];
  text: Inline;
  below?: readonly TerminalBlock[];
}

/** A paragraph. */
export function paragraph(text: Inline, more: Partial<Omit<Text, 'kind' | 'text'>> = {}): Text {
  return { kind: 'text', tone: 'plain', ...more, text };
}

/** Commands below a lead. Each is its words as they are typed. */
export function commandsBlock(lead: Inline, ...commands: readonly (readonly string[])[]): Block {
  return { kind: 'commands', lead, commands: commands.map((words) => [theirs(words.join(' '))]) };
}

/**
 * Where a block is shown that is not shown everywhere. `verbose`: in a terminal with --verbose only. `identity`: as verbose,
 * and not in a comment. `folded`: where sections are folded, not in a terminal. `page`, `comment`: in that alone.
 */
export type Detail = 'verbose' | 'identity' | 'folded' | 'page' | 'comment';

/** null: not known. */
export type Cell = Inline | null;

export interface Chart {
  kind: 'chart';
  title: Inline;
  bars: readonly Bar[];
  unit: string;
  /** A second series, where a format can draw one. */
  line?: { title: string; values: readonly number[] };
  /** Heads of the labels and values, for a format whose charts show no values. Left out: a table follows. */
  head?: readonly [string, string];
  detail?: Detail;
}

export interface Bar {
  label: Inline;
  value: number;
  /** The value in words. */
  shown: Inline;
  /** Said above it. */
  note?: Inline;
}

/** With the tone `plain` it is beside what a title counts. */
export interface Count {
  number: number;
  label: string;
  tone: Tone;
  /** Only a page shows it. */
  isPage?: true;
}

/** What needs attention. Of its names a format shows `most` at once; of a verdict only a terminal does, which says the rest elsewhere. */
export interface Callout {
  kind: 'callout';
  tone: 'danger' | 'warning' | 'good' | 'note';
  title: Inline;
  names: readonly Inline[];
  most: number;
  /** What a terminal says of them at their place, beside what it is about. */
  problems: readonly Diagnostic[];
  lines: readonly Inline[];
  /** What to do about it. */
  remedy?: Inline;
  /** Where a terminal says it: after the title, before it, where it stands, or not at all, since it is seen anyway. */
  place: 'verdict' | 'attention' | 'here' | 'page';
  /** A terminal cuts its lines to the width. */
  isBrief?: boolean;
}

/** Changes with one difference, which a format may fold: its summary is seen always. */
export interface Section {
  kind: 'section';
  id: string;
  op: 'create' | 'replace' | 'delete';
  /** How many changes. */
  number: number;
  /** Whether it is of those to be seen first. */
  isDangerous: boolean;
  summary: Inline;
  /** Where it comes from: in a terminal beside the summary if there is room. */
  aside: Inline;
  /** What needs attention, in a few words each. */
  marks: readonly Inline[];
  /** What else the summary says where it is folded. */
  hint: Inline;
  body: readonly Block[];
  /** What a page can be filtered by. */
  facets: readonly Facet[];
  detail?: Detail;
}

export interface Facet {
  of: 'account' | 'risk' | 'mails' | 'status';
  /** One word. */
  value: string;
  label: string;
}

export type State = 'failed' | 'refused' | 'differs' | 'changes' | 'nothing';

/** An account in a few words; `deletes` and `changes` only order those of one state. */
export interface Standing {
  name: string;
  state: State;
  words: Inline;
  deletes: number;
  changes: number;
  /** What a page has room for besides. */
  baseUrl?: string;
  numbers?: Counts & { live: number; declared: number };
}

/** `top` comes first; in a terminal last, where it is seen, and first too where the whole is longer than a screen. */
export interface Report<B = Block> {
  top: readonly Block[];
  body: readonly B[];
  next: readonly B[];
}

/** A report that only a terminal prints; nothing of it is repeated at the end. */
export type TerminalReport = Report<TerminalBlock>;

export function terminalReport(body: readonly TerminalBlock[], next: readonly TerminalBlock[] = []): TerminalReport {
  return { top: [], body, next };
}
