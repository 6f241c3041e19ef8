/** How a command ended, as the reason that a job fails for. */
import { EXIT, type ExitCode } from '../cli/exit-code.ts';
import { refusalText } from '../diagnostics/changes.ts';
import { escapeControl, escapedLines } from '../diagnostics/escape-control.ts';
import type { Notice, PlanDocument } from '../model/plan.ts';
import type { FailureReason } from './definition.ts';
import type { JobFailure } from './mode.ts';

/** What any command's document may have, as far as it tells why the command failed. */
interface Telling {
  notices: readonly Notice[];
  accounts?: readonly Pick<PlanDocument['accounts'][number], 'name' | 'error'>[];
  changes?: readonly Pick<PlanDocument['changes'][number], 'name' | 'refused'>[];
}

/** A message is one annotation; the others are in the log. */
const MOST = 5;

/**
 * Why the job fails, where the command did not end well; else null. The message is safe to show on a runner.
 */
export function planFailure(code: ExitCode, { notices, accounts = [], changes = [] }: Telling): JobFailure | null {
  if (code === EXIT.done || code === EXIT.changes) return null;
  const rights = accounts.filter(({ error }) => error?.status === 401 || error?.status === 403);
  const said = notices.flatMap((one) => (one.severity === 'error' ? placed(one) : []));
  const failed = accounts.flatMap(({ name, error }) => (error === undefined ? [] : `${name}: ${error.message}`));
  const refused = changes.flatMap(({ name, refused: why }) =>
    why === undefined ? [] : `${escapeControl(name)}: ${refusalText(why)}`,
  );
  const [reason, title, otherwise] = (
    {
      [EXIT.wrongInput]: ['invalid', 'The rules or the settings are wrong.', failed],
      [EXIT.refused]: ['refused', 'Refused: this may not be applied.', refused],
      [EXIT.interrupted]: ['unreachable', 'The run was interrupted.', []],
      [EXIT.failed]: [rights.length > 0 ? 'unauthorized' : 'unreachable', 'There is no whole plan.', failed],
    } satisfies Partial<Record<ExitCode, [FailureReason, string, string[]]>>
  )[code];
  return { reason, message: toldBelow(title, said.length > 0 ? said : otherwise) };
}

/** The log shows no place beside an annotation. What is about a file as a whole is placed at its first line. */
function placed({ message, source }: Notice): string {
  if (source === undefined) return message;
  return `${source.file}${source.line > 1 ? `:${source.line}` : ''}: ${message}`;
}

/** A title, and below it the first of some texts, safe to show on a runner; the log has the others. */
export function toldBelow(title: string, texts: readonly string[]): string {
  const lines = texts.slice(0, MOST).flatMap(escapedLines);
  const more = texts.length > MOST ? [`${texts.length - MOST} more: see the log.`] : [];
  return [title, ...lines, ...more].join('\n');
}
