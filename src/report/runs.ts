/** The reports of `runs`: the name, the time and the results of each run. */
import { count, grouped, timeText } from '../diagnostics/counts.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import { inRow, ours, theirs } from '../diagnostics/message.ts';
import type { Difference } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import type { MadeChange, RunSummary } from '../model/snapshot.ts';
import { MADE, NOT_MADE } from './applied-view.ts';
import { type Block, commandsBlock, type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { accountName, type Inline, line, look } from './inline.ts';
import { isNamed } from './lines.ts';
import { changeSection } from './plan.ts';
import { OF_FILES, ofRollback } from './wording.ts';

const OUTCOMES = {
  converged: 'good',
  differs: 'warning',
  partial: 'danger',
  refused: 'danger',
  interrupted: 'danger',
  'cut-off': 'danger',
  running: 'note',
  sealed: 'note',
} as const;

const OPS = ['create', 'replace', 'delete'] as const;

/** Labels for changes that were not made, most important first. */
const NOT_DONE = {
  failed: NOT_MADE.failed,
  refused: NOT_MADE.refused,
  held: NOT_MADE.held,
  skipped: 'skipped',
  'not-tried': NOT_MADE['not-tried'],
  unknown: 'not known',
} as const;

/** `runs` has the newest run first. `sameProject`: options to type again; null if the runs were brought from elsewhere. */
export function runsReport(runs: readonly RunSummary[], sameProject: readonly string[] | null): TerminalReport {
  const [newest] = runs;
  const none = sameProject === null ? 'no snapshot is there' : 'nothing was applied from this folder yet';
  if (newest === undefined) return terminalReport([paragraph(line`No runs: ${ours(none)}.`)]);
  if (sameProject === null) return terminalReport([runEntries(runs, true)]);
  const typed = (command: string) => theirs([command, ...sameProject].join(' '));
  const left = paragraph(line`To see what is left of the newest: ${typed('inboxctl plan')}`);
  return terminalReport(
    [runEntries(runs)],
    [
      ...(newest.outcome === 'cut-off' ? [left] : []),
      paragraph(line`To see what a run did: ${typed('inboxctl runs show RUN')}`),
      paragraph(line`To go back to before a run: ${typed('inboxctl rollback RUN')}`),
    ],
  );
}

function runEntries(runs: readonly RunSummary[], isFrom = false) {
  const entries = runs.map((run): Entry => {
    const { rollbackOf } = run;
    const accounts = run.accounts.map(({ name }) => name);
    const addresses = [...new Set(run.accounts.map(({ baseUrl }) => baseUrl))].map((one) => [theirs(one)]);
    const changes = changesInWords(run);
    const more = [
      ...(changes.length === 0 ? [] : [changes]),
      ...(accounts.some(isNamed) ? [accountsInWords(accounts)] : []),
      ...(rollbackOf === null ? [] : [line`back to before ${theirs(rollbackOf)}`]),
      ...originInWords(run),
      ...sealedInWords(run),
      ...(isFrom ? [line`at ${inRow(addresses)}`, [theirs(run.file)]] : []),
    ];
    return {
      columns: [look('strong', [theirs(run.run)]), ours(timeText(run.startedAt)), [run.by]],
      text: look(OUTCOMES[run.outcome], ours(run.outcome.replace('-', ' '))),
      below: more.map((one) => paragraph(one, { tone: 'quiet' })),
    };
  });
  return { kind: 'entries', entries, isLoose: true, isFlush: true, below: 'margin' } as const;
}

function originInWords({ origin = {} }: RunSummary): Inline[] {
  const { commit, actor, url, github } = origin;
  const by = actor === undefined ? [] : line`by ${theirs(actor)}`;
  const of = commit === undefined ? [] : line`of the commit ${look('code', [theirs(commit.slice(0, 12))])}`;
  const pulls = github?.pullRequests ?? [];
  const ofPulls = pulls.length === 0 ? [] : line`of pull request ${ours(pulls.join(', '))}`;
  const approvers = [...new Set(github?.approvals.map(({ by }) => by))];
  const approved = approvers.length === 0 ? [] : line`approved by ${inRow(approvers.map((one) => [theirs(one)]))}`;
  const told = [by, of, ofPulls, approved].filter(({ length }) => length > 0);
  return [...(told.length === 0 ? [] : [inRow(told)]), ...(url === undefined ? [] : [[theirs(url)]])];
}

/** Names the keys that the rest of a snapshot needs. */
function sealedInWords({ accounts }: RunSummary): Inline[] {
  const byKey = groupBy(accounts, ({ sealed }) => sealed ?? '');
  byKey.delete('');
  if (byKey.size > MOST_NAMES) return [line`sealed with ${grouped(byKey.size)} keys: --format json has their ids`];
  return [...byKey].map(([keyId, alike]) => {
    const names = alike.map(({ name }) => name);
    const whose = names.some(isNamed) ? line` ${accountsInWords(names)}` : [];
    return line`sealed${whose}: the key with the id ${look('code', [theirs(keyId)])} opens it`;
  });
}

const MOST_NAMES = 5;

function accountsInWords(accounts: readonly string[]): Inline {
  const left = accounts.length - MOST_NAMES;
  return line`in ${inRow(accounts.slice(0, MOST_NAMES).map(accountName))}${left > 0 ? line` and ${count(left, 'more account')}` : []}`;
}

/** Counts the changes of a run by outcome: `1 created, 2 replaced; 1 failed, 2 not tried`. */
function changesInWords({ changes }: RunSummary): Inline {
  const part = (number: number | undefined, words: string): Inline[] =>
    number === undefined || number === 0 ? [] : [line`${grouped(number)} ${ours(words)}`];
  const done = inRow(OPS.flatMap((op) => part(changes[op].done, MADE[op])));
  const left = inRow(
    (Object.keys(NOT_DONE) as (keyof typeof NOT_DONE)[]).flatMap((status) => {
      const number = OPS.reduce((sum, op) => sum + (changes[op][status] ?? 0), 0);
      return part(number, NOT_DONE[status]);
    }),
  );
  return line`${done}${done.length > 0 && left.length > 0 ? '; ' : ''}${left}`;
}

export interface ShownRun {
  run: RunSummary;
  changes: readonly MadeChange[];
  differences: readonly Difference[];
  /** Words that name the run and its project, to type again. */
  sameRun: readonly string[];
}

export function runReport({ run, changes, differences, sameRun }: ShownRun): TerminalReport {
  const accounts = groupBy(changes, ({ account }) => account);
  const sections = [...accounts].flatMap(([account, own]): Block[] => [
    ...(isNamed(account) ? [{ kind: 'heading', text: accountName(account), about: [] } as const] : []),
    ...own.map(madeSection),
  ]);
  const wording = run.rollbackOf === null ? OF_FILES : ofRollback();
  return terminalReport(
    [runEntries([run]), ...sections, { kind: 'differences', differences, wording }],
    [
      paragraph(line`The snapshot: ${theirs(run.file)}`),
      paragraph(line`To go back to before it: ${theirs(['inboxctl rollback', ...sameRun].join(' '))}`),
    ],
  );
}

function madeSection({ status, error, received, ...made }: MadeChange): Block {
  const words = { ...NOT_DONE, done: MADE[made.op] }[status];
  const change = { ...made, source: null, patch: [], risks: [] };
  const section = changeSection([change], undefined, { ...OF_FILES, origin: () => words });
  const why = error === undefined ? [] : [paragraph([theirs(error.message)], { tone: 'danger', sign: 'x' })];
  const lines = received === undefined ? [] : JSON.stringify(received, null, 2).split('\n');
  const lead = line`As the service sent it before that run:`;
  const whole = lines.length === 0 ? [] : [commandsBlock(lead, ...lines.map((one) => [one]))];
  return { ...section, body: [...section.body, ...why, ...whole] };
}

/** Describes the run that a rollback takes back. */
export function rollbackReport(run: RunSummary): TerminalReport {
  const { rollbackOf } = run;
  const about = [
    line`run ${theirs(run.run)}, ${ours(run.outcome.replace('-', ' '))}: ${changesInWords(run)}`,
    ...(rollbackOf === null
      ? []
      : [
          line`it undid ${theirs(rollbackOf)}, which this redoes`,
          line`to go further back, name an earlier run: inboxctl runs`,
        ]),
  ];
  const title = line`Back to before the ${run.by} of ${ours(timeText(run.startedAt))}`;
  const entries = about.map((one) => ({ text: look('quiet', one) }));
  return terminalReport([{ kind: 'entries', title: look('strong', title), entries }]);
}

const CSV_HEAD = 'startedAt,run,by,rollbackOf,commit,actor,pullRequests,approvedBy,account,baseUrl,outcome';

/** Prints runs as CSV: a row for each account of each run. */
export function runsCsv(runs: readonly RunSummary[]): string {
  const rows = runs.flatMap(({ startedAt, run, by, rollbackOf, origin = {}, accounts, outcome }) => {
    const { pullRequests = [], approvals = [] } = origin.github ?? {};
    const approvers = new Set(approvals.map((one) => one.by));
    const whose = [origin.commit, origin.actor, pullRequests.join(' '), [...approvers].join(' ')];
    return accounts.map(({ name, baseUrl, sealed, changes: { create, replace, delete: deleted } }) => {
      const ops = [create, replace, deleted];
      const left = ops.flatMap(({ done: _, ...others }) => Object.values(others)).reduce((sum, one) => sum + one, 0);
      const counts = [...ops.map(({ done = 0 }) => done), left].map((one) => (sealed === undefined ? one : ''));
      return [startedAt, run, by, rollbackOf, ...whose, name, baseUrl, outcome, ...counts, origin.url].map(cell).join();
    });
  });
  return [`${CSV_HEAD},created,replaced,deleted,notDone,url`, ...rows, ''].join('\n');
}

/** A snapshot may be anybody's: a spreadsheet must not take a text for a formula. */
function cell(value: unknown): string {
  const text = escapeControl(String(value ?? ''));
  const safe = /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
