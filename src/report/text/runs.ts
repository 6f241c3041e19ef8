/** The runs of a project for people: what each is called, when it was, and what came of its changes. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { timeText } from '../../diagnostics/time.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import type { MadeChange, RunSummary } from '../../model/journal.ts';
import { MADE, NOT_MADE } from '../applied-view.ts';
import { hang, hangTyped, isNamed } from '../lines.ts';
import { changeSection } from '../plan.ts';
import { blockLines } from '../print/terminal.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { widest } from '../width.ts';
import { OF_FILES, wordingOf } from '../wording.ts';
import { differenceLines } from './difference-lines.ts';

const OUTCOMES = {
  converged: 'green',
  differs: 'yellow',
  partial: 'red',
  refused: 'red',
  interrupted: 'red',
  unfinished: 'red',
  running: 'cyan',
} as const;

const OPS = ['create', 'replace', 'delete'] as const;

/** What is said of changes that were not made, the most telling first. */
const NOT_DONE = [
  ['failed', NOT_MADE.failed],
  ['refused', NOT_MADE.refused],
  ['held', NOT_MADE.held],
  ['parked', 'half-way'],
  ['skipped', 'skipped'],
  ['not-tried', NOT_MADE['not-tried']],
  ['unknown', 'not known'],
] as const;

/** Takes the newest run first; ends in a newline. */
export function textRuns(runs: readonly RunSummary[], options: TextOptions): string {
  const style = styleOf(options);
  if (runs.length === 0) return 'No runs: nothing was applied from this folder yet.\n';
  const column = widest(runs.map(({ by }) => by));
  const blocks = runs.map((run) => blockOf(run, column, style).join('\n'));
  return `${[...blocks, hint(runs, style).join('\n')].join('\n\n')}\n`;
}

function blockOf(run: RunSummary, column: number, style: Style): string[] {
  const { bold, dim } = style.color;
  const outcome = style.color[OUTCOMES[run.outcome]](run.outcome);
  const head = [bold(escapeControl(run.run)), timeText(run.startedAt), run.by.padEnd(column), outcome].join('  ');
  const back = run.rollbackOf === null ? [] : [`back to before ${escapeControl(run.rollbackOf)}`];
  const accounts = run.accounts.some(isNamed) ? [accountsText(run.accounts)] : [];
  const more = [changesText(run), ...accounts, ...back].flatMap((text) => hang('  ', text, style.width));
  return [...hang('', head, style.width), ...more.map((line) => dim(line))];
}

/** What came of the changes of a run: `1 created, 2 replaced; 1 failed, 2 not tried`. */
function changesText({ changes }: RunSummary): string {
  const done = OPS.flatMap((op) => part(changes[op].done, MADE[op]));
  const left = NOT_DONE.flatMap(([status, words]) => {
    const number = OPS.reduce((sum, op) => sum + (changes[op][status] ?? 0), 0);
    return part(number, words);
  });
  return [...(done.length > 0 ? [done.join(', ')] : []), ...(left.length > 0 ? [left.join(', ')] : [])].join('; ');
}

function part(number: number | undefined, words: string): string[] {
  return number === undefined || number === 0 ? [] : [`${grouped(number)} ${words}`];
}

const NAMED = 5;

function accountsText(accounts: readonly string[]): string {
  const more = accounts.length > NAMED ? ` and ${count(accounts.length - NAMED, 'more account')}` : '';
  return `in ${accounts.slice(0, NAMED).map(escapeControl).join(', ')}${more}`;
}

function hint([newest]: readonly RunSummary[], style: Style): string[] {
  const left = newest?.outcome === 'unfinished' ? ['To see what is left of the newest: inboxctl plan'] : [];
  return [
    ...left,
    'To see what a run did: inboxctl runs show RUN',
    'To go back to before a run: inboxctl rollback RUN',
  ].flatMap((line) => hangTyped('', line, style.width));
}

/** One run: what it was to do, and beside each change what came of it. */
export function textRun(
  {
    run,
    changes,
    differences,
  }: { run: RunSummary; changes: readonly MadeChange[]; differences: readonly Difference[] },
  options: TextOptions,
): string {
  const style = styleOf({ ...options, ...(run.rollbackOf === null ? {} : { wording: wordingOf(run.rollbackOf) }) });
  const accounts = groupBy(changes, ({ account }) => account);
  const sections = [...accounts].map(([account, own]) => {
    const head = isNamed(account) ? [style.color.bold(escapeControl(account))] : [];
    return [...head, ...own.map((made) => madeLines(made, style).join('\n'))].join('\n\n');
  });
  const back = [`The journal: ${escapeControl(run.file)}`, `To go back to before it: inboxctl rollback ${run.run}`];
  const end = back.flatMap((line) => hangTyped('', line, style.width));
  const left = differences.length === 0 ? [] : [differenceLines(differences, style).join('\n')];
  return `${[blockOf(run, 0, style).join('\n'), ...sections, ...left, end.join('\n')].join('\n\n')}\n`;
}

function madeLines({ status, error, ...made }: MadeChange, style: Style): string[] {
  const words = status === 'done' ? MADE[made.op] : (NOT_DONE.find(([one]) => one === status)?.[1] ?? 'put back');
  const change = { ...made, source: null, patch: [], risks: [] };
  const lines = blockLines(changeSection([change], '', undefined, { ...OF_FILES, origin: () => words }), '', style);
  const why = error === undefined ? [] : hang(style.color.red('      x '), escapeControl(error.message), style.width);
  return [...lines, ...why];
}

/** Takes the run that is to be taken back; gives which it is and what it did, ending in an empty line. */
export function textRollback(run: RunSummary, options: TextOptions): string {
  const style = styleOf(options);
  const { bold, dim } = style.color;
  const title = `Back to before the ${run.by} of ${timeText(run.startedAt)}`;
  const about = [
    `run ${escapeControl(run.run)}, ${run.outcome}: ${changesText(run)}`,
    ...(run.rollbackOf === null ? [] : [`it went back to before ${escapeControl(run.rollbackOf)}`]),
  ];
  const lines = [
    ...hang('', bold(title), style.width),
    ...about.flatMap((text) => hang('  ', text, style.width)).map(dim),
  ];
  return `${lines.join('\n')}\n\n`;
}
