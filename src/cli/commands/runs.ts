import { listRuns } from '../../engine/journal/read.ts';
import { RUNS, type RunList } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { openSettings } from '../session/settings.ts';

/** `inboxctl runs`: lists the runs of this project on this machine. It sends nothing. */
export async function runs({ io, args, terminal }: Invocation<Arguments<'runs'>>): Promise<Result<RunList>> {
  const { home, cwd } = openSettings(io, args);
  const { runs: found, problems } = listRuns(home, cwd);
  if (args.format === 'text') terminal.say(problems);
  return { code: EXIT.done, document: { runs: found, notices: problems }, formats: RUNS };
}
