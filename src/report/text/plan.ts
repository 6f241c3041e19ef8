/** The plan as text for people: a line a change, then its fields, deletes first; what is to be heeded; counts last, and in a long one also first. */

import { RISKS, refusalText } from '../../diagnostics/changes.ts';
import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change, PlannedAccount } from '../../model/plan.ts';
import { samplesOf } from '../impact-view.ts';
import { accountPrefix, hang, quoted } from '../lines.ts';
import { byDanger, heedOf } from '../plan-view.ts';
import { shownNotices } from '../quiet.ts';
import { plainWords, sentenceOf } from '../sentence/rule.ts';
import { standingsOfPlan } from '../standings.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { cutTo, textWidth } from '../width.ts';
import { wordingIn } from '../wording.ts';
import { impactLines } from './impact.ts';
import { endLines, type NextApply, topLines } from './plan-end.ts';
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
  /** A line for each change, and no fields. */
  summary?: boolean;
}

/** Rows of a terminal. */
const SCREEN = 24;

/** Ends in a newline. */
export function textPlan(plan: Plan, options: PlanTextOptions): string {
  const style = styleOf(options);
  const accounts = new Map(plan.accounts.map((account) => [account.name, heading(account, style)]));
  // Of several accounts the table at the end says which have failed.
  const isOne = plan.accounts.length < 2;
  const failed = plan.accounts.filter(({ error }) => isOne && error !== undefined);
  const changed = [...groupBy(byDanger(plan.changes), ({ account }) => account)].flatMap(([name, changes]) => {
    const head = accounts.get(name) ?? [];
    if (options.summary === true) return [[...head, ...changes.flatMap((change) => changeLine(change, style))]];
    return [head, ...changes.map((change) => changeLines(change, style, samplesOf(plan, name)))];
  });
  const sections = [...failed.map((account) => heading(account, style)), ...changed];
  const notices = noticeBlocks(shownNotices(plan.notices, options.quiet === true), style);
  const table = isOne ? [] : standingLines(standingsOfPlan(plan, errorsIn(plan.notices)), style);
  const end = endLines(plan, options.next ?? null, style);
  const body = [...sections, ...notices, ...(table.length === 0 ? [] : [table]), end];
  const isLong = body.flat().length + body.length > SCREEN;
  const parts = isLong ? [topLines(plan, style), ...body] : body;
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

/** In columns: what stands around a name on a line, and the least of what is said beside it. */
const TITLE = '  + replace   '.length;
const LEAST_SAID = 20;

/** What is done to which rule, and what needs attention, on a line. */
function changeLine(change: Change, style: Style): string[] {
  const heed = heedOf(change);
  const said = heed !== '' ? `! ${heed}` : change.source === null ? origin(change, style) : '';
  const room = style.width - TITLE - textWidth(quoted(change.name));
  const beside = cutTo(Math.max(room, LEAST_SAID), said, style.dots);
  return titleLines(change, '', style, heed === '' ? style.color.dim(beside) : style.color.yellow(beside));
}

/** What is done to which rule, and where it is declared; `prefix` stands before the name. */
export function titleLines(
  change: Change,
  prefix: string,
  style: Style,
  beside = style.color.dim(origin(change, style)),
): string[] {
  const paint = style.color[COLORS[change.op]];
  const title = `${prefix}${style.color.bold(quoted(change.name))}  ${beside}`;
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
