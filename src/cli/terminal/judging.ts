/** Progress on stderr while the judge is asked. */
import { count, grouped } from '../../diagnostics/counts.ts';
import type { Io } from '../io.ts';
import type { Progress } from './progress.ts';
import { openBar } from './progress-bar.ts';
import { canRedraw, type Terminal } from './terminal.ts';

/** Like the progress of an apply. `tell` is called when the judge is done with a mail. */
type JudgingProgress = Omit<Progress, 'tell'> & { tell: (how: 'answered' | 'failed') => void };

/** The least time between two lines if there is no bar. */
const SAID_EVERY_S = 10;

/** Shows a bar on a terminal, a line now and then elsewhere, nothing with --quiet. `total`: how many mails. */
export function judgingProgress(io: Io, terminal: Terminal, total: number): JudgingProgress {
  const say = (text: string) => terminal.write('stderr', text);
  if (terminal.quiet) return { tell: () => {}, say, end: () => {} };
  const what = `Asking the judge about ${count(total, 'mail')}`;
  if (canRedraw(io)) {
    const { count, draw, keep, end } = openBar(io, terminal, total, () => [what]);
    const tell: JudgingProgress['tell'] = (how) => {
      count(how);
      draw();
    };
    return { tell, say: (text) => keep(text.trimEnd()), end };
  }
  let [ended, saidAt] = [0, io.uptime()];
  say(`${what}\n`);
  const tell = () => {
    ended += 1;
    if (io.uptime() - saidAt < SAID_EVERY_S) return;
    saidAt = io.uptime();
    say(`${grouped(ended)} of ${count(total, 'mail')}\n`);
  };
  return { tell, say, end: () => {} };
}
