import path from 'node:path';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { hasErrors } from '../../engine/plan.ts';
import { listRuns, type RunSnapshot, readRun, readRunFrom, summaryOf } from '../../engine/snapshot/read.ts';
import { madeChanges, secretsOf } from '../../engine/snapshot/show.ts';
import { accountMatcher } from '../../model/account-name.ts';
import type { MadeChange, RunDocument, RunSummary, RunsDocument } from '../../model/snapshot.ts';
import type { Formats } from '../../report/formats.ts';
import { differenceOf, json } from '../../report/json.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { runReport, runsCsv, runsReport, type ShownRun } from '../../report/runs.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { account, color, config, directory, format, keyFiles, quiet, verbose } from '../options.ts';
import { sameInboxes } from '../session/arguments.ts';
import { sealKeysOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError, userError } from '../user-error.ts';

const from = option('--from <PATH>', 'the snapshots anywhere in a folder, from elsewhere; with show, in a file');
const formats = { ...format, choices: ['text', 'json', 'csv'] } as const;

export const definition = {
  arguments: [
    { name: '[show]', description: 'show one run: its plan, and the outcome of each change', choices: ['show'] },
    { name: '[run]', description: 'the run to show, or the beginning of its name; left out: the newest' },
  ],
  description:
    'Reads the snapshots in .inboxctl/runs, beside inboxctl.yaml: apply and rollback write one before they send anything. They are sealed: what a run changed is shown with the key that sealed it, the signing key or else the API key of each account. It sends nothing.\nWith --verbose, show also prints each rule as the service sent it before the run, with its secrets: the snapshot is the backup.\nExits 0, even if there are no runs; 3 if RUN does not exist.',
  options: [directory, config, account, from, formats, color, quiet, verbose, ...keyFiles],
  examples: {
    'inboxctl runs': 'what was applied, when, and with what outcome',
    'inboxctl runs show': 'the newest run, change by change',
    'inboxctl runs show 20261121T0922': 'another one; the beginning of its name is enough',
    'inboxctl runs --account alice': 'the runs that changed this inbox',
    'inboxctl runs --from artifacts --account team-17 --format csv': 'who changed this inbox, as a table',
    "inboxctl runs --format json | jq -r '.runs[0].run'": 'the name of the newest, for a script',
  },
} as const satisfies CommandDefinition;

interface RunList {
  runs: RunSummary[];
  /** Options that select the same project, to repeat in suggested commands; null with --from. */
  sameProject: readonly string[] | null;
}

export const RUNS: Formats<RunList> = {
  text: ({ runs, sameProject }, { style }) => printTerminal(runsReport(runs, sameProject), style),
  json: ({ runs }, { notices }) => json<RunsDocument>(notices, { runs }),
  csv: ({ runs }) => runsCsv(runs),
};

export const RUN: Formats<ShownRun> = {
  text: (shown, { style }) => printTerminal(runReport(shown), style),
  json: ({ run, changes, differences }, { notices }) =>
    json<RunDocument>(notices, {
      run,
      changes: changes.map(withoutSecretTags),
      differences: differences.map(differenceOf),
    }),
  csv: ({ run }) => runsCsv([run]),
};

/** Drops the tags of a snapshot's texts: they tell whether two texts are the same, and nothing else. */
function withoutSecretTags({ received, ...change }: MadeChange): MadeChange {
  const bare = JSON.parse(JSON.stringify(change), (_, value) => (value?.tag === undefined ? value : value.shown));
  return { ...bare, ...(received !== undefined && { received }) };
}

type RunsInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl runs [show RUN]`: lists the runs of this project on this machine, or shows one. Sends nothing. */
export async function run(invocation: RunsInvocation): Promise<Result<RunList> | Result<ShownRun>> {
  const { args, findings } = invocation;
  // A run may be of an account that the project has no more.
  const session = openSession(
    { ...invocation, args: { ...args, account: undefined } },
    { sendsKeys: false, project: 'optional' },
  );
  if (args.show !== undefined) return show(invocation, session);
  const { home, cwd } = session.project;
  const place = args.from === undefined ? undefined : path.resolve(cwd, args.from);
  const { runs: all, problems } = listRuns(home, sealKeysOf(session.keys), cwd, place);
  if (hasErrors(problems)) throw new UserError(problems);
  findings.add(problems);
  const found = all.map((run) => ofAccounts(run, args)).filter(({ parts }) => parts.length > 0);
  const summaries = found.map((run) => summaryOf(run, cwd));
  return {
    code: EXIT.done,
    document: { runs: summaries, sameProject: place === undefined ? sameInboxes(args) : null },
    formats: RUNS,
  };
}

function show({ args }: RunsInvocation, session: Session): Result<ShownRun> {
  const { home, cwd } = session.project;
  const keys = sealKeysOf(session.keys);
  const file = args.from === undefined ? undefined : path.resolve(cwd, args.from, args.run ?? '');
  const read = file === undefined ? readRun(home, args.run ?? 'latest', keys, cwd) : readRunFrom(file, keys, cwd);
  if ('problem' in read) throw new UserError([read.problem]);
  const run = ofAccounts(read, args);
  if (run.parts.length === 0) {
    throw userError({ code: 'rollback-nothing', args: { run: read.run, accounts: [...(args.account ?? [])] } });
  }
  session.loadAll();
  session.learn(secretsOf(run.parts).values);
  const { redactor } = session;
  const summary = summaryOf(run, cwd);
  const differences = run.parts.flatMap(({ opened }) => opened?.end?.differences ?? []);
  const document = {
    run: { ...summary, accounts: redactor.everywhere(summary.accounts) },
    changes: run.parts.flatMap((part) => madeChanges(part, redactor, args.verbose)),
    differences: differences.map((one) => ({ ...redactor.everywhere(one), path: one.path, kind: one.kind })),
    sameRun: [...(file === undefined ? [run.run] : ['--from', shellWord(summary.file)]), ...sameInboxes(args)],
  };
  return { code: EXIT.done, document, formats: RUN };
}

/** A run, with the accounts of `--account` alone. */
function ofAccounts(run: RunSnapshot, { account }: Pick<ArgumentsOf<typeof definition>, 'account'>): RunSnapshot {
  const isAsked = accountMatcher(account);
  return { ...run, parts: run.parts.filter(({ name }) => isAsked(name)) };
}
