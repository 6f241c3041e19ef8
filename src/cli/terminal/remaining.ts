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
    const lately = this.#endedAt.length - this.#firstFrom(half);
    return lately === 0 ? null : (left * (elapsed / 2)) / lately;
  }

  /** The index of the first end that is no earlier than `time`. */
  #firstFrom(time: number): number {
    let [low, high] = [0, this.#endedAt.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#endedAt[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Before this nothing is said: the first answers tell little. */
const LEAST_MS = 1_000;
