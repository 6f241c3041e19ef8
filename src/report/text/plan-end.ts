/** The end of a plan as text, and the top of a long one: what is deleted, what is risky, the counts, whether apply would refuse it, what to type next. */

import { count, grouped, listed } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Change } from '../../model/plan.ts';
import { affectedText } from '../impact-view.ts';
import { accountPrefix, hang, isNamed, quoted } from '../lines.ts';
import { deletesInWords, deletesOf, risksIn, wholeRefusals } from '../plan-view.ts';
import type { Style } from '../style.ts';
import { nothingText, switchedText, wordingIn } from '../wording.ts';
import { namesOnLine } from './alike.ts';

/** What `apply` needs besides to carry out the plan that was shown. */
export interface NextApply {
  /** Where the plan was saved; null where it was not. */
  planFile: string | null;
  /** The flags that were given to lift guards. */
  maxDeletes: number | null;
  allowEmpty: boolean;
  allowLoss: boolean;
  /** What commands about the same inboxes need too, as it is typed. */
  sameInboxes: readonly string[];
}

/** The first lines of a plan that is longer than a screen. */
export function topLines(plan: Plan, style: Style): string[] {
  return [...countLines(plan, 'below', style), ...deleteLines(plan.changes, style), ...riskLines(plan.changes, style)];
}

/** The last lines of a plan. `next` null: whoever shows it goes on from here. */
export function endLines(plan: Plan, next: NextApply | null, style: Style): string[] {
  const attention = [...deleteLines(plan.changes, style), ...riskLines(plan.changes, style)];
  return [
    ...attention,
    ...(attention.length === 0 ? [] : ['']),
    ...countLines(plan, 'above', style),
    ...(next === null ? [] : nextLines(plan, next, style)),
  ];
}

/** `errors`: where they are shown. */
function countLines(plan: Plan, errors: 'above' | 'below', style: Style): string[] {
  return [...summaryLines(plan, errors, style), ...affectedLines(plan, style), ...failedLines(plan, style)];
}

/** Names in one list. */
const MOST_DELETES = 10;

function someOf(names: readonly string[], most: number, { verbose }: Style): string {
  return verbose || names.length <= most ? names.join(', ') : `${listed(names, most)} (--verbose shows all)`;
}

function deleteLines(changes: readonly Change[], style: Style): string[] {
  const deletes = deletesOf(changes);
  if (deletes.length === 0) return [];
  const names = deletes.map(({ account, name }) => accountPrefix(account) + quoted(name));
  const what = style.color.red(`deletes ${deletesInWords(deletes.length)}:`);
  return hang(style.color.red('- '), `${what} ${someOf(names, MOST_DELETES, style)}`, style.width);
}

/** With more changes than this, the end repeats the risks, where a tired reader sees them. */
const GLANCE = 3;
const MOST_RISKY = 5;

function riskLines(changes: readonly Change[], style: Style): string[] {
  if (changes.length <= GLANCE) return [];
  return risksIn(changes).flatMap(({ risk, changes: risky }) => {
    const names = risky.map(({ account, name }) => accountPrefix(account) + quoted(name));
    return hang(style.color.yellow('! '), `${risk}: ${someOf(names, MOST_RISKY, style)}`, style.width);
  });
}

function summaryLines(plan: Plan, errors: 'above' | 'below', style: Style): string[] {
  const { summary, changes, digest, only } = plan;
  const kept = summary.kept === 0 ? '' : `, ${grouped(summary.kept)} left alone`;
  if (changes.length === 0) return hang('', `No changes: ${nothingText(plan, wordingIn(style))}${kept}.`, style.width);
  const part = (number: number, text: string, paint: (text: string) => string) =>
    number === 0 ? `${number} ${text}` : paint(`${grouped(number)} ${text}`);
  const counts = [
    part(summary.create, 'to create', style.color.green),
    part(summary.replace, 'to replace', style.color.yellow),
    part(summary.delete, 'to delete', style.color.red),
    `${grouped(summary.unchanged)} unchanged`,
  ].join(', ');
  const title = style.color.bold(only === undefined ? 'Plan:' : 'Partial plan:');
  const switched = switchedText(plan);
  const more = switched === null ? '' : ` ${style.color.yellow(`${switched}.`)}`;
  const refused = changes.filter((change) => change.refused !== undefined).length;
  const few = refused === 0 ? '' : ` ${style.color.red(`${count(refused, 'change')} refused.`)}`;
  const lines = hang('', `${title} ${counts}${kept}.${more}${few}`, style.width);
  return [...lines, ...refusedLines(plan, errors, style), ...(style.verbose ? [`Digest: ${digest}`] : [])];
}

function affectedLines(plan: Plan, style: Style): string[] {
  const text = affectedText(plan);
  return text === null ? [] : hang('', `${text}.`, style.width);
}

function refusedLines(plan: Plan, errors: 'above' | 'below', style: Style): string[] {
  const stopped = wholeRefusals(plan).map(({ account = '' }) => account);
  if (stopped.length === 0) return [];
  const whose = [...new Set(stopped)].filter(isNamed);
  const what = whose.length === 0 || plan.accounts.length < 2 ? 'this' : namesOnLine(whose, style);
  return hang('', style.color.red(style.color.bold(`Apply refuses ${what}: see the error ${errors}.`)), style.width);
}

function failedLines({ accounts }: Plan, style: Style): string[] {
  const failed = accounts.flatMap(({ name, error }) => (error === undefined ? [] : [name]));
  if (failed.length === 0) return [];
  const text = `${grouped(failed.length)} of ${count(accounts.length, 'account')} could not be planned: ${namesOnLine(failed, style)}.`;
  return hang('', style.color.red(text), style.width);
}

/** What to type next, each command on a line of its own. */
function nextLines(plan: Plan, next: NextApply, style: Style): string[] {
  const { changes } = plan;
  if (changes.length === 0) return [];
  const advice = (text: string, ...words: string[]) => [
    ...hang('', text, style.width),
    `  ${[...words, ...next.sameInboxes].map(escapeControl).join(' ')}`,
  ];
  const { command } = wordingIn(style);
  const apply = (flags: Partial<NextApply> = {}) => applyWords(command, { ...next, ...flags });
  const stops = wholeRefusals(plan);
  if (stops.length > 0) {
    const flags = flagsLifting(stops);
    if (flags === null) return advice('Next: fix that, then plan again:', 'inboxctl plan');
    return advice('Next: only if all these deletes are meant, allow them once:', ...apply(flags));
  }
  const refused = changes.filter((change) => change.refused !== undefined);
  const isLossy = refused.some((change) => change.refused?.startsWith('would-drop-'));
  const isWhole = refused.length === 0 && plan.complete;
  return [
    ...(refused.length === changes.length
      ? []
      : advice(`Next: apply ${isWhole ? 'this plan' : 'the rest'}:`, ...apply())),
    ...(isLossy ? advice('With what it loses, only if that is meant:', ...apply({ allowLoss: true })) : []),
  ];
}

function applyWords(command: string, { planFile, maxDeletes, allowEmpty, allowLoss }: NextApply): string[] {
  return [
    command,
    ...(planFile === null ? [] : [planFile]),
    ...(maxDeletes === null ? [] : [`--max-deletes ${maxDeletes}`]),
    ...(allowEmpty ? ['--allow-empty'] : []),
    ...(allowLoss ? ['--allow-loss'] : []),
  ];
}

/** The flags that let a refused plan through; null where no flag does. */
function flagsLifting(stops: readonly Diagnostic[]): Partial<NextApply> | null {
  const flags: { maxDeletes?: number; allowEmpty?: true } = {};
  for (const stop of stops) {
    if (stop.code === 'guard-nothing-declared') flags.allowEmpty = true;
    else if (stop.code === 'guard-max-deletes' || stop.code === 'guard-nothing-in-common') {
      flags.maxDeletes = Math.max(stop.args.deletes, flags.maxDeletes ?? 0);
    } else return null;
  }
  return flags;
}
