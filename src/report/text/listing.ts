/** The live rules for people: two lines a rule, and how many there are of each state. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { groupBy } from '../../model/group-by.ts';
import type { ListDocument, ListedRule, RuleState } from '../../model/listing.ts';
import { accountPrefix, hang, hangTyped } from '../lines.ts';
import { plainWords, ruleSentence } from '../sentence/rule.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { cutTo, padTo, textWidth, widest } from '../width.ts';

const STATES: Record<RuleState, { words: string; color: 'green' | 'yellow' | 'red' | 'dim' }> = {
  'as-declared': { words: 'as declared', color: 'green' },
  differs: { words: 'differs', color: 'yellow' },
  undeclared: { words: 'undeclared', color: 'red' },
  ignored: { words: 'ignored', color: 'dim' },
  parked: { words: 'parked', color: 'red' },
};

const INDENT = '      ';

interface Listed {
  accounts: ListDocument['accounts'];
  rules: readonly ListedRule[];
  /** Whether there is no project yet. */
  isNew: boolean;
}

/** Ends in a newline; empty where no account could be read. */
export function textListing({ accounts, rules, isNew }: Listed, options: TextOptions): string {
  const style = styleOf(options);
  const ofAccount = groupBy(rules, ({ account }) => account);
  const read = accounts.filter(({ error }) => error === undefined);
  if (read.length === 0) return '';
  const blocks = read.map(({ name, baseUrl, live }) => {
    const title = style.color.bold(`${accountPrefix(name)}${count(live, 'live rule')}`);
    const head = hang('', `${title} ${style.color.dim(`at ${escapeControl(baseUrl)}`)}`, style.width);
    const own = ofAccount.get(name) ?? [];
    const columns = columnsOf(own);
    return [...head, ...own.flatMap((rule) => ruleLines(rule, columns, style))].join('\n');
  });
  const end = endLines(rules, isNew, style).join('\n');
  return `${[...blocks, ...(end === '' ? [] : [end])].join('\n\n')}\n`;
}

/** Longer names push their line to the right. */
const WIDEST_NAME = 32;

function columnsOf(rules: readonly ListedRule[]): { name: number; state: number } {
  const names = rules.map(({ name }) => escapeControl(name)).filter((name) => textWidth(name) <= WIDEST_NAME);
  return { name: widest(names), state: widest(rules.map((rule) => stateText(rule))) };
}

function stateText({ state, enabled }: ListedRule, paint = (words: string) => words, warn = paint): string {
  return paint(STATES[state].words) + (enabled ? '' : `, ${warn('switched off')}`);
}

function ruleLines(listed: ListedRule, columns: ReturnType<typeof columnsOf>, style: Style): string[] {
  const { name, id, state, source, rule } = listed;
  const { color } = style;
  const shown = padTo(columns.state, stateText(listed, color[STATES[state].color], color.yellow));
  const where = source === null ? '' : color.dim(`${escapeControl(source.file)}:${source.line}`);
  const title = `${color.bold(padTo(columns.name, escapeControl(name)))}  ${shown}  ${where}`.trimEnd();
  const since = listed.parkedBy == null ? 'an apply' : `the run ${escapeControl(listed.parkedBy)}`;
  const parked =
    state === 'parked' ? hang(INDENT, color.red(`matches no mail since ${since} parked it`), style.width) : [];
  const sentence = plainWords(ruleSentence(rule), style.dots);
  if (!style.verbose) {
    return [
      ...hang('  ', title, style.width),
      ...parked,
      INDENT + cutTo(style.width - INDENT.length, sentence, style.dots),
    ];
  }
  return [
    ...hang('  ', title, style.width),
    ...parked,
    ...hang(INDENT, sentence, style.width),
    color.dim(`${INDENT}id ${escapeControl(id)}`),
  ];
}

function endLines(rules: readonly ListedRule[], isNew: boolean, style: Style): string[] {
  const counts = (Object.keys(STATES) as RuleState[]).flatMap((state) => {
    const number = rules.filter((rule) => rule.state === state).length;
    return number === 0
      ? []
      : [`${grouped(number)} ${number > 1 && state === 'differs' ? 'differ' : STATES[state].words}`];
  });
  const has = (state: RuleState) => rules.some((rule) => rule.state === state);
  const next = [
    ...(has('parked') ? ['To see what becomes of what is parked: inboxctl plan'] : []),
    ...(has('differs') ? ['To see what differs: inboxctl plan'] : []),
    ...(has('undeclared')
      ? [
          isNew
            ? 'To begin a project with these rules: inboxctl init'
            : 'To write undeclared rules into the files: inboxctl pull',
        ]
      : []),
  ];
  const all = rules.length === 0 ? [] : [`${counts.join(', ')}.`];
  return [...all, ...next].flatMap((line) => hangTyped('', line, style.width));
}
