/** What rules do to a mail, as a table: the outcome, the rule, and below it why. */
import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { FOUND_OUTCOMES, type FoundOutcome } from '../../model/mail.ts';
import { accountPrefix, hang } from '../lines.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { mailLines, reasonLines } from './mail-lines.ts';

const COLORS = { matches: 'green', ai: 'yellow', no: 'dim', unknown: 'red' } as const;

/** Outcomes are in a column of this width; rule names and reasons begin after it. */
const INDENT = ' '.repeat(11);
/** More rules that do not match than these are counted, unless they are asked for by name or with --verbose. */
const MOST = 3;

type Explained = MailExplanation['rules'][number];

/** Ends in a newline. */
export function textOutcomes({ mail, rules, areNamed }: MailExplanation, options: TextOptions): string {
  const style = styleOf(options);
  const of = (outcome: FoundOutcome) => rules.filter((rule) => rule.outcome === outcome);
  const shown = FOUND_OUTCOMES.flatMap((outcome) => {
    const all = of(outcome);
    const isFolded = outcome === 'no' && all.length > MOST && !areNamed && !style.verbose;
    if (isFolded)
      return [`  ${'no'.padEnd(INDENT.length - 2)}${count(all.length, 'rule')} (--verbose shows them, and why)`];
    return all.map((rule) => ruleLines(rule, style).join('\n'));
  });
  const [matching, asked, open] = [of('matches').length, of('ai').length, of('unknown').length];
  const unknown = open === 0 ? '' : `; of ${grouped(open)} the outcome is not known`;
  const counts =
    rules.length === 0
      ? 'There are no rules.'
      : `${grouped(matching)} of ${count(rules.length, 'rule')} ${matching === 1 || rules.length === 1 ? 'matches' : 'match'}; the AI decides about ${asked === 0 ? 'none' : grouped(asked)}${unknown}.`;
  return `${[mailLines(mail, '', style).join('\n'), ...shown, counts].join('\n\n')}\n`;
}

function ruleLines({ account, rule, outcome, source, reasons }: Explained, style: Style): string[] {
  const { color, width } = style;
  const name = `${accountPrefix(account)}${color.bold(escapeControl(rule))}`;
  const where = source === null ? '' : color.dim(`  ${escapeControl(source.file)}:${source.line}`);
  const [head = '', ...rest] = hang(INDENT, `${name}${where}`, width);
  return [
    `  ${color[COLORS[outcome]](outcome.padEnd(INDENT.length - 2))}${head.slice(INDENT.length)}`,
    ...rest,
    ...reasonLines(reasons, INDENT, style),
  ];
}
