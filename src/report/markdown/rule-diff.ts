/** A rule, or the difference between two, as diff lines that fit on a phone. */
import type { ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { isShort } from '../lines.ts';
import { changedHead, rowLines, valueLines, wholeRule } from '../print/differences.ts';
import { actionDifferences, type FieldDifference, isText, marked, ruleDifferences } from '../rule-values.ts';
import { type Style, styleOf } from '../style.ts';
import { type DiffLine, textDiff } from './text-diff.ts';

const ANY: Style = styleOf({ color: false, unicode: true, width: 0, verbose: true });
/** The columns of a code block that a phone shows, without the sign and the space after it. */
const OF_PHONES: Style = { ...ANY, width: 42, breakAt: 42 };
/** A browser breaks the lines. */
const OF_PAGES: Style = { ...ANY, width: 90, breakAt: Number.POSITIVE_INFINITY };

const INNER = '     ';

/** Returns diff lines with their signs; none if both rules are equal. Null means that there is no rule. */
export function ruleDiff(before: ShownRule | null, after: ShownRule | null, isPage = false): string[] {
  return diffLines(before, after, isPage ? OF_PAGES : OF_PHONES).map(printed);
}

/** Returns the lines of two long texts that differ, for a page. */
export function textsDiff(before: string, after: string): string[] {
  return textDiff(before, after, '', OF_PAGES).map(printed);
}

function printed({ sign, text }: DiffLine): string {
  return `${sign} ${text}`.trimEnd();
}

function diffLines(before: ShownRule | null, after: ShownRule | null, style: Style): DiffLine[] {
  if (before === null) return after === null ? [] : signed('+', wholeRule(after, '', style));
  if (after === null) return signed('-', wholeRule(before, '', style));
  const { fields, actions } = ruleDifferences(before, after);
  const lines = fields.flatMap((field) => valueDiff(field, '', style));
  if (actions.length === 0) return lines;
  return [...lines, { sign: ' ', text: 'actions' }, ...actions.flatMap((row) => actionDiff(row, style))];
}

const SIGNS = { same: ' ', added: '+', removed: '-', moved: '!' } as const;

function actionDiff(row: AlignedAction, style: Style): DiffLine[] {
  if (row.kind !== 'changed') return signed(SIGNS[row.kind], rowLines(row, '  ', style));
  return [
    { sign: row.from === row.to ? ' ' : '!', text: `  ${changedHead(row)}` },
    ...actionDifferences(row.before, row.after).flatMap((field) => valueDiff(field, INNER, style)),
  ];
}

function valueDiff({ key, before, after, isOtherSecret }: FieldDifference, indent: string, style: Style): DiffLine[] {
  const areTexts = isText(before) && isText(after) && before !== null && after !== null;
  if (areTexts && !(isShort(before, style) && isShort(after, style))) {
    return [
      { sign: ' ', text: `${indent}${key}:` },
      ...textDiff(marked(key, before), marked(key, after), `${indent}  `, style),
    ];
  }
  const changed = isOtherSecret ? '  (changed)' : '';
  const now = signed('+', valueLines(indent, key, after, style, before)).map((line) => ({
    ...line,
    text: line.text + changed,
  }));
  return [
    ...(before === null ? [] : signed('-', valueLines(indent, key, before, style, after))),
    ...(after === null ? [] : now),
  ];
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}
