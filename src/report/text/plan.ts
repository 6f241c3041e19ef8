/** The plan as text for people: a line a change, then its fields; what is to be heeded; counts last. */

import { RISKS, refusalText } from '../../diagnostics/changes.ts';
import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change, PlannedAccount } from '../../model/plan.ts';
import { samplesOf } from '../impact-view.ts';
import { accountPrefix, hang, quoted } from '../lines.ts';
import { shownNotices } from '../quiet.ts';
import { plainWords, sentenceOf } from '../sentence/rule.ts';
import { standingsOfPlan } from '../standings.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { wordingIn } from '../wording.ts';
import { impactLines } from './impact.ts';
import { endLines, type NextApply } from './plan-end.ts';
import { noticeBlocks } from './problems.ts';
import { ruleDifference, wholeRule } from './rule-lines.ts';
import { standingLines } from './standings.ts';

const SIGNS = { create: '+', replace: '~', delete: '-' } as const;
const COLORS = { create: 'green', replace: 'yellow', delete: 'red' } as const;
const INDENT = '      ';

export interface PlanTextOptions extends TextOptions {
  /** No warnings and notes. */
  quiet?: boolean;
  /** For the command that carries the plan out; left out: none is named. */
  next?: NextApply | null;
}

/** Ends in a newline. */
export function textPlan(plan: Plan, options: PlanTextOptions): string {
  const style = styleOf(options);
  const changesOf = groupBy(plan.changes, ({ account }) => account);
  // Of several accounts the table at the end says which have failed.
  const isOne = plan.accounts.length < 2;
  const sections = plan.accounts.flatMap((account) => {
    const changes = changesOf.get(account.name) ?? [];
    if (changes.length === 0 && !(isOne && account.error !== undefined)) return [];
    const samples = samplesOf(plan, account.name);
    return [heading(account, style), ...changes.map((change) => changeLines(change, style, samples))];
  });
  const notices = noticeBlocks(shownNotices(plan.notices, options.quiet === true), style);
  const table = isOne ? [] : standingLines(standingsOfPlan(plan, errorsIn(plan.notices)), style);
  const end = endLines(plan, options.next ?? null, style);
  const parts = [...sections, ...notices, ...(table.length === 0 ? [] : [table]), end];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function errorsIn(notices: readonly Diagnostic[]) {
  const errors = notices.filter(({ severity }) => severity === 'error');
  return errors.map((error) => ({ account: error.account, message: describe(error).message }));
}

function heading(account: PlannedAccount, style: Style): string[] {
  const name = accountPrefix(account.name);
  if (account.error !== undefined) {
    return hang('', style.color.bold(style.color.red(`${name}no plan, because of an error`)), style.width);
  }
  const text = `${name}${wordingIn(style).heading(account)}`;
  return hang('', `${style.color.bold(text)} ${style.color.dim(`at ${escapeControl(account.baseUrl)}`)}`, style.width);
}

/** A change with its fields, what it does to sample mails (`samples`: how many there are), and what is to be heeded of it. */
export function changeLines(change: Change, style: Style, samples?: number): string[] {
  const lines = titleLines(change, '', style);
  const said = style.verbose ? hang(INDENT, plainWords(sentenceOf(change), style.dots), style.width) : [];
  return [
    ...lines,
    ...said,
    ...body(change, style),
    ...impactLines(change, samples, INDENT, style),
    ...warnings(change, style),
    ...identity(change, style),
  ];
}

/** What is done to which rule, and where it is declared; `prefix` stands before the name. */
export function titleLines(change: Change, prefix: string, style: Style): string[] {
  const paint = style.color[COLORS[change.op]];
  const title = `${prefix}${style.color.bold(quoted(change.name))}  ${style.color.dim(origin(change, style))}`;
  return hang(`  ${paint(`${SIGNS[change.op]} ${change.op.padEnd(7)}`)} `, title, style.width);
}

function identity({ id, digest }: Change, style: Style): string[] {
  if (!style.verbose) return [];
  const live = id === null ? [] : [style.color.dim(`${INDENT}id ${escapeControl(id)}`)];
  return [...live, style.color.dim(`${INDENT}${digest}`)];
}

function origin(change: Change, style: Style): string {
  const { source } = change;
  return source === null ? `(${wordingIn(style).origin(change)})` : `${escapeControl(source.file)}:${source.line}`;
}

function body({ before, after }: Change, style: Style): string[] {
  if (before === null) return after === null ? [] : wholeRule(after, INDENT, style);
  if (after === null) return wholeRule(before, INDENT, style);
  const lines = ruleDifference(before, after, INDENT, style);
  return lines.length > 0
    ? lines
    : [style.color.dim(`${INDENT}${wordingIn(style).wanted}, but parked by an apply that did not finish`)];
}

function warnings(change: Change, style: Style): string[] {
  const risks = change.risks.flatMap((risk) => hang(`${INDENT}${style.color.yellow('! ')}`, RISKS[risk], style.width));
  if (change.refused === undefined) return risks;
  const text = style.color.red(`refused: ${escapeControl(refusalText(change.refused))}`);
  return [...risks, ...hang(`${INDENT}${style.color.red('x ')}`, text, style.width)];
}
