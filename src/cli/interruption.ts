import { EXIT } from './exit-code.ts';
import type { Io, Signal } from './io.ts';

export interface Interruption {
  /** Whether the user asked to stop. */
  readonly requested: boolean;
  /**
   * From now on the first Ctrl-C only asks to stop after the request under way; a second one ends the program. What is
   * said of it goes through `shown`, where something else is on the screen.
   */
  arm: (shown?: Shown) => void;
  disarm: () => void;
}

/** What is on the screen meanwhile. */
interface Shown {
  say: (text: string) => void;
  end: () => void;
}

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What is said of what is under way. */
interface UnderWay {
  what: string;
  /** Where it is left as it is. */
  unknown: string;
}

const REQUESTS: UnderWay = {
  what: 'the request under way',
  unknown: 'What the last request did is not known: run `inboxctl plan`.',
};

/** Ctrl-C while something is being carried out. What CI runners and closed terminals send counts the same. */
export function interruption(io: Io, { what, unknown }: UnderWay = REQUESTS): Interruption {
  let requested = false;
  let shown: Shown = { say: (text) => io.stderr.write(text), end: () => {} };
  const onSignal = () => {
    if (requested) {
      shown.end();
      io.stderr.write(`Stopped at once. ${unknown}\n`);
      io.exit(EXIT.interrupted);
    }
    requested = true;
    shown.say(`Stopping after ${what}. Press Ctrl-C again to stop at once.\n`);
  };
  return {
    get requested() {
      return requested;
    },
    arm: (other) => {
      if (other !== undefined) shown = other;
      for (const signal of SIGNALS) io.on(signal, onSignal);
    },
    disarm: () => {
      for (const signal of SIGNALS) io.off(signal, onSignal);
    },
  };
}
