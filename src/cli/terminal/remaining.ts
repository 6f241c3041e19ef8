/** How long the rest takes, going by the later half of the time so far: the pace changes when the service throttles. */
export class Remaining {
  readonly #startedAt: number;
  readonly #endedAt: number[] = [];

  /** All times are ms of one clock that never runs backwards. */
  constructor(now: number) {
    this.#startedAt = now;
  }

  /** Something ended. */
  ended(now: number): void {
    this.#endedAt.push(now);
  }

  /** Takes how much is left; gives the time it takes, in ms, or null while too little is known. */
  of(left: number, now: number): number | null {
    const elapsed = now - this.#startedAt;
    if (left <= 0 || elapsed < LEAST_MS) return null;
    const half = this.#startedAt + elapsed / 2;
    const lately = this.#endedAt.filter((at) => at >= half).length;
    return lately === 0 ? null : (left * (elapsed / 2)) / lately;
  }
}

/** Before this nothing is said: the first answers tell little. */
const LEAST_MS = 1_000;
