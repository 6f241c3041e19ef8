import { jsonNotices } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import type { Invocation } from './definition.ts';
import type { ExitCode } from './exit-code.ts';
import type { Stop } from './stop.ts';
import { textOptions } from './terminal.ts';

/** Says why a command could not go on: on stderr, and as JSON on stdout where that was asked for. */
export function reportStop(stop: Stop, { io, options }: Invocation): ExitCode {
  if (options.format === 'json') io.stdout.write(jsonNotices(stop.diagnostics));
  io.stderr.write(renderProblems(stop.diagnostics, textOptions(io, 'stderr', options)));
  return stop.code;
}
