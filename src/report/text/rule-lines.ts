/** A change's fields as lines: what a created or deleted rule holds, and what differs in a replaced one. */

import { grouped } from '../../diagnostics/counts.ts';
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import type { ShownAction, ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { toldApart } from '../differing-parts.ts';
import { hang, isShort, quoted, quotedBeside } from '../lines.ts';
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
import { wordDifference } from './word-difference.ts';

/** All that a rule holds. */
export function wholeRule(rule: ShownRule, indent: string, style: Style): string[] {
  return [
    ...ruleValues(rule).flatMap(([key, value]) => named(indent, key, value, style)),
    `${indent}actions`,
    ...(rule.actions ?? []).flatMap((action, index) =>
      action === null ? [] : actionLines(`${indent}  `, index, action, style),
    ),
  ];
}

/** What differs between two rules. */
export function ruleDifference(before: ShownRule, after: ShownRule, indent: string, style: Style): string[] {
  const { fields, actions } = ruleDifferences(before, after);
  const lines = fields.flatMap((field) => difference(indent, field, style));
  if (actions.length === 0) return lines;
  return [...lines, `${indent}actions`, ...actions.flatMap((row) => actionRow(row, indent, style))];
}

function actionRow(row: AlignedAction, indent: string, style: Style): string[] {
  const { color } = style;
  const pad = `${indent}  `;
  switch (row.kind) {
    case 'same':
      return actionLines(`${pad}  `, row.to, row.action, style).map(color.dim);
    case 'added':
      return actionLines(`${pad}+ `, row.to, row.action, style).map(color.green);
    case 'removed':
      return actionLines(`${pad}- `, row.from, row.action, style).map(color.red);
    case 'moved':
      return actionLines(`${pad}^ `, row.to, row.action, style, wasAt(row.from)).map(color.cyan);
    case 'changed': {
      const was = row.from === row.to ? '' : wasAt(row.from);
      return [
        color.yellow(`${pad}~ ${row.to + 1}. ${escapeControl(headline(row.after))}${was}`),
        ...actionDifferences(row.before, row.after).flatMap((field) => difference(`${pad}     `, field, style)),
      ];
    }
  }
}

export function wasAt(from: number): string {
  return `  (was ${from + 1}.)`;
}

/** An action and its values: on one line where they fit. */
export function actionLines(first: string, index: number, action: ShownAction, style: Style, note = ''): string[] {
  const start = `${first}${index + 1}. `;
  const head = escapeControl(headline(action)) + afterDelay(action) + note;
  const values = actionValues(action);
  const line = [start + head, ...values.map(([key, value]) => `${key}: ${plain(key, value)}`)].join('  ');
  if (values.every(([, value]) => isShort(value, style)) && textWidth(line) <= style.width) return [line];
  const indent = ' '.repeat(start.length);
  return [...hang(start, head, style.width), ...values.flatMap(([key, value]) => named(indent, key, value, style))];
}

/** `key: value`; a text of several lines, or one that does not fit, begins on a line of its own. */
export function named(indent: string, key: string, value: Value, style: Style, beside: Value = null): string[] {
  const line = `${indent}${key}: ${plain(key, value, beside)}`;
  const fits = typeof value !== 'string' || (!value.includes('\n') && textWidth(line) <= style.width);
  if (fits) return hang(`${indent}${key}: `, plain(key, value, beside), style.width);
  const own = marked(key, value);
  const text = typeof beside === 'string' ? toldApart(own, marked(key, beside))[0] : own;
  const lines = hang(`${indent}    `, escapedLines(text).join('\n').trimEnd(), style.width);
  return [`${indent}${key}:`, ...glance(lines, indent, style)];
}

/** Lines of one text that are shown; what is longer is read with --verbose, in JSON or in the file. */
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

/** Quotes texts, so that white space at their ends is visible; words of the API and our own are not quoted. */
function plain(key: string, value: Value, beside: Value = null): string {
  return UNQUOTED.has(key)
    ? escapeControl(String(value ?? '(none)'))
    : quotedBeside(value, beside, (text) => marked(key, text));
}

function difference(indent: string, { key, before, after, isOtherSecret }: FieldDifference, style: Style): string[] {
  const { color, arrow, width } = style;
  if (isOtherSecret) return hang(`${indent}${key}: `, `${quoted(after)} ${color.yellow('(changed)')}`, width);
  if (isText(before) && isText(after) && !(isShort(before, style) && isShort(after, style))) {
    const what = before === null ? ' (new)' : after === null ? ' (removed)' : '';
    const words = wordDifference(marked(key, before ?? ''), marked(key, after ?? ''), style);
    return [`${indent}${key}:${what}`, ...glance(hang(`${indent}    `, words, width), indent, style)];
  }
  const [old, now] = [color.red(plain(key, before, after)), color.green(plain(key, after, before))];
  return hang(`${indent}${key}: `, `${old} ${arrow} ${now}`, width);
}
