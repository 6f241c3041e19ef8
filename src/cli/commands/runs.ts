import { listRuns } from '../../engine/journal/read.ts';
import { jsonRuns } from '../../report/json.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { textRuns } from '../../report/text/runs.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { openSettings, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';

/** `inboxctl runs`: lists the runs of this project on this machine. It sends nothing. */
export const runs: Command = async (invocation) => {
  const { io, options } = invocation;
  const { home, cwd } = openSettings(invocation, workingFolder(invocation));
  const { runs: found, problems } = listRuns(home, cwd);
  if (options.format === 'json') io.stdout.write(jsonRuns(found, problems));
  else {
    const shown = options.quiet === true ? errorsOnly(problems) : problems;
    io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
    io.stdout.write(textRuns(found, textOptions(io, 'stdout', options)));
  }
  return EXIT.done;
};
