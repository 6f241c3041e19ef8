/** Declared rules in plain sentences: what each is called, where it is, when it acts, and what may do harm. */

import { RISKS } from '../../diagnostics/changes.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { groupBy } from '../../model/group-by.ts';
import type { ExplainedRule } from '../../model/listing.ts';
import { hang, isNamed } from '../lines.ts';
import { plainWords, ruleSentence } from '../sentence/rule.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { namesOnLine } from './alike.ts';

const INDENT = '  ';

/** Ends in a newline. A rule that several accounts share is explained once. */
export function textExplanation(rules: readonly ExplainedRule[], options: TextOptions): string {
  const style = styleOf(options);
  if (rules.length === 0) return 'No rules are declared.\n';
  const accounts = new Set(rules.map(({ account }) => account));
  const alike = groupBy(rules, ({ account: _, ...rule }) => JSON.stringify(rule));
  const blocks = [...alike.values()].flatMap((same) => {
    const [rule] = same;
    const names = same.length === accounts.size ? [] : same.map(({ account }) => account).filter(isNamed);
    return rule === undefined ? [] : [ruleLines(rule, names, style).join('\n')];
  });
  return `${blocks.join('\n\n')}\n`;
}

function ruleLines({ rule, source, shown, risks }: ExplainedRule, accounts: string[], style: Style): string[] {
  const { color, width } = style;
  const where = color.dim(`${escapeControl(source.file)}:${source.line}`);
  const whose = accounts.length === 0 ? '' : `  ${color.dim(`(${namesOnLine(accounts, style)})`)}`;
  return [
    ...hang('', `${color.bold(escapeControl(rule))}  ${where}${whose}`, width),
    ...hang(INDENT, plainWords(ruleSentence(shown), style.dots), width),
    ...risks.flatMap((risk) => hang(`${INDENT}${color.yellow('! ')}`, RISKS[risk], width)),
  ];
}
