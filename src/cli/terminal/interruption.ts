import { setMaxListeners } from 'node:events';
import { EXIT } from '../exit-code.ts';
import type { Io, Signal } from '../io.ts';

export type Interruption = ReturnType<typeof interruption>;

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Handles Ctrl-C while something is carried out, and the signals of CI runners and closed terminals in the same way. The
 * answers name `what` is under way, and what is `unknown` after the second Ctrl-C, and what to do.
 */
export function interruption(
  io: Io,
  { what = 'the requests under way', unknown = 'What the last requests did is not known: run `inboxctl plan`.' } = {},
) {
  const asked = new AbortController();
  // Every service of a run listens, and Node warns on stderr about more than ten listeners.
  setMaxListeners(Number.POSITIVE_INFINITY, asked.signal);
  let say = (text: string): void => void io.stderr.write(text);
  const onSignal = () => {
    if (asked.signal.aborted) {
      say(`Stopped at once. ${unknown}\n`);
      io.exit(EXIT.interrupted);
    }
    say(`Stopping after ${what}. Press Ctrl-C again to stop at once.\n`);
    asked.abort();
  };
  return {
    /** Aborted once the user asks to stop. */
    signal: asked.signal,
    /** The first Ctrl-C asks to stop after the requests under way, a second one ends the program. `how` prints it. */
    arm: (how = say): void => {
      say = how;
      for (const signal of SIGNALS) io.on(signal, onSignal);
    },
    disarm: (): void => {
      for (const signal of SIGNALS) io.off(signal, onSignal);
    },
  };
}
