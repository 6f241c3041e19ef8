/** What an apply did, as text. */
import type { Applied, Difference, Failure, Step } from '../model/applied.ts';
import { harmless } from './harmless.ts';
import { accountPrefix, count, grouped, hang, isNamed, quoted } from './lines.ts';
import { FOUND, REFUSALS } from './messages/changes.ts';
import { REMEDIES } from './messages/differences.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';
import { noticeLines } from './text-plan.ts';
import { MADE } from './text-progress.ts';

/** The end of an apply. Nothing where there was nothing to do. */
export function textApplied(applied: Applied, options: TextOptions): string {
  if (applied.steps.length === 0 && applied.unplanned.length === 0) return '';
  const style = styleOf(options);
  const sections = [
    ...applied.notices.map((notice) => noticeLines(notice, style)),
    differenceLines(applied.differences, style),
    ...applied.steps.flatMap((step) => (step.error === undefined ? [] : [failedStep(step, step.error, style)])),
    refusedMeanwhile(applied.steps, style),
    notTried(applied.steps, style),
    [...(applied.steps.length === 0 ? [] : [doneLine(applied.steps)]), ...verdict(applied, style)],
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${shown.join('\n\n')}\n`;
}

function failureLines({ message, hint, remedy }: Failure, indent: string, style: Style): string[] {
  const { red } = style.color;
  const lines = hang(`${indent}${red('error')}: `, harmless(message), style.width);
  const more = [remedy, hint === remedy ? null : hint].filter((text) => text !== null);
  return [...lines, ...more.flatMap((text) => hang(`${indent}  `, harmless(text), style.width))];
}

function failedStep({ change, found }: Step, error: Failure, style: Style): string[] {
  const place = change.source === null ? '' : ` (${harmless(change.source.file)}:${change.source.line})`;
  return [
    ...hang(
      '',
      style.color.bold(`${accountPrefix(change.account)}Could not ${change.op} ${quoted(change.name)}${place}:`),
      style.width,
    ),
    ...failureLines(error, '  ', style),
    ...(found === undefined ? [] : hang('  ', FOUND[found], style.width)),
  ];
}

/** Changes that were refused only while the apply ran: the plan does not tell of them. */
function refusedMeanwhile(steps: readonly Step[], style: Style): string[] {
  const refused = steps.filter(
    ({ change }) => change.refused !== undefined && change.refused !== 'would-drop-integration',
  );
  const lines = refused.flatMap(({ change }) => {
    const why = REFUSALS[change.refused ?? ''] ?? '';
    return hang('  ', `${accountPrefix(change.account)}${change.op} ${quoted(change.name)}: ${why}`, style.width);
  });
  return lines.length === 0 ? [] : [style.color.bold(`Not made: ${count(refused.length, 'change')}`), ...lines];
}

const LISTED = 10;

function notTried(steps: readonly Step[], style: Style): string[] {
  const left = steps.filter(({ status }) => status === 'not-tried').map(({ change }) => change);
  if (left.length === 0) return [];
  const lines = left
    .slice(0, LISTED)
    .map((change) => `  ${accountPrefix(change.account)}${change.op} ${quoted(change.name)}`);
  const more = left.length > LISTED ? [`  and ${grouped(left.length - LISTED)} more`] : [];
  return [style.color.bold(`Not tried: ${count(left.length, 'change')}`), ...lines, ...more];
}

function differenceLines(differences: readonly Difference[], style: Style): string[] {
  if (differences.length === 0) return [];
  const lines = differences
    .slice(0, LISTED)
    .flatMap(({ account, rule, path, declared, live, kind }) => [
      ...hang('  ', `${accountPrefix(account)}${quoted(rule)}${path === '' ? '' : ` ${path}`}`, style.width),
      ...hang('    declared: ', quoted(declared), style.width),
      ...hang('    live:     ', quoted(live), style.width),
      ...hang('    ', REMEDIES[kind], style.width),
    ]);
  const more = differences.length > LISTED ? [`  and ${grouped(differences.length - LISTED)} more`] : [];
  return [style.color.bold('Not as declared:'), ...lines, ...more];
}

function doneLine(steps: readonly Step[]): string {
  const done = steps.filter(({ status }) => status === 'done');
  const parts = (['create', 'replace', 'delete'] as const).flatMap((op) => {
    const number = done.filter(({ change }) => change.op === op).length;
    return number === 0 ? [] : [`${grouped(number)} ${MADE[op]}`];
  });
  return `Done: ${parts.length === 0 ? 'nothing' : parts.join(', ')}.`;
}

function withoutPlan(unplanned: Applied['unplanned'], style: Style): string[] {
  return unplanned.flatMap(({ account, message }) => {
    return hang('', style.color.red(`${harmless(account)}: nothing was tried. ${harmless(message)}`), style.width);
  });
}

function verdict({ outcome, unchecked, unplanned, steps }: Applied, style: Style): string[] {
  const { green, red } = style.color;
  if (unchecked.length > 0) {
    const lines = unchecked.flatMap(({ failure }) => failureLines(failure, '', style));
    const whose = unchecked.some(({ account }) => isNamed(account))
      ? ` of ${unchecked.map(({ account }) => harmless(account)).join(', ')}`
      : '';
    return [...lines, `The live rules${whose} could not be read at the end. To see how they are: inboxctl plan`];
  }
  switch (outcome) {
    case 'converged':
      return [green('Converged: the live rules are as declared.')];
    case 'differs':
      return [red('Not converged: what is listed above differs.')];
    case 'partial': {
      const stopped = steps.some(({ status }) => status === 'failed') ? [red('Stopped at the first failure.')] : [];
      return [...stopped, ...withoutPlan(unplanned, style), 'To see what is left: inboxctl plan'];
    }
    case 'refused':
      return [red('Refused changes were not made: see above.')];
    case 'interrupted':
      return [red('Interrupted.'), 'To see what is left: inboxctl plan'];
  }
}
