/** What an apply did, as text for whoever comes back to it: how it ended, what is not as it should be, what to do next. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { Step } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { type Tally, tally } from '../applied-view.ts';
import { hang, hangTyped, isNamed } from '../lines.ts';
import { standingsOfApplied } from '../standings.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { convergedText, OF_FILES, switchedText, wordingIn } from '../wording.ts';
import { accountsPrefix, namesOnLine } from './alike.ts';
import { failureSections, heldLines, notTriedLines, refusedLines } from './apply-problems.ts';
import { differenceLines } from './difference-lines.ts';
import { noticeBlocks } from './problems.ts';
import { standingLines } from './standings.ts';

export interface ApplyTextOptions extends TextOptions {
  /** All that was said of the run, where not all of it is shown here. */
  said?: Applied['notices'];
  /** Whether the first failure stops everything. */
  failFast?: boolean;
  /** The plan file that was given, as it is typed. */
  planFile?: string | null;
  /** How many accounts there were; one if left out. */
  accounts?: number;
  /** What commands about the same inboxes need too, as it is typed. */
  sameInboxes?: readonly string[];
}

/** In columns. */
const NARROWEST = 40;

/** The end of an apply. Nothing where there was nothing to do. */
export function textApplied(applied: Applied, options: ApplyTextOptions): string {
  const { steps, unplanned, notices } = applied;
  if (steps.length === 0 && unplanned.length === 0) return '';
  const wide = styleOf(options);
  // It has no columns of its own that need more room.
  const style = { ...wide, width: Math.min(wide.width, Math.max(NARROWEST, options.width)) };
  const isWell = applied.outcome === 'converged';
  const problems = [
    ...failureSections(steps, style),
    ...refusedLines(steps, style),
    ...heldLines(steps, style),
    ...notTriedLines(steps, whyNotTried(applied, options), style),
    ...[...groupBy(unplanned, ({ message }) => message)].flatMap(([message, alike]) => {
      const names = alike.map(({ account }) => account);
      return hang('', `${accountsPrefix(names, style)}nothing was tried. ${escapeControl(message)}`, style.width);
    }),
    ...uncheckedLines(applied, style),
  ];
  const end = isWell ? [] : [...stateLines(applied, style), ...nextLines(applied, options, style)];
  const between = [
    differenceLines(applied.differences, style),
    ...noticeBlocks(notices, style),
    skippedLines(steps, style),
  ].filter((lines) => lines.length > 0);
  const head = [
    ...(isWell ? stateLines(applied, style) : []),
    ...hang('', verdict({ ...applied, notices: options.said ?? notices }, style), style.width),
    ...problems,
  ];
  // Where nothing else is to be said it stays together: somebody is to read it at night.
  const { accounts = 1 } = options;
  const table = accounts > 1 ? standingLines(standingsOfApplied(applied, accounts), style) : [];
  const sections = [...(between.length === 0 ? [[...head, ...end]] : [head, ...between, end]), table];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${shown.join('\n\n')}\n`;
}

function having(steps: readonly Step[], ...statuses: Step['status'][]): Step[] {
  return steps.filter(({ status }) => statuses.includes(status));
}

function tallyOf(steps: readonly Step[]): Tally {
  return tally(steps.map(({ status, change }) => ({ status, op: change.op })));
}

/** How it ended, in a line. */
function verdict(applied: Applied, style: Style): string {
  const { color } = style;
  const { outcome, steps, differences, unchecked, unplanned } = applied;
  const { total, made, notMade } = tallyOf(steps);
  const rest = [
    ...notMade,
    ...(unplanned.length === 0 ? [] : [`${count(unplanned.length, 'account')} without a plan`]),
    ...(differences.length === 0 ? [] : [`${count(differences.length, 'difference is', 'differences are')} left`]),
    ...(unchecked.length === 0 ? [] : ['what is live now is not known']),
  ];
  const all = [...(total === 0 ? [] : [`${grouped(made)} of ${count(total, 'change')} made`]), ...rest].join(', ');
  const none = made === 0 && !isUnclear(applied) ? `Nothing was applied: ${rest.join(', ')}` : null;
  const part = made === 0 || made === total ? 'Not complete' : 'Partly applied';
  switch (outcome) {
    case 'converged':
      return color.green(
        `Converged${switchedText(applied) ? ', but' : ':'} ${convergedText(applied, wordingIn(style))}.`,
      );
    case 'differs':
      return color.red(color.bold(`Not converged: ${all}.`));
    case 'partial':
      return color.red(color.bold(`${none ?? `${part}: ${all}`}.`));
    case 'refused':
      return color.red(color.bold(`${none ?? `Partly applied: ${all}`}.`));
    case 'interrupted':
      return color.red(color.bold(`Interrupted: ${all}.`));
  }
}

function whyNotTried({ outcome, steps }: Applied, { failFast }: ApplyTextOptions): string {
  if (outcome === 'interrupted') return ', because of the interruption';
  if (having(steps, 'failed').length === 0) return '';
  return failFast === true
    ? ', since the first failure stops all (--fail-fast)'
    : ', since others would fail the same way';
}

/** The state that the inbox is in: what was made of this plan, and whether that is all. */
function stateLines(applied: Applied, style: Style): string[] {
  const { steps } = applied;
  if (steps.length === 0) return [];
  const { madeText } = tallyOf(steps);
  const made = madeText === '' ? [] : [`Done: ${madeText}.`];
  const others = notDone(steps);
  if (others.length === 0) return made.flatMap((text) => hang('', text, style.width));
  const wasDeleted = steps.some(({ status, change }) => status === 'done' && change.op === 'delete');
  const what = wasDeleted ? 'changed' : 'changed or deleted';
  const rest = `${isUnclear(applied) ? 'Apart from what is said above, nothing' : 'Nothing'}${madeText === '' ? '' : ' else'} was ${what}.`;
  return hang('', [...made, rest].join(' '), style.width);
}

function notDone(steps: readonly Step[]): Step[] {
  return steps.filter(({ status }) => status !== 'done' && status !== 'skipped');
}

/** Whether a change may have reached the inbox although it does not count as made. */
function isUnclear({ steps, notices }: Applied): boolean {
  return (
    notices.some(({ code }) => code === 'left-parked') ||
    notDone(steps).some(({ error, found }) =>
      found === undefined ? error?.outcomeUnknown === true : found !== 'not-made',
    )
  );
}

/** Why it is not known whether the live rules are as declared. */
function uncheckedLines({ unchecked }: Applied, style: Style): string[] {
  return [...groupBy(unchecked, ({ failure }) => failure.message)].flatMap(([, alike]) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { failure } = first;
    const names = alike.map(({ account }) => account).filter(isNamed);
    const whose = names.length > 0 ? ` of ${namesOnLine(names, style)}` : '';
    const head = `The live rules${whose} could not be read at the end:`;
    const why = [failure.message, failure.remedy].filter((text) => text !== null);
    return [
      ...hang('', head, style.width),
      ...why.flatMap((text) => hangTyped('  ', escapeControl(text), style.width)),
    ];
  });
}

/** What to type next, each command on a line of its own. */
function nextLines({ run, outcome, steps, differences }: Applied, options: ApplyTextOptions, style: Style): string[] {
  // What nothing was made of is as the plan says, and why, above.
  if (outcome === 'refused') return [];
  const { command } = wordingIn(style);
  const left =
    having(steps, 'failed', 'held', 'not-tried').length > 0 ||
    (outcome === 'partial' && having(steps, 'refused').length === 0);
  const hasMade = steps.some(({ status, found }) => status === 'done' || found === 'made');
  const { planFile = null, sameInboxes = [] } = options;
  const typed = (...words: string[]) => `  ${[...words, ...sameInboxes].map(escapeControl).join(' ')}`;
  const back = run !== null && hasMade ? `inboxctl rollback ${run}` : null;
  // Only a plan of the files can be looked at by itself.
  const look = command === OF_FILES.command ? 'inboxctl plan' : command;
  const fix = having(steps, 'failed').length > 0 ? 'fix that, then ' : '';
  const settle = differences.length > 0 ? 'settle that, then ' : '';
  const what = left ? `${fix}apply what is left` : `${settle}see what is left`;
  const again = planFile === null ? [command] : [command, planFile];
  return [
    ...hang('', `Next: ${what}:`, style.width),
    typed(...(left ? again : [look])),
    // A label of its own: nobody is to run both.
    ...(back === null ? [] : ['Or go back to before this run:', typed(back)]),
  ];
}

function skippedLines(steps: readonly Step[], style: Style): string[] {
  const { skippedText } = tallyOf(steps);
  return skippedText === null ? [] : hang('', skippedText, style.width);
}
