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
  readonly #asked = new Map<string, Promise<Look>>();
  /** All answers so far. */
  readonly looks: Look[] = [];
  /** How much later it is here than there, in ms, when the first answer came. */
  skew: number | null = null;

  constructor(facts: Asking) {
    this.#facts = facts;
  }

  list(): Promise<ListLook> {
    return this.#once('list', (probe) => probe.listRules());
  }

  write(): Promise<Look> {
    return this.#once('write', (probe) => probe.replaceNothing());
  }

  statistics(): Promise<Look> {
    return this.#once('statistics', (probe) => probe.readStatistics());
  }

  #once<T extends Look>(question: string, ask: (probe: Questions) => Promise<T>): Promise<T> {
    const asked = this.#asked.get(question) ?? this.#ask(ask);
    this.#asked.set(question, asked);
    return asked as Promise<T>;
  }

  async #ask<T extends Look>(ask: (probe: Questions) => Promise<T>): Promise<T> {
    const { probe, now } = this.#facts;
    if (probe === null) throw new Error('The service was asked although its settings are wrong');
    const look = await ask(probe);
    this.looks.push(look);
    if (look.serverTime !== null) this.skew ??= now() - look.serverTime;
    return look;
  }
}
