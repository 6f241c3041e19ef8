/** Prints a report as text for a terminal: the body, then the result, where it stays visible. Escapes text of others. */
import { grouped } from '../../diagnostics/counts.ts';
import { inRow } from '../../diagnostics/message.ts';
import type { Block, Callout, Detail, Entries, Report, Section, TerminalBlock } from '../document.ts';
import { type Inline, MOST_RISKY } from '../inline.ts';
import { hang, hangTyped } from '../lines.ts';
import { inStyle, type Style, styleOf, type TextOptions } from '../style.ts';
import { cutTo, padTo, textWidth, widest } from '../width.ts';
import { differenceLines, ruleDifference, wholeRule } from './differences.ts';
import { painted, printed } from './inline-terminal.ts';
import { noticeBlocks, shownNotices } from './problems.ts';
import { standingLines, tableLines } from './tables.ts';

export interface TerminalOptions extends TextOptions {
  /** Whether to leave out warnings and notes. */
  quiet?: boolean | undefined;
  /** Whether to print one line for each section. */
  summary?: boolean | undefined;
}

/** In lines. */
const SCREEN = 24;
const INDENT = '      ';
const NARROWEST = 40;

/** The result ends in a newline. It is empty if the report is empty. */
export function printTerminal({ top, body, next }: Report<TerminalBlock>, options: TerminalOptions): string {
  const style = { ...styleOf(options), quiet: options.quiet === true, summary: options.summary === true };
  const attention = top.filter(isAttention).flatMap((block) => blockLines(block, '', style));
  const verdict = (errors: 'above' | 'below') =>
    top.flatMap((block) => (isAttention(block) ? [] : topLines(block, errors, style)));
  const end = [
    ...attention,
    ...(attention.length === 0 ? [] : ['']),
    ...verdict('above'),
    ...next.flatMap((block) => blockLines(block, '', style)),
  ];
  const parts = [...groupsOf(body, style), ...(end.length === 0 ? [] : [end])];
  if (parts.length === 0) return '';
  const isLong = parts.flat().length + parts.length > SCREEN;
  const all = isLong && top.length > 0 ? [[...verdict('below'), ...attention], ...parts] : parts;
  return `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** For a report below another text: starts with an empty line. */
export function printBelow(report: Report<TerminalBlock>, options: TerminalOptions): string {
  const text = printTerminal(report, options);
  return text === '' ? '' : `\n${text}`;
}

/** Prints the result of an apply below its plan: how it ended, then the rest. Starts with an empty line. */
export function printEnd({ top, body, next }: Report, options: TextOptions): string {
  const wide = styleOf(options);
  // There are no columns that need the minimum width of `styleOf`.
  const style = { ...wide, width: Math.min(wide.width, Math.max(NARROWEST, options.width)) };
  const isTable = (block: Block) => block.kind === 'standings';
  const groups = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => {
      // Its problems are listed with the others.
      if (block.kind === 'callout' && block.place === 'page') return [];
      if (block.kind === 'problems') return noticeBlocks(block.diagnostics, style);
      const lines = blockLines(block, '', style);
      return lines.length === 0 ? [] : [lines];
    });
  const between = groups(body);
  const head = groups(top).flat();
  const end = groups(next.filter((block) => !isTable(block))).flat();
  // If nothing comes in between, the title and the next steps stay together.
  const parts = [
    ...(between.length === 0 ? [[...head, ...end]] : [head, ...between, end]),
    ...groups(next.filter(isTable)),
  ];
  return `\n${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

interface TerminalStyle extends Style {
  quiet: boolean;
  summary: boolean;
}

function isAttention(block: Block): boolean {
  return 'place' in block && block.place === 'attention';
}

function groupsOf(blocks: readonly TerminalBlock[], style: TerminalStyle): string[][] {
  const groups: string[][] = [];
  for (const block of blocks) {
    if (block.kind === 'problems') groups.push(...noticeBlocks(shownNotices(block.diagnostics, style.quiet), style));
    else if (style.summary && block.kind === 'section') groups.at(-1)?.push(...summaryLine(block, style));
    else groups.push(blockLines(block, '', style));
  }
  return groups.filter((lines) => lines.length > 0);
}

function topLines(block: Block, errors: 'above' | 'below', style: TerminalStyle): string[] {
  if (!('place' in block)) return blockLines(block, '', style);
  if (block.kind === 'risks' || block.place === 'page') return [];
  // Each error is shown next to what it is about.
  const names = printed(inRow(block.names, MOST_NAMES), style);
  const rest = names !== '' ? `: ${names}.` : `: see the error ${errors}.`;
  return hang('', painted(block.tone, printed(block.title, style) + rest, style), style.width);
}

function blockLines(block: TerminalBlock, indent: string, style: Style): string[] {
  const { width } = style;
  switch (block.kind) {
    case 'title':
      return titleLines(block, style);
    case 'heading': {
      const said = [block.text, block.about].map((one) => printed(one, style)).filter((one) => one !== '');
      return hang(indent, style.color.bold(said.join(': ')), width);
    }
    case 'text': {
      if (isHidden(block.detail, style)) return [];
      const first = `${indent}${block.isBelow ? '  ' : ''}`;
      const sign = block.sign === undefined ? '' : `${painted(block.tone, block.sign, style)} `;
      const own = printed(block.text, style);
      const text = block.sign === '!' ? own : painted(block.tone, own, style);
      if (block.isBrief && !style.verbose)
        return [first + sign + cutTo(width - textWidth(first + sign), text, style.dots)];
      return hangTyped(first + sign, text, width);
    }
    case 'callout':
      return block.place === 'here' ? causeLines(block, style) : calloutLines(block, style);
    case 'risks':
      return block.risks.flatMap(({ risk, names }) => {
        const named = `${printed(risk, style)}: ${namesText(names, MOST_RISKY, style)}`;
        return hang(painted('warning', '! ', style), named, width);
      });
    case 'names':
      return isHidden(block.detail, style) ? [] : hang(indent, namesText(block.names, MOST_NAMES, style), width);
    case 'list': {
      if (isHidden(block.detail, style)) return [];
      const shown = style.verbose ? block.items : block.items.slice(0, MOST_NAMES);
      const left = block.items.length - shown.length;
      return [
        ...hang(`${indent}  `, `${printed(block.title, style)}:`, width),
        ...shown.flatMap((item) => hang(`${indent}    `, printed(item, style), width)),
        ...(left === 0 ? [] : [`${indent}    and ${grouped(left)} more (--verbose shows all)`]),
      ];
    }
    case 'standings':
      return standingLines(block.standings, style);
    case 'problems':
      return noticeBlocks(block.diagnostics, style).flat();
    case 'differences':
      return differenceLines(block, style);
    case 'rule':
      return ruleLines(block, block.isBelow ? `${indent}  ` : indent, style);
    case 'commands':
      return [
        ...(block.lead.length === 0 ? [] : hang(indent, printed(block.lead, style), width)),
        ...block.commands.map((one) => `${indent}  ${printed(one, style)}`),
      ];
    case 'entries':
      return entryLines(block, indent, style);
    case 'table':
      return tableLines(block, style);
    // Only the action writes these, as Markdown.
    case 'items':
    case 'code':
    case 'report':
      return [];
    case 'section':
      return [...sectionLine(block, style), ...block.body.flatMap((one) => blockLines(one, INDENT, style))];
  }
}

/** A wider cell does not widen the column. It only moves the rest of its own line. */
const WIDEST_COLUMN = 32;

function entryLines(
  { title = [], entries, most, isLoose, isFlush, below: where }: Entries,
  indent: string,
  style: Style,
): string[] {
  const shown = style.verbose ? entries : entries.slice(0, most);
  const rows = shown.map(({ columns = [] }) => columns.map((one) => printed(one, style)));
  const widthOf = (column: number) =>
    widest(rows.map((row) => row[column] ?? '').filter((cell) => textWidth(cell) <= WIDEST_COLUMN));
  const widths = (rows[0] ?? []).map((_, column) => widthOf(column));
  const left = entries.length - shown.length;
  const start = isFlush ? indent : `${indent}  `;
  // A sign or a number stays close to the text.
  const gap = widths.length === 1 && (widths[0] ?? 0) <= 2 ? ' ' : '  ';
  const groups = shown.map(({ text, below = [] }, index) => {
    const cells = (rows[index] ?? []).flatMap((cell, column) =>
      widths[column] === 0 ? [] : [padTo(widths[column] ?? 0, cell)],
    );
    const first = start + cells.map((cell) => cell + gap).join('');
    const inner = where === 'margin' ? indent + (isFlush ? '  ' : INDENT) : ' '.repeat(textWidth(first));
    const isHeaded = text.length > 0 || cells.length > 0;
    return [
      ...(isHeaded ? headLines(first, printed(text, style), `${indent}${INDENT}`, style) : []),
      ...below.flatMap((block) => blockLines(block, inner, style)),
    ];
  });
  if (left > 0) groups.push([`${start}and ${grouped(left)} more (--verbose shows all)`]);
  const head = title.length === 0 ? [] : hangTyped(indent, printed(title, style), style.width);
  return [...head, ...groups.flatMap((lines, index) => (isLoose && index > 0 ? ['', ...lines] : lines))];
}

/** Returns a text beside columns, or on the next line if that keeps a word from being broken. */
function headLines(first: string, text: string, indent: string, { width }: Style): string[] {
  const longest = Math.max(...text.split(' ').map(textWidth));
  const isWholeBelow = longest > width - textWidth(first) && longest <= width - indent.length;
  return isWholeBelow ? [first.trimEnd(), ...hangTyped(indent, text, width)] : hangTyped(first, text, width);
}

function titleLines({ text, counts, beside }: Extract<Block, { kind: 'title' }>, style: Style): string[] {
  const said = beside.map((one) => printed(one, style));
  const title = printed(text, style);
  if (counts.length === 0) return hang('', [title, ...said].join(': '), style.width);
  const numbers = counts.map(({ number, label, tone }) => {
    const one = `${grouped(number)} ${label}`;
    return number === 0 ? one : painted(tone, one, style);
  });
  return hang('', [`${style.color.bold(`${title}:`)} ${numbers.join(', ')}.`, ...said].join(' '), style.width);
}

function isHidden(detail: Detail | undefined, { verbose }: Style): boolean {
  return detail !== undefined && !(verbose && (detail === 'verbose' || detail === 'identity'));
}

const MOST_NAMES = 10;

function namesText(names: readonly Inline[], most: number, style: Style): string {
  if (style.verbose || names.length <= most) return printed(inRow(names), style);
  return `${printed(inRow(names, most), style)} (--verbose shows all)`;
}

function calloutLines({ tone, title, remedy = [] }: Callout, style: Style): string[] {
  const text = painted(tone, printed(title, style), style);
  return [...hang(painted(tone, '- ', style), text, style.width), ...remedyLines(remedy, style)];
}

/** Returns the title and what follows, on one line if it fits, then the remedy. */
function causeLines({ title, lines, remedy = [], isBrief = false }: Callout, style: Style): string[] {
  const head = printed(title, style);
  const isLong = isBrief && !style.verbose;
  const texts = lines.map((one) =>
    isLong ? cutTo(style.width - 2, printed(one, style), style.dots) : printed(one, style),
  );
  const bold = texts.length > 0 ? style.color.bold(head) : head;
  const said = head.endsWith(':')
    ? joined('  ', [bold, ...texts], style)
    : [...hang('', bold, style.width), ...texts.flatMap((text) => hang('  ', text, style.width))];
  return [...said, ...remedyLines(remedy, style)];
}

function remedyLines(remedy: Inline, style: Style): string[] {
  return remedy.length === 0 ? [] : hangTyped('  ', printed(remedy, style), style.width);
}

/** Joins a title and texts. Texts that do not fit on the same line are indented below it. */
function joined(indent: string, [head = '', ...rest]: readonly string[], style: Style): string[] {
  const lines = [head];
  for (const text of rest) {
    const last = lines.at(-1) ?? '';
    const onOne = `${last}${/[.:…]$/.test(last) || lines.length === 1 ? '' : '.'} ${text}`;
    if (textWidth(onOne) + (lines.length === 1 ? 0 : indent.length) <= style.width) lines[lines.length - 1] = onOne;
    else lines.push(text);
  }
  return lines.flatMap((line, index) => hang(index === 0 ? '' : indent, line, style.width));
}

const SIGNS = { create: '+', replace: '~', delete: '-' } as const;

function sectionLine(
  { op, summary, aside }: Section,
  style: Style,
  beside = style.color.dim(printed(aside, style)),
): string[] {
  const title = `${style.color.bold(printed(summary, style))}  ${beside}`;
  return hang(`  ${painted(op, `${SIGNS[op]} ${op.padEnd(7)}`, style)} `, title, style.width);
}

/** In columns: the text around a name on a line, and the least room for the text beside it. */
const AROUND = '  + replace   '.length;
const LEAST_SAID = 20;

function summaryLine(section: Section, style: Style): string[] {
  const { marks, gist, aside, summary, body } = section;
  const heed = marks.map((one) => printed(one, style)).join(', ');
  const why = printed(aside, style);
  const names = body.flatMap((block) => (block.kind === 'names' && block.lead === undefined ? block.names : []));
  const said = [inStyle(printed(gist, style), style), why.startsWith('(') ? why : '', printed(inRow(names), style)]
    .filter((one) => one !== '')
    .join('  ');
  const room = Math.max(style.width - AROUND - textWidth(printed(summary, style)), LEAST_SAID);
  const beside = cutTo(room, heed === '' ? said : `! ${heed}  ${said}`, style.dots);
  return sectionLine(section, style, heed === '' ? style.color.dim(beside) : style.color.yellow(beside));
}

function ruleLines({ before, after }: Extract<Block, { kind: 'rule' }>, indent: string, style: Style): string[] {
  if (before === null) return after === null ? [] : wholeRule(after, indent, style);
  if (after === null) return wholeRule(before, indent, style);
  return ruleDifference(before, after, indent, style);
}
