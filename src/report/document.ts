/** A report, independent of its format. Builders make it from data, and printers turn it into a format. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { theirs } from '../diagnostics/message.ts';
import type { Difference } from '../model/applied.ts';
import type { ShownRule } from '../model/plan.ts';
import type { Inline, Tone } from './inline.ts';
import type { Wording } from './wording.ts';

/** A heading for a part of a page. */
export function headingOf(text: Inline): Block {
  return { kind: 'heading', text, about: [], level: 3 };
}

export type Block =
  | Title
  /** Heads the blocks below it. `about` describes them. `level` defaults to 4. */
  | { kind: 'heading'; text: Inline; about: Inline; level?: 2 | 3 }
  | Text
  | Callout
  | Risks
  | Names
  /** A list with a lead. Always fully visible. */
  | { kind: 'items'; lead: Inline; items: readonly Inline[] }
  /** A list with a title. Folded in formats that can fold. */
  | { kind: 'list'; title: Inline; items: readonly Inline[]; detail?: Detail }
  /** Accounts, worst first. */
  | { kind: 'standings'; standings: readonly Standing[] }
  | { kind: 'problems'; diagnostics: readonly Diagnostic[] }
  /** What differs from the declared rules at the end, and how to resolve it. */
  | { kind: 'differences'; differences: readonly Difference[]; wording: Pick<Wording, 'wanted' | 'value'> }
  /** All values of a rule, or the differences between two. */
  | { kind: 'rule'; before: ShownRule | null; after: ShownRule | null; isBelow?: true }
  /** Commands to type. Never wrapped. */
  | { kind: 'commands'; lead: Inline; commands: readonly Inline[] }
  /** The first column has labels, the others have values. The foot is set apart. */
  | {
      kind: 'table';
      head: readonly Cell[];
      rows: readonly (readonly Cell[])[];
      foot?: readonly Cell[];
      /** Whether the values are words, not numbers. */
      isText?: true;
      /** For each row the value of its last column, which a terminal draws as a bar. */
      bars?: readonly number[];
    }
  /** Lines to copy into a file or a shell. */
  | { kind: 'code'; language: 'sh' | 'yaml'; lines: readonly string[] }
  | { kind: 'report'; report: Report }
  | Section;

/** Names on one line. Places have a lead, which makes a sentence of them. */
export type Names = { kind: 'names'; lead?: Inline; names: readonly Inline[]; detail?: Detail };

/** The result. `beside` follows on the same line. `about` describes the account, in formats that start with the title. */
type Title = { kind: 'title'; text: Inline; counts: readonly Count[]; beside: readonly Inline[]; about: Inline };

export function reportTitle(text: Inline, more: Partial<Title> = {}): Title {
  return { kind: 'title', counts: [], beside: [], about: [], ...more, text };
}

interface Text {
  kind: 'text';
  text: Inline;
  tone: Tone;
  sign?: '!' | 'x';
  /** Whether it continues the text before it. */
  isBelow?: true;
  /** Whether a terminal cuts it to one line unless --verbose is set. */
  isBrief?: true;
  detail?: Detail;
}

/** A block that terminals can print. `Entries` are for terminals only. */
export type TerminalBlock = Block | Entries;

/** A list of entries, each with blocks below it. */
export interface Entries {
  kind: 'entries';
  title?: Inline;
  entries: readonly Entry[];
  /** Maximum number of entries shown without --verbose. The others are counted. */
  most?: number;
  /** Whether there is an empty line between entries. */
  isLoose?: boolean;
  /** Whether entries start at the margin instead of being indented. */
  isFlush?: true;
  /** Where the blocks of an entry start: below its text, or near the left margin. */
  below?: 'text' | 'margin';
}

export interface Entry {
  /** Words before the text, aligned in columns. */
  columns?: readonly Inline[];
  text: Inline;
  below?: readonly TerminalBlock[];
}

export function paragraph(text: Inline, more: Partial<Omit<Text, 'kind' | 'text'>> = {}): Text {
  return { kind: 'text', tone: 'plain', ...more, text };
}

/** A callout in its place. */
export function callout(
  tone: Callout['tone'],
  title: Inline,
  lines: readonly Inline[] = [],
  more: Partial<Omit<Callout, 'kind' | 'tone' | 'title' | 'lines'>> = {},
): Callout {
  return { kind: 'callout', tone, title, names: [], problems: [], lines, place: 'here', ...more };
}

/** Another report inside this one. */
export function inner(report: Report): Block {
  return { kind: 'report', report };
}

/** Commands below a lead. Each one is a list of words. */
export function commandsBlock(lead: Inline, ...commands: readonly (readonly string[])[]): Block {
  return { kind: 'commands', lead, commands: commands.map((words) => [theirs(words.join(' '))]) };
}

/** Where a block is shown only: in a terminal with --verbose; there and on a page; or in Markdown, not in a terminal. */
export type Detail = 'verbose' | 'identity' | 'folded';

/** Null: unknown. */
export type Cell = Inline | null;

/** A count in a title. The tone `plain` marks secondary counts, such as unchanged rules. */
type Count = { number: number; label: string; tone: Tone };

/** Risks, each with the rules that carry it. For `place`, see `Callout`. */
interface Risks {
  kind: 'risks';
  risks: readonly { risk: Inline; names: readonly Inline[] }[];
  place: 'attention' | 'page';
}

/** Something that needs attention. Only a terminal shows the names of a verdict; other formats have them elsewhere. */
export interface Callout {
  kind: 'callout';
  tone: 'danger' | 'warning' | 'good' | 'note';
  title: Inline;
  names: readonly Inline[];
  /** Problems to list. A terminal shows them next to what they are about instead. */
  problems: readonly Diagnostic[];
  lines: readonly Inline[];
  remedy?: Inline;
  /** Where a terminal shows it: after the title, before it, in place, or not at all, as the details are shown anyway. */
  place: 'verdict' | 'attention' | 'here' | 'page';
  /** Whether a terminal cuts each line to its width. */
  isBrief?: boolean;
}

/** Changes with the same difference. If a format folds the section, its summary stays visible. */
export interface Section {
  kind: 'section';
  op: 'create' | 'replace' | 'delete';
  number: number;
  /** Whether a change deletes a rule, carries a risk or is refused. */
  isDangerous: boolean;
  /** Whether the changes come from the base, and are left alone. */
  isHeld: boolean;
  summary: Inline;
  /** The difference in a few words, where the summary stands alone. */
  gist: Inline;
  /** Where the changes are declared. A terminal shows it beside the summary. */
  aside: Inline;
  /** Warnings of a few words each. */
  marks: readonly Inline[];
  /** Additional text for the summary of a folded section. */
  hint: Inline;
  body: readonly Block[];
}

export type State = 'failed' | 'refused' | 'differs' | 'changes' | 'nothing';

/** The state of an account in a few words. `deletes` and `changes` only sort accounts of the same state. */
export type Standing = { name: string; state: State; words: Inline; deletes: number; changes: number };

/** A terminal prints `top` last, where it stays visible; of a report longer than a screen, first too. Others: first. */
export type Report<B = Block> = { top: readonly Block[]; body: readonly B[]; next: readonly B[] };

/** A report that only a terminal prints. It has no `top`. */
export type TerminalReport = Report<TerminalBlock>;

export function terminalReport(body: readonly TerminalBlock[], next: readonly TerminalBlock[] = []): TerminalReport {
  return { top: [], body, next };
}
