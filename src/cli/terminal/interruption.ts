import { setMaxListeners } from 'node:events';
import { EXIT } from '../exit-code.ts';
import type { Io, Signal } from '../io.ts';

export interface Interruption {
  /** Whether the user asked to stop. */
  readonly requested: boolean;
  /** Aborted once the user asks to stop. */
  readonly signal: AbortSignal;
  /**
   * From now on the first Ctrl-C only asks to stop after what is under way; a second one ends the program. `say` writes
   * what is said of it; to stderr unless given.
   */
  arm: (say?: (text: string) => void) => void;
  disarm: () => void;
}

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What is said of what is under way. */
export interface UnderWay {
  what?: string;
  /** Where it is left as it is. */
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
    get requested() {
      return asked.signal.aborted;
    },
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
