/** A rule, or the difference between two, as diff lines that fit on a phone. */
import type { ShownRule } from '../../model/plan.ts';
import type { AlignedAction } from '../align.ts';
import { isShort } from '../lines.ts';
import { actionLines, valueLines, wasAt, wholeRule } from '../print/differences.ts';
import { actionDifferences, type FieldDifference, headline, isText, marked, ruleDifferences } from '../rule-values.ts';
import { type Style, styleOf } from '../style.ts';
import { type DiffLine, textDiff } from './text-diff.ts';

/** The columns of a code block that a phone shows, without the sign and the space after it. */
const WIDTH = 42;
const STYLE: Style = { ...styleOf({ color: false, unicode: true, width: 0, verbose: true }), width: WIDTH };

/** The indent of an action's values. */
const INNER = '     ';

/** Returns diff lines with their signs; none if both rules are equal. Null means that there is no rule. */
export function ruleDiff(before: ShownRule | null, after: ShownRule | null): string[] {
  return diffLines(before, after).map(({ sign, text }) => `${sign} ${text}`.trimEnd());
}

function diffLines(before: ShownRule | null, after: ShownRule | null): DiffLine[] {
  if (before === null) return after === null ? [] : signed('+', wholeRule(after, '', STYLE));
  if (after === null) return signed('-', wholeRule(before, '', STYLE));
  const { fields, actions } = ruleDifferences(before, after);
  const lines = fields.flatMap((field) => valueDiff(field, ''));
  return actions.length === 0 ? lines : [...lines, { sign: ' ', text: 'actions' }, ...actions.flatMap(actionDiff)];
}

function actionDiff(row: AlignedAction): DiffLine[] {
  switch (row.kind) {
    case 'same':
      return signed(' ', actionLines('  ', row.to, row.action, STYLE));
    case 'added':
      return signed('+', actionLines('  ', row.to, row.action, STYLE));
    case 'removed':
      return signed('-', actionLines('  ', row.from, row.action, STYLE));
    case 'moved':
      return signed('!', actionLines('  ', row.to, row.action, STYLE, wasAt(row.from)));
    case 'changed': {
      const was = row.from === row.to ? '' : wasAt(row.from);
      return [
        { sign: was === '' ? ' ' : '!', text: `  ${row.to + 1}. ${headline(row.after)}${was}` },
        ...actionDifferences(row.before, row.after).flatMap((field) => valueDiff(field, INNER)),
      ];
    }
  }
}

function valueDiff({ key, before, after, isOtherSecret }: FieldDifference, indent: string): DiffLine[] {
  const areTexts = isText(before) && isText(after) && before !== null && after !== null;
  if (areTexts && !(isShort(before, STYLE) && isShort(after, STYLE))) {
    return [
      { sign: ' ', text: `${indent}${key}:` },
      ...textDiff(marked(key, before), marked(key, after), `${indent}  `, STYLE),
    ];
  }
  const changed = isOtherSecret ? '  (changed)' : '';
  const now = signed('+', valueLines(indent, key, after, STYLE, before)).map((line) => ({
    ...line,
    text: line.text + changed,
  }));
  return [
    ...(before === null ? [] : signed('-', valueLines(indent, key, before, STYLE, after))),
    ...(after === null ? [] : now),
  ];
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}
