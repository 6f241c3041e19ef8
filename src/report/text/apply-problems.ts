/** The changes of an apply that were not made, and why: a reason that several share is reported once. */

import { FOUND, refusalOf, whyHeld } from '../../diagnostics/changes.ts';
import { count, listed } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Failure, Step } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change } from '../../model/plan.ts';
import { accountPrefix, capital, hang, hangTyped, quoted } from '../lines.ts';
import type { Style } from '../style.ts';
import { cutTo, textWidth } from '../width.ts';

/** Names in one list. */
const MOST_NAMES = 10;
/** Changes that are named with their places. */
const MOST_PLACES = 3;
/** With more causes than these, the words of the service are cut to a line each: JSON has the whole. */
const MOST_WHOLE = 2;

/** Why changes failed: the change and its place, what came of it in a line, what to do. */
export function failureSections(steps: readonly Step[], style: Style): string[] {
  const failed = steps.filter(({ status }) => status === 'failed');
  const causes = [...groupBy(failed, causeOf).values()];
  const isLong = causes.length > MOST_WHOLE && !style.verbose;
  return causes.flatMap((group) => causeLines(group, isLong, style));
}

/** Why a step failed, as far as steps can share it. */
function causeOf({ error, found }: Step): string {
  return JSON.stringify([error === undefined ? null : saidOf(error), error?.remedy, found]);
}

function saidOf({ said, message }: Failure): string {
  return said ?? message;
}

function causeLines(group: readonly Step[], isLong: boolean, style: Style): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const changes = group.map(({ change }) => change);
  const { error, found } = first;
  const op = changes.every((change) => change.op === first.change.op) ? first.change.op : null;
  const what = op === null ? `make ${count(changes.length, 'change')}: ` : `${op} `;
  const head = style.color.bold(`Could not ${what}${names(changes, op === null)}:`);
  const said = error === undefined ? '' : escapeControl(saidOf(error));
  const text = isLong ? cutTo(style.width - 2, said, style.dots) : said;
  const shown = found === undefined ? '' : FOUND[found];
  return [...joined('  ', [head, text, shown], style), ...remedyLines(error, found, style)];
}

/** A head and what follows it: on one line what fits there, else indented below it. */
function joined(indent: string, [head = '', ...rest]: readonly string[], style: Style): string[] {
  const lines = [head];
  for (const text of rest.filter((one) => one !== '')) {
    const last = lines.at(-1) ?? '';
    const onOne = `${last}${/[.:…]$/.test(last) || lines.length === 1 ? '' : '.'} ${text}`;
    if (textWidth(onOne) + (lines.length === 1 ? 0 : indent.length) <= style.width) lines[lines.length - 1] = onOne;
    else lines.push(text);
  }
  return lines.flatMap((line, index) => hang(index === 0 ? '' : indent, line, style.width));
}

/** What to do about it. What was read since tells more than what to do about a lost answer. */
function remedyLines(error: Failure | undefined, found: Step['found'], style: Style): string[] {
  if (found !== undefined) return [];
  const remedy = error?.remedy ?? error?.hint ?? null;
  return remedy === null ? [] : hangTyped('  ', escapeControl(remedy), style.width);
}

/** The names of changes; of a few also where they stand. `withOp`: what was to be done, too. */
function names(changes: readonly Change[], withOp: boolean): string {
  const places = changes.length <= MOST_PLACES;
  const texts = changes.map(({ account, op, name, source }, index) => {
    const place = places && source !== null ? ` (${escapeControl(source.file)}:${source.line})` : '';
    const of = account === changes[index - 1]?.account ? '' : accountPrefix(account);
    return `${of}${withOp ? `${op} ` : ''}${quoted(name)}${place}`;
  });
  return listed(texts, MOST_NAMES);
}

/** Changes that were refused: those of one reason together. */
export function refusedLines(steps: readonly Step[], style: Style): string[] {
  const refused = steps.filter(({ status }) => status === 'refused').map(({ change }) => change);
  return [...groupBy(refused, whyRefused)].flatMap(([why, changes]) => [
    ...hang('', style.color.bold(`Refused: ${names(changes, true)}`), style.width),
    ...hang('  ', why, style.width),
  ]);
}

function whyRefused({ refused: code }: Change): string {
  // Of a plan that is refused as a whole.
  if (code === undefined) return 'The plan above says why nothing of it may be carried out.';
  const { why, remedy, unlike } = refusalOf(code);
  if (unlike === 'reviewed') return 'The review above says why, and what to do.';
  return `${escapeControl(capital(why))}.${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** Deletes that waited in vain for a create. */
export function heldLines(steps: readonly Step[], style: Style): string[] {
  const held = steps.filter(({ status }) => status === 'held').map(({ change }) => change);
  if (held.length === 0) return [];
  const text = `Not deleted, since ${whyHeld(steps)}, so that nothing is lost: ${names(held, false)}`;
  return hang('', text, style.width);
}

/** Changes that nothing was sent for; `why` is the reason in a word or two. */
export function notTriedLines(steps: readonly Step[], why: string, style: Style): string[] {
  const left = steps.filter(({ status }) => status === 'not-tried').map(({ change }) => change);
  if (left.length === 0) return [];
  return hang('', `Not tried${why}: ${names(left, true)}`, style.width);
}
