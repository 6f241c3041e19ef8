/** Prints layouts: two spaces of indentation, small mappings on one line, long texts as blocks, senders on lines that merge. */
import { type Block, foldedBlock, literalBlock, oneLine, quotedBlock } from './scalar.ts';
import {
  type Collection,
  type CommentNode,
  type Entry,
  isCollection,
  type Layout,
  type LayoutLevel,
  levelBelow,
  rootLevel,
  type TextNode,
  type ValueNode,
} from './tree.ts';

/** A text that can be broken stays on the line of its key up to this column. */
const TEXT_WIDTH = 100;
/** And a mapping of short texts up to this one. */
const MAPPING_WIDTH = 80;
/** The levels whose mappings may be on one line. */
const INLINE: ReadonlySet<LayoutLevel> = new Set<LayoutLevel>(['static', 'fields', 'reference']);

/** Prints the documents of a file. `rest`: the comments of a file without documents. */
export function printLayouts(layouts: readonly Layout[], rest: readonly CommentNode[] = []): string {
  const lines: string[] = [];
  for (const { head, root } of layouts) {
    if (lines.length > 0) lines.push('---');
    const start = lines.length;
    printComments(head, 0, start, lines);
    if (root.anchor !== null) lines.push(root.anchor);
    printEntries(root, rootLevel(root), 0, start, lines);
  }
  printComments(rest, 0, 0, lines);
  return lines.map((line) => `${line}\n`).join('');
}

/** `start`: the line that gets no empty line before it. */
function printEntries(parent: Collection, level: LayoutLevel, indent: number, start: number, lines: string[]): void {
  const areRules = parent.kind === 'list' && level === 'rule';
  for (const entry of parent.entries) {
    if (areRules) blankLine(start, lines);
    printComments(entry.above, indent, start, lines);
    if (entry.blank) blankLine(start, lines);
    printEntry(entry, level, indent, lines);
  }
  printComments(parent.below, indent, start, lines);
}

function printComments(comments: readonly CommentNode[], indent: number, start: number, lines: string[]): void {
  for (const { text, blank } of comments) {
    if (blank) blankLine(start, lines);
    lines.push(' '.repeat(indent) + text);
  }
}

/** Adds an empty line, unless there is one: a text that ends with empty lines would get another one. */
function blankLine(start: number, lines: string[]): void {
  if (lines.length > start && lines.at(-1) !== '') lines.push('');
}

function printEntry({ key, value, beside }: Entry, level: LayoutLevel, indent: number, lines: string[]): void {
  const anchor = value.anchor === null ? '' : ` ${value.anchor}`;
  const lead = `${' '.repeat(indent)}${key === null ? '-' : `${key.printed}:`}${anchor}`;
  const comment = beside === null ? '' : ` ${beside}`;
  const valueLevel = levelBelow(level, key);
  const own = value.kind === 'text' ? blockOf(value, lead, indent) : null;
  // There is no place for a comment in a quoted text of several lines.
  const block = own === null && value.kind === 'text' && beside === null ? quotedBlock(value.value) : own;
  const onLine = block === null ? onOneLine(value, valueLevel, lead.length) : null;
  if (onLine !== null) {
    lines.push(`${lead} ${onLine}${comment}`);
    return;
  }
  const first = lines.length;
  if (block !== null) {
    lines.push(`${lead} ${block.header}${comment}`);
    for (const line of block.lines) lines.push(line === '' ? '' : ' '.repeat(indent + 2) + line);
  }
  if (!isCollection(value)) return;
  // The first key of an item follows its dash, unless an anchor does.
  const afterDash = key === null && value.anchor === null;
  if (!afterDash) lines.push(lead + comment);
  printEntries(value, valueLevel, indent + 2, lines.length, lines);
  if (afterDash) lines[first] = `${lead} ${lines[first]?.slice(indent + 2)}`;
}

function blockOf({ value }: TextNode, lead: string, indent: number): Block | null {
  const literal = literalBlock(value);
  if (literal !== null || lead.length + 1 + oneLine(value, false).length <= TEXT_WIDTH) return literal;
  return foldedBlock(value, TEXT_WIDTH - indent - 2);
}

/** A value on the line of its key, after `column` characters; null if it needs its own lines. */
function onOneLine(value: ValueNode, level: LayoutLevel, column: number): string | null {
  if (value.kind === 'bare') return value.source;
  if (value.kind === 'text') return oneLine(value.value, false);
  const inBrackets = bracketed(value, level);
  const isShort = inBrackets !== null && column + 1 + inBrackets.length <= MAPPING_WIDTH;
  return isShort || value.entries.length === 0 ? inBrackets : null;
}

function bracketed({ kind, entries, below }: Collection, level: LayoutLevel): string | null {
  const [open, close] = kind === 'list' ? ['[', ']'] : ['{ ', ' }'];
  if (entries.length === 0) return (open + close).replaceAll(' ', '');
  if (below.length > 0 || (kind === 'list' ? level === 'reference' : !INLINE.has(level))) return null;
  const parts: string[] = [];
  for (const { key, value, above, beside } of entries) {
    const written = inside(value, levelBelow(level, key));
    if (written === null || above.length > 0 || beside !== null) return null;
    const anchor = value.anchor === null ? '' : `${value.anchor} `;
    parts.push(`${key === null ? '' : `${key.printed}: `}${anchor}${written}`);
  }
  return open + parts.join(', ') + close;
}

function inside(value: ValueNode, level: LayoutLevel): string | null {
  if (value.kind === 'bare') return value.source;
  if (value.kind === 'text') return value.value.includes('\n') ? null : oneLine(value.value, true);
  return bracketed(value, level);
}
