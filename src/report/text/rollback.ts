import { escapeControl } from '../../diagnostics/escape-control.ts';
import { timeText } from '../../diagnostics/time.ts';
import type { RunSummary } from '../../model/journal.ts';
import { hang } from '../lines.ts';
import { styleOf, type TextOptions } from '../style.ts';
import { changesText } from './runs.ts';

/** Takes the run that is to be taken back; gives which it is and what it did, ending in an empty line. */
export function textRollback(run: RunSummary, options: TextOptions): string {
  const style = styleOf(options);
  const { bold, dim } = style.color;
  const title = `Back to before the ${run.by} of ${timeText(run.startedAt)}`;
  const about = [
    `run ${escapeControl(run.run)}, ${run.outcome}: ${changesText(run)}`,
    ...(run.rollbackOf === null ? [] : [`it went back to before ${escapeControl(run.rollbackOf)}`]),
  ];
  const lines = [
    ...hang('', bold(title), style.width),
    ...about.flatMap((text) => hang('  ', text, style.width)).map(dim),
  ];
  return `${lines.join('\n')}\n\n`;
}
