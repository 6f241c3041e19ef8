/** Differences as terminal lines: rules and their fields, long texts word by word, and what is left after an apply. */
import { count, grouped } from '../../diagnostics/counts.ts';
import { advice, settling, withAnyPlace } from '../../diagnostics/differences.ts';
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { inRow, plain, shortQuoted } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import type { ShownAction, ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { differingParts, escapeAlike, type Part, wholeWords } from '../differing-parts.ts';
import type { Block } from '../document.ts';
import { accountPrefix, hang, hangTyped, isShort, quoteBeside, quoteValue } from '../lines.ts';
import {
  actionDifferences,
  actionValues,
  afterDelay,
  type FieldDifference,
  headline,
  isText,
  marked,
  ruleDifferences,
  ruleValues,
  type Value,
} from '../rule-values.ts';
import type { Style } from '../style.ts';
import { textWidth } from '../width.ts';

/** Shows all values of a rule. */
export function wholeRule(rule: ShownRule, indent: string, style: Style): string[] {
  return [
    ...ruleValues(rule).flatMap(([key, value]) => valueLines(indent, key, value, style)),
    `${indent}actions`,
    ...(rule.actions ?? []).flatMap((action, index) =>
      action === null ? [] : actionLines(`${indent}  `, index, action, style),
    ),
  ];
}

/** Shows the differences between two rules. */
export function ruleDifference(before: ShownRule, after: ShownRule, indent: string, style: Style): string[] {
  const { fields, actions } = ruleDifferences(before, after);
  const lines = fields.flatMap((field) => difference(indent, field, style));
  if (actions.length === 0) return lines;
  return [...lines, `${indent}actions`, ...actions.flatMap((row) => actionRow(row, indent, style))];
}

const ROWS = {
  same: { sign: ' ', color: 'dim' },
  added: { sign: '+', color: 'green' },
  removed: { sign: '-', color: 'red' },
  moved: { sign: '^', color: 'cyan' },
} as const;

function actionRow(row: AlignedAction, indent: string, style: Style): string[] {
  const { color } = style;
  const pad = `${indent}  `;
  if (row.kind !== 'changed') {
    const { sign, color: painted } = ROWS[row.kind];
    return rowLines(row, `${pad}${sign} `, style).map(color[painted]);
  }
  return [
    color.yellow(`${pad}~ ${escapeControl(changedHead(row))}`),
    ...actionDifferences(row.before, row.after).flatMap((field) => difference(`${pad}     `, field, style)),
  ];
}

/** Shows an action that is only on one side, or the same on both. */
export function rowLines(row: Exclude<AlignedAction, { kind: 'changed' }>, first: string, style: Style): string[] {
  const at = row.kind === 'removed' ? row.from : row.to;
  return actionLines(first, at, row.action, style, row.kind === 'moved' ? wasAt(row.from) : '');
}

/** The line above the differences of an action. */
export function changedHead({ from, to, after }: Extract<AlignedAction, { kind: 'changed' }>): string {
  return `${to + 1}. ${headline(after)}${from === to ? '' : wasAt(from)}`;
}

function wasAt(from: number): string {
  return `  (was ${from + 1}.)`;
}

/** Shows an action and its values, on one line if they fit. */
function actionLines(first: string, index: number, action: ShownAction, style: Style, note = ''): string[] {
  const start = `${first}${index + 1}. `;
  const head = escapeControl(headline(action)) + afterDelay(action) + note;
  const values = actionValues(action);
  const line = [start + head, ...values.map(([key, value]) => `${key}: ${valueText(key, value)}`)].join('  ');
  if (values.every(([, value]) => isShort(value, style)) && textWidth(line) <= style.width) return [line];
  const indent = ' '.repeat(start.length);
  return [
    ...hang(start, head, style.breakAt),
    ...values.flatMap(([key, value]) => valueLines(indent, key, value, style)),
  ];
}

/** Shows `key: value`. A text that has several lines or does not fit starts on a new line. */
export function valueLines(indent: string, key: string, value: Value, style: Style, beside: Value = null): string[] {
  const line = `${indent}${key}: ${valueText(key, value, beside)}`;
  const fits = typeof value !== 'string' || (!value.includes('\n') && textWidth(line) <= style.width);
  if (fits) return hang(`${indent}${key}: `, valueText(key, value, beside), style.breakAt);
  const own = marked(key, value);
  const text = typeof beside === 'string' ? escapeAlike(own, marked(key, beside))[0] : own;
  const lines = hang(`${indent}    `, escapedLines(text).join('\n').trimEnd(), style.breakAt);
  return [`${indent}${key}:`, ...glance(lines, indent, style)];
}

/** Maximum number of lines of one text. The rest is shown with --verbose, in JSON or in the file. */
const GLANCE = 60;

function glance(lines: readonly string[], indent: string, style: Style): readonly string[] {
  if (style.verbose || lines.length <= GLANCE) return lines;
  const left = grouped(lines.length - GLANCE);
  return [
    ...lines.slice(0, GLANCE),
    style.color.dim(`${indent}    ${style.dots} ${left} more lines (--verbose shows all)`),
  ];
}

const UNQUOTED: ReadonlySet<string> = new Set(['conditionalOperator', 'delay']);

/** Quotes text, so that white space at its ends is visible. Words of the API and our own are not quoted. */
export function valueText(key: string, value: Value, beside: Value = null): string {
  return UNQUOTED.has(key)
    ? escapeControl(String(value ?? '(none)'))
    : quoteBeside(value, beside, (text) => marked(key, text));
}

function difference(indent: string, { key, before, after, isOtherSecret }: FieldDifference, style: Style): string[] {
  const { color, arrow, width } = style;
  if (isOtherSecret) return hang(`${indent}${key}: `, `${quoteValue(after)} ${color.yellow('(changed)')}`, width);
  if (isText(before) && isText(after) && !(isShort(before, style) && isShort(after, style))) {
    const what = before === null ? ' (new)' : after === null ? ' (removed)' : '';
    const words = wordDifference(marked(key, before ?? ''), marked(key, after ?? ''), style);
    return [`${indent}${key}:${what}`, ...glance(hang(`${indent}    `, words, width), indent, style)];
  }
  const [old, now] = [color.red(valueText(key, before, after)), color.green(valueText(key, after, before))];
  return hang(`${indent}${key}: `, `${old} ${arrow} ${now}`, width);
}

/** The characters of unchanged text to keep on each side of a difference. */
const CONTEXT = 60;

/** Merges two texts into one, possibly with newlines, and marks what was removed and added. */
export function wordDifference(before: string, after: string, style: Style): string {
  const parts = differingParts(before, after);
  const last = parts.length - 1;
  const shown = parts.map(
    (part, index) => between(parts[index - 1], part, style) + show(part, index === 0, index === last, style),
  );
  return shown.join('').trimEnd();
}

/** Returns what separates two parts: a newline between long ones, or a space if only colors tell two words apart. */
function between(previous: Part | undefined, part: Part, { marked }: Style): string {
  if (previous === undefined) return '';
  const [one, other] = [seen(previous), seen(part)];
  const isPair = previous.kind !== 'same' && part.kind !== 'same';
  if (isPair && Math.max(one.length, other.length) > CONTEXT && !one.endsWith('\n')) return '\n';
  return !marked && /[\p{L}\p{N}]$/u.test(one) && /^[\p{L}\p{N}]/u.test(other) ? ' ' : '';
}

/** Shows a lone line end as `\n`, since it would be invisible. */
function seen({ kind, text }: Part): string {
  return kind !== 'same' && text.trim() === '' ? text.replaceAll('\n', '\\n') : text;
}

function show(part: Part, first: boolean, last: boolean, style: Style): string {
  const { kind } = part;
  if (kind === 'same') return safe(shortened(part.text, first, last, style));
  const text = safe(seen(part));
  const [open, close] = kind === 'removed' ? ['[-', '-]'] : ['{+', '+}'];
  if (style.marked) return open + text + close;
  const paint = kind === 'removed' ? style.color.red : style.color.green;
  const line = kind === 'removed' ? style.color.strikethrough : style.color.underline;
  // Paints each line by itself, so that a later indent stays unpainted.
  return text
    .split('\n')
    .map((part) => (part === '' ? part : line(paint(part))))
    .join('\n');
}

/** Keeps only the ends of an unchanged part that touch a difference. */
function shortened(text: string, first: boolean, last: boolean, style: Style): string {
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (text.length <= head + tail + 2 * style.dots.length + 20) return text;
  const start = head === 0 ? '' : `${wholeWords(text.slice(0, head), 'end')} `;
  const end = tail === 0 ? '' : ` ${wholeWords(text.slice(-tail), 'start')}`;
  return `${start}${style.dots}${end}`;
}

function safe(text: string): string {
  return escapedLines(text).join('\n');
}

const MOST = 10;
const MOST_VALUES = 3;

type Left = Extract<Block, { kind: 'differences' }>;

/** Returns no lines if there are no differences. */
export function differenceLines({ differences, wording }: Left, style: Style): string[] {
  if (differences.length === 0) return [];
  const ruleOf = ({ account, rule }: Difference) => JSON.stringify([account, rule]);
  const reordered = new Set(differences.filter(({ kind }) => kind === 'order').map(ruleOf));
  const title = `Not ${wording.wanted}: ${count(differences.length, 'difference')}`;
  const lines = [...groupBy(differences, advice)].flatMap(([how, alike]) => {
    // If the order does not count, an index does not identify an action.
    const at = alike.map((one) => ({
      rule: one.rule,
      path: reordered.has(ruleOf(one)) ? withAnyPlace(one.path) : one.path,
    }));
    const groups = [...groupBy(alike, ({ path }) => withAnyPlace(path)).values()];
    return [
      ...groups.slice(0, MOST).flatMap((group) => groupLines(group, wording, style)),
      ...(groups.length > MOST ? [`  and ${grouped(groups.length - MOST)} more`] : []),
      ...hangTyped('    ', how, style.width),
      ...settling({ kind: alike[0].kind, at }).map((line) => `      ${line}`),
    ];
  });
  return [style.color.bold(style.color.red(title)), ...lines];
}

function groupLines(group: readonly [Difference, ...Difference[]], wording: Left['wording'], style: Style): string[] {
  const [first] = group;
  const names = [...new Set(group.map(({ account, rule }) => accountPrefix(account) + quoteValue(rule)))];
  const paths = new Set(group.map(({ path }) => path));
  const path = paths.size === 1 ? first.path : withAnyPlace(first.path);
  const where = path === '' ? '' : `${escapeControl(path)} of `;
  const rules = names.length === 1 ? '' : `${count(names.length, 'rule')}: `;
  const head = hang('  ', `${where}${rules}${joinFirst(names, MOST)}`, style.width);
  if (path === '') return head;
  const { declared, live } = first;
  if (group.length === 1 && typeof declared === 'string' && typeof live === 'string' && !isShort(declared, style)) {
    return [...head, ...hang('    stored: ', wordDifference(declared, live, style), style.width)];
  }
  const side = (label: string, of: 'declared' | 'live', other: 'declared' | 'live') => {
    const texts = group.map(({ [of]: value, [other]: beside }) =>
      typeof value === 'string' && !isShort(value, style) ? plain(shortQuoted(value)) : quoteBeside(value, beside),
    );
    return hang(`    ${`${label}:`.padEnd(9)} `, joinFirst([...new Set(texts)], MOST_VALUES), style.width);
  };
  return [...head, ...side(wording.value, 'declared', 'live'), ...side('live', 'live', 'declared')];
}

function joinFirst(texts: readonly string[], most: number): string {
  const items = texts.map((text) => [text]);
  return inRow(items, most).join('');
}
