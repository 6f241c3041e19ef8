/** Turns the end of a command into the failure of a job. */
import { EXIT, type ExitCode } from '../cli/exit-code.ts';
import { accountParts } from '../diagnostics/action.ts';
import { refusalOf } from '../diagnostics/changes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Parts, say, theirs } from '../diagnostics/message.ts';
import type { Plan } from '../diagnostics/results.ts';
import { DEFAULT_ACCOUNT } from '../model/project.ts';
import { messageLine } from '../report/inline.ts';
import type { FailureReason } from './definition.ts';
import type { JobFailure } from './mode.ts';
import { toldBelow } from './words.ts';

/** The parts of a command's document that say why it failed. */
interface Telling {
  notices: readonly Diagnostic[];
  accounts?: readonly Pick<Plan['accounts'][number], 'name' | 'error'>[];
  changes?: readonly Pick<Plan['changes'][number], 'name' | 'refused'>[];
}

/** Returns why the job fails, or null if the command succeeded. The message is safe to show on a runner. */
export function planFailure(code: ExitCode, { notices, accounts = [], changes = [] }: Telling): JobFailure | null {
  if (code === EXIT.done || code === EXIT.changes) return null;
  const rights = accounts.filter(({ error }) => error?.status === 401 || error?.status === 403);
  const said = notices.flatMap((one) => (one.severity === 'error' ? [placed(one)] : []));
  const failed = accounts.flatMap(({ name, error }) =>
    error === undefined ? [] : [say`${theirs(name)}: ${theirs(error.message)}`],
  );
  const refused = changes.flatMap(({ name, refused: why }) =>
    why === undefined ? [] : [say`${theirs(name)}: ${refusalOf(why).why}`],
  );
  const [reason, title, otherwise] = (
    {
      [EXIT.wrongInput]: ['invalid', say`The rules, the settings or the checkout are wrong.`, failed],
      [EXIT.refused]: ['refused', say`Refused: this may not be applied.`, refused],
      [EXIT.interrupted]: ['unreachable', say`The run was interrupted.`, []],
      [EXIT.failed]: [rights.length > 0 ? 'unauthorized' : 'unreachable', say`The plan is incomplete.`, failed],
    } satisfies Partial<Record<ExitCode, [FailureReason, Parts, Parts[]]>>
  )[code];
  return { reason, message: toldBelow(title, said.length > 0 ? said : otherwise) };
}

/** The log shows no place beside an annotation. A finding about a whole file is at line 1, which is not shown. */
function placed(diagnostic: Diagnostic): Parts {
  const { place, account = DEFAULT_ACCOUNT } = diagnostic;
  if (place === undefined) return say`${accountParts(account)}${messageLine(diagnostic)}`;
  const line = place.line > 1 ? say`:${place.line}` : [];
  return say`${theirs(place.file)}${line}: ${messageLine(diagnostic)}`;
}
