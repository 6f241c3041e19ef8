/** What fmt did to the rule files, for people: a line for each file that is not as it was or should be, and the count. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { FormatStatus, FormattedFile } from '../../model/formatted.ts';
import { styleOf, type TextOptions } from '../style.ts';

const WORDS: Partial<Record<FormatStatus, string>> = {
  rewritten: 'Rewritten',
  differs: 'Not in canonical form',
  'left-alone': 'Left alone, since its canonical form would not say the same',
};

/** A line for each file, the counts last. */
export function textFormatted(files: readonly FormattedFile[], options: TextOptions): string {
  const { color } = styleOf(options);
  const told = files.flatMap(({ file, status }) => {
    const words = WORDS[status];
    return words === undefined ? [] : [`${words}: ${escapeControl(file)}`];
  });
  const number = (status: FormatStatus) => files.filter((one) => one.status === status).length;
  const [rewritten, differs, invalid] = [number('rewritten'), number('differs'), number('invalid')];
  const outOf = (some: number) => `${grouped(some)} of ${count(files.length, 'file')}`;
  const counts = [
    ...(rewritten > 0 ? [`${outOf(rewritten)} rewritten`] : []),
    ...(differs > 0 ? [color.red(`${outOf(differs)} not in canonical form`)] : []),
    ...(invalid > 0 ? [color.red(`${outOf(invalid)} with problems`)] : []),
  ];
  const last =
    counts.length > 0 ? counts.join(', ') : `Nothing to rewrite: ${count(files.length, 'file')} in canonical form`;
  const remedy = differs > 0 ? ['', 'To rewrite them, run:', '', '  inboxctl fmt'] : [];
  return `${[...told, `${last}.`, ...remedy].join('\n')}\n`;
}
