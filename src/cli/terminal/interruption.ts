import { setMaxListeners } from 'node:events';
import { EXIT } from '../exit-code.ts';
import type { Io, Signal } from '../io.ts';

export interface Interruption {
  /** Aborted once the user asks to stop. */
  readonly signal: AbortSignal;
  /**
   * From now on the first Ctrl-C only asks to stop after what is under way; a second one ends the program. `say` writes the
   * answer to it, to stderr unless given.
   */
  arm: (say?: (text: string) => void) => void;
  disarm: () => void;
}

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How the answers to Ctrl-C call what is under way. */
export interface UnderWay {
  what?: string;
  /** What is not known after the second Ctrl-C, and what to do. */
  unknown?: string;
}

/** Ctrl-C while something is being carried out. What CI runners and closed terminals send counts the same. */
export function interruption(
  io: Io,
  {
    what = 'the requests under way',
    unknown = 'What the last requests did is not known: run `inboxctl plan`.',
  }: UnderWay,
): Interruption {
  const asked = new AbortController();
  // Every service of a run listens; of more than ten Node would warn on stderr.
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
    signal: asked.signal,
    arm: (how = say) => {
      say = how;
      for (const signal of SIGNALS) io.on(signal, onSignal);
    },
    disarm: () => {
      for (const signal of SIGNALS) io.off(signal, onSignal);
    },
  };
}
