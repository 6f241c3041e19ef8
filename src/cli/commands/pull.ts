import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withWebhooksOf } from '../../engine/pull/hidden.ts';
import { onlyOf } from '../../planning/only.ts';
import { fileDiff } from '../../report/file-diff.ts';
import { PULLED, type PullReport } from '../../report/formats.ts';
import { printBelow } from '../../report/print/terminal.ts';
import { INEXACT_DIFF, variablesReport } from '../../report/pull.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { pullInto } from '../pull/pull-into.ts';

/**
 * `inboxctl pull [NAME…]`: writes live rules into the files. `isStored`: git need not have what would be overwritten.
 */
export async function pull(
  invocation: Invocation<Arguments<'pull'>>,
  { isStored = false } = {},
): Promise<Result<PullReport>> {
  const { args, terminal } = invocation;
  const { dryRun } = args;
  const only = onlyOf(args.name);
  const result = await pullInto(invocation, { ...args, only, keepRoots: true, isStored });
  const { notices, code, redactor, variables } = result;
  const edits = [...result.files].sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const inFiles = withWebhooksOf(result.files, redactor);
  const diffs = (color: boolean) => edits.map((file) => fileDiff(file, (line) => inFiles.line(line), { color }));
  const plain = dryRun ? diffs(false) : [];
  const files = edits.map((file, index) => ({ ...file, ...(dryRun ? { diff: plain[index]?.text ?? '' } : {}) }));

  // The refusals of a dry run come last, below the diff.
  const isLast = ({ severity }: Diagnostic) => dryRun && files.length > 0 && severity === 'error';
  terminal.say(notices.filter((one) => !isLast(one)));
  terminal.sayToo(notices.filter(isLast));
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
      notices,
      diffs: shownDiffs,
      isDone: code === EXIT.done,
    },
    formats: PULLED,
  };
}
