import type { ListLook, Look, Probe } from '../../service/probe.ts';

export interface Asking {
  /** Asks the service; null where it cannot be asked, since its address or the key is wrong. */
  probe: Questions | null;
  /** This machine's clock: milliseconds since the epoch. */
  now: () => number;
}

type Questions = Omit<Probe, 'close'>;

/** The service as far as it was asked: each question once, and only when somebody wants to know. */
export class Service {
  readonly #facts: Asking;
  /** All answers so far. */
  readonly looks: Look[] = [];
  /** How much later it is here than there, in ms, when the first answer came. */
  skew: number | null = null;

  constructor(facts: Asking) {
    this.#facts = facts;
  }

  readonly list = asked((): Promise<ListLook> => this.#ask((probe) => probe.listRules()));
  readonly write = asked((): Promise<Look> => this.#ask((probe) => probe.replaceNothing()));
  readonly statistics = asked((): Promise<Look> => this.#ask((probe) => probe.readStatistics()));

  async #ask<T extends Look>(ask: (probe: Questions) => Promise<T>): Promise<T> {
    const { probe, now } = this.#facts;
    if (probe === null) throw new Error('The service was asked although its settings are wrong');
    const look = await ask(probe);
    this.looks.push(look);
    if (look.serverTime !== null) this.skew ??= now() - look.serverTime;
    return look;
  }
}

/** A question that is asked once, when somebody first wants to know. */
function asked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}
