/** A report as text for a terminal: the body, then what it comes to, where a tired reader sees it. Escapes text of others. */
import { grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Theirs } from '../../diagnostics/message.ts';
import type { Block, Callout, Inline, Report, Section, Span } from '../document.ts';
import { hang, quoted } from '../lines.ts';
import { shownNotices } from '../quiet.ts';
import { inStyle, type Style, styleOf, type TextOptions } from '../style.ts';
import { namesOnLine } from '../text/alike.ts';
import { noticeBlocks } from '../text/problems.ts';
import { ruleDifference, wholeRule } from '../text/rule-lines.ts';
import { standingLines } from '../text/standings.ts';
import { cutTo, textWidth } from '../width.ts';

export interface TerminalOptions extends TextOptions {
  /** No warnings and notes. */
  quiet?: boolean | undefined;
  /** A line for each section, and nothing below it. */
  summary?: boolean | undefined;
}

/** Rows of a terminal. */
const SCREEN = 24;
const INDENT = '      ';

/** Ends in a newline. */
export function printTerminal({ top, body, next }: Report, options: TerminalOptions): string {
  const style = { ...styleOf(options), quiet: options.quiet === true, summary: options.summary === true };
  const attention = top.flatMap((block) => (isAttention(block) ? calloutLines(block, style) : []));
  const verdict = (errors: 'above' | 'below') =>
    top.flatMap((block) => (isAttention(block) ? [] : topLines(block, errors, style)));
  const end = [
    ...attention,
    ...(attention.length === 0 ? [] : ['']),
    ...verdict('above'),
    ...next.flatMap((block) => blockLines(block, '', style)),
  ];
  const parts = [...groupsOf(body, style), end];
  const isLong = parts.flat().length + parts.length > SCREEN;
  const all = isLong ? [[...verdict('below'), ...attention], ...parts] : parts;
  return `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface TerminalStyle extends Style {
  quiet: boolean;
  summary: boolean;
}

function isAttention(block: Block): block is Callout {
  return block.kind === 'callout' && block.place === 'attention';
}

/** Lines with an empty one between them. */
function groupsOf(blocks: readonly Block[], style: TerminalStyle): string[][] {
  const groups: string[][] = [];
  for (const block of blocks) {
    if (block.kind === 'problems') groups.push(...noticeBlocks(shownNotices(block.diagnostics, style.quiet), style));
    else if (style.summary && block.kind === 'section') groups.at(-1)?.push(...summaryLine(block, style));
    else groups.push(blockLines(block, '', style));
  }
  return groups.filter((lines) => lines.length > 0);
}

function topLines(block: Block, errors: 'above' | 'below', style: TerminalStyle): string[] {
  if (block.kind !== 'callout') return blockLines(block, '', style);
  if (block.place === 'page') return [];
  const names = block.names.map((one) => printed(one, style));
  // What is wrong is said beside what it is about.
  const rest = names.length > 0 ? `: ${namesOnLine(names, style)}.` : `: see the error ${errors}.`;
  return hang('', painted(block.tone, printed(block.title, style) + rest, style), style.width);
}

/** A block as lines, each of which begins with the indent. */
export function blockLines(block: Block, indent: string, style: Style): string[] {
  const { color, width } = style;
  switch (block.kind) {
    case 'title':
      return titleLines(block, style);
    case 'heading':
      return hang(
        indent,
        [
          color.bold(printed(block.text, style)),
          ...(block.aside.length === 0 ? [] : [color.dim(printed(block.aside, style))]),
        ].join(' '),
        width,
      );
    case 'text': {
      if (block.detail !== undefined && !style.verbose) return [];
      const first = `${indent}${block.isBelow ? '  ' : ''}`;
      const sign = block.sign === undefined ? '' : `${painted(block.tone, block.sign, style)} `;
      const text = printed(block.text, style);
      return hang(first + sign, block.sign === '!' ? text : painted(block.tone, text, style), width);
    }
    case 'callout':
      return calloutLines(block, style);
    case 'list':
      if (block.detail !== undefined && !style.verbose) return [];
      return [
        ...hang(`${indent}  `, printed(block.title, style), width),
        ...block.items.flatMap((item) => hang(`${indent}    `, printed(item, style), width)),
      ];
    case 'standings':
      return standingLines(block.standings, style);
    case 'problems':
      return noticeBlocks(block.diagnostics, style).flat();
    case 'rule':
      return ruleLines(block, indent, style);
    case 'commands':
      return [...hang('', printed(block.lead, style), width), ...block.commands.map((one) => `  ${one}`)];
    case 'section':
      return [...sectionLine(block, style), ...block.body.flatMap((one) => blockLines(one, INDENT, style))];
  }
}

function titleLines({ text, counts, beside }: Extract<Block, { kind: 'title' }>, style: Style): string[] {
  const said = beside.map((one) => printed(one, style));
  const [title = ''] = printed(text, style).split(':');
  if (counts.length === 0) return hang('', [title, ...said].join(': '), style.width);
  const numbers = counts.map(({ number, label, tone }) => {
    const one = `${grouped(number)} ${label}`;
    return number === 0 ? one : painted(tone, one, style);
  });
  return hang('', [`${style.color.bold(`${title}:`)} ${numbers.join(', ')}.`, ...said].join(' '), style.width);
}

function calloutLines({ tone, title, names, most }: Callout, style: Style): string[] {
  const sign = tone === 'danger' ? '- ' : '! ';
  const shown = names.map((one) => printed(one, style));
  const some =
    style.verbose || shown.length <= most
      ? shown.join(', ')
      : `${shown.slice(0, most).join(', ')} and ${grouped(shown.length - most)} more (--verbose shows all)`;
  const what = printed(title, style);
  return hang(
    painted(tone, sign, style),
    `${tone === 'danger' ? style.color.red(`${what}:`) : `${what}:`} ${some}`,
    style.width,
  );
}

const SIGNS = { create: '+', replace: '~', delete: '-' } as const;

/** The line that a section begins with. */
export function sectionLine(
  { op, summary, aside }: Section,
  style: Style,
  beside = style.color.dim(printed(aside, style)),
): string[] {
  const title = `${style.color.bold(printed(summary, style))}  ${beside}`;
  return hang(`  ${painted(op, `${SIGNS[op]} ${op.padEnd(7)}`, style)} `, title, style.width);
}

/** In columns: what stands around a name on a line, and the least of what is said beside it. */
const AROUND = '  + replace   '.length;
const LEAST_SAID = 20;

/** What is done to which rule, and what needs attention, on a line. */
function summaryLine(section: Section, style: Style): string[] {
  const { marks, aside, summary } = section;
  const isMarked = marks.length > 0;
  const said = isMarked ? `! ${marks.map((one) => printed(one, style)).join(', ')}` : printed(aside, style);
  const room = Math.max(style.width - AROUND - textWidth(printed(summary, style)), LEAST_SAID);
  const beside = cutTo(room, isMarked || said.startsWith('(') ? said : '', style.dots);
  return sectionLine(section, style, isMarked ? style.color.yellow(beside) : style.color.dim(beside));
}

function ruleLines({ before, after, alike }: Extract<Block, { kind: 'rule' }>, indent: string, style: Style): string[] {
  if (before === null) return after === null ? [] : wholeRule(after, indent, style);
  if (after === null) return wholeRule(before, indent, style);
  const lines = ruleDifference(before, after, indent, style);
  return lines.length > 0 ? lines : [style.color.dim(`${indent}${printed(alike, style)}`)];
}

function printed(parts: Inline, style: Style): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return inStyle(part, style);
      return 'theirs' in part ? shown(part) : spanText(part, style);
    })
    .join('');
}

function shown({ theirs, show }: Theirs): string {
  return escapeControl(show(theirs));
}

function spanText({ look, inside }: Span, style: Style): string {
  if (look === 'rule')
    return quoted(
      inside.map((part) => (typeof part === 'string' ? part : 'theirs' in part ? part.theirs : '')).join(''),
    );
  const text = printed(inside, style);
  if (look === 'quote') return `"${text.replaceAll('"', "'")}"`;
  if (look === 'strong') return style.color.bold(text);
  return look === 'code' || look === 'name' ? text : painted(look, text, style);
}

function painted(
  tone: Exclude<Span['look'], 'strong' | 'code' | 'rule' | 'quote' | 'name'>,
  text: string,
  { color }: Style,
): string {
  switch (tone) {
    case 'danger':
    case 'delete':
      return color.red(text);
    case 'warning':
    case 'replace':
      return color.yellow(text);
    case 'good':
    case 'create':
      return color.green(text);
    case 'note':
      return color.cyan(text);
    case 'quiet':
      return color.dim(text);
    case 'plain':
      return text;
  }
}
