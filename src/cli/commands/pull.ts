import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withWebhooksOf } from '../../engine/pull/hidden.ts';
import { changeOf, type PullDocument, type Pulled } from '../../model/pull.ts';
import { onlyOf } from '../../planning/only.ts';
import { fileDiff } from '../../report/file-diff.ts';
import { type Formats, together } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { renderProblems } from '../../report/print/problems.ts';
import { printBelow, printTerminal } from '../../report/print/terminal.ts';
import { INEXACT_DIFF, pullableReport, pulledReport, variablesReport } from '../../report/pull.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { common, connection } from '../options.ts';
import { pullInto } from '../pull/pull-into.ts';

export const definition = {
  arguments: [{ name: '[name...]', description: 'only these rules; `*` is any run of characters' }],
  description:
    'Edits rules that changed on the service in the files that declare them, and writes a new file for each undeclared rule. Long texts go into prompts/; webhook URLs become variables, which are listed. Only what differs is touched. With NAMEs, live or declared ones, only these rules are.\nExits 0 when the files match the live rules, or the output says what is left; 1 when an account could not be read; 3 when files have problems, or no rule is called NAME; 4 when it would write over changes that are not committed, --prune would remove too many rules, or no declared rule of an account is live.',
  options: [
    ...common,
    ...connection,
    option('--prune', 'remove rules that are gone from the service'),
    option(
      '--force',
      'overwrite uncommitted changes, prune any number of rules, and pull where no declared rule is live',
    ),
    option('--dry-run', 'write nothing, and show what would be written as a diff'),
  ],
  dry: 'inboxctl pull --dry-run',
  examples: {
    'inboxctl pull': 'bring what was changed on the service into the files',
    'inboxctl pull --dry-run': 'look at it first',
    "inboxctl pull Newsletters 'Billing *'": 'these rules, and leave all others as they are in the files',
  },
} as const satisfies CommandDefinition;

interface PullReport extends Pulled {
  /** Returns the diff of each file for a dry run, with or without color. */
  diffs: (color: boolean) => string[];
  isDone: boolean;
}

export const PULLED: Formats<PullReport> = {
  text: (pulled, { style, notices }) => {
    const { dryRun, files, diffs, isDone } = pulled;
    if (dryRun && files.length > 0) {
      const errors = notices.filter(({ severity }) => severity === 'error');
      const end = printTerminal(pullableReport(pulled), style);
      return together(`${diffs(style.color).join('')}\n${end}`, renderProblems(errors, style));
    }
    return files.length > 0 || isDone ? printTerminal(pulledReport(pulled, notices), style) : '';
  },
  json: ({ dryRun, only, files, variables }, { notices }) =>
    json<PullDocument>(notices, {
      dryRun,
      only,
      files: files.map((file) => ({ file: file.shown, change: changeOf(file), rules: file.rules, diff: file.diff })),
      variables: variables.map(({ name, rules }) => ({ name, rules })),
    }),
};

/** `inboxctl pull [NAME…]`: writes live rules into the files. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<PullReport>> {
  const { args, terminal, findings } = invocation;
  const { dryRun } = args;
  const only = onlyOf(args.name);
  const result = await pullInto(invocation, { ...args, only });
  const { notices, code, redactor, variables } = result;
  const edits = [...result.files].sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const inFiles = withWebhooksOf(result.files, redactor);
  const diffs = (color: boolean) => edits.map((file) => fileDiff(file, (line) => inFiles.line(line), { color }));
  const plain = dryRun ? diffs(false) : [];
  const files = edits.map((file, index) => ({ ...file, ...(dryRun ? { diff: plain[index]?.text ?? '' } : {}) }));

  // The refusals of a dry run come last, below the diff.
  const isLast = ({ severity }: Diagnostic) => dryRun && files.length > 0 && severity === 'error';
  for (const one of notices) findings.add([one], isLast(one) ? 'document-and-errors' : 'stderr');
  findings.print();
  if (!terminal.quiet && plain.some(({ isExact }) => !isExact)) terminal.write('stderr', INEXACT_DIFF);
  if (!terminal.quiet && variables.length > 0) {
    terminal.write('stderr', `${printBelow(variablesReport(variables), terminal.style('stderr'))}\n`);
  }
  const shownDiffs = (color: boolean) => (color ? diffs(true) : plain).map(({ text }) => text);
  return {
    code,
    document: {
      dryRun,
      ...(only && { only: redactor.everywhere([...only.patterns]) }),
      files,
      variables,
      diffs: shownDiffs,
      isDone: code === EXIT.done,
    },
    formats: PULLED,
  };
}
