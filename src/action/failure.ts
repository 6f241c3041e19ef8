/** How a command ended, as the reason that a job fails for. */
import * as z from 'zod';
import { EXIT, type ExitCode } from '../cli/exit-code.ts';
import { REFUSALS } from '../diagnostics/changes.ts';
import { escapeControl, escapedLines } from '../diagnostics/escape-control.ts';
import { accountError, notice } from '../model/plan.ts';
import type { FailureReason } from './definition.ts';
import type { Ending } from './mode.ts';

type Failure = NonNullable<Ending['failure']>;

/** What any command's JSON may have, as far as it tells why the command failed. */
const telling = z.object({
  notices: z.array(notice),
  accounts: z.array(z.object({ name: z.string(), error: accountError.optional() })).optional(),
  changes: z.array(z.object({ name: z.string(), refused: z.string().optional() })).optional(),
});

/** A message is one annotation; the others are in the log. */
const MOST = 5;

/**
 * Takes how `plan` or `validate` ended and the JSON that it printed; gives why the job fails, or null where it does not.
 * The message is safe to show on a runner.
 */
export function planFailure(code: ExitCode, document: unknown): Failure | null {
  if (code === EXIT.done || code === EXIT.changes) return null;
  const { notices, accounts = [], changes = [] } = telling.parse(document);
  const rights = accounts.filter(({ error }) => error?.status === 401 || error?.status === 403);
  const said = notices.flatMap((one) => (one.severity === 'error' ? placed(one) : []));
  const failed = accounts.flatMap(({ name, error }) => (error === undefined ? [] : `${name}: ${error.message}`));
  const refused = changes.flatMap(({ name, refused: why }) =>
    why === undefined ? [] : `${escapeControl(name)}: ${REFUSALS[why] ?? why}`,
  );
  const [reason, title, otherwise] = (
    {
      [EXIT.wrongInput]: ['invalid', 'The rules or the settings are wrong.', failed],
      [EXIT.refused]: ['refused', 'Refused: this may not be applied.', refused],
      [EXIT.interrupted]: ['unreachable', 'The run was interrupted.', []],
      [EXIT.failed]: [rights.length > 0 ? 'unauthorized' : 'unreachable', 'There is no whole plan.', failed],
    } satisfies Partial<Record<ExitCode, [FailureReason, string, string[]]>>
  )[code];
  return { reason, message: [title, ...listed(said.length > 0 ? said : otherwise)].join('\n') };
}

/** The log shows no place beside an annotation. What is about a file as a whole is placed at its first line. */
function placed({ message, source }: z.infer<typeof notice>): string {
  if (source === undefined) return message;
  return `${source.file}${source.line > 1 ? `:${source.line}` : ''}: ${message}`;
}

function listed(all: readonly string[]): string[] {
  const lines = all.slice(0, MOST).flatMap((text) => escapedLines(text));
  return all.length > MOST ? [...lines, `${all.length - MOST} more: see the log.`] : lines;
}
