import { hasEnded, type Item, isSettled, isUnsent } from './item.ts';

/** Changes that may be sent in one stage of an apply, in their order. What has ended at the front is not looked at again. */
export class Stage {
  readonly #items: readonly Item[];
  #from = 0;

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The first that passes a test. */
  find(test: (item: Item) => boolean): Item | undefined {
    this.#skip();
    for (let index = this.#from; index < this.#items.length; index += 1) {
      const item = this.#items[index];
      if (item !== undefined && test(item)) return item;
    }
    return undefined;
  }

  get hasUnsent(): boolean {
    return this.find(isUnsent) !== undefined;
  }

  /** Whether nothing is expected of any of them any more. */
  get isSettled(): boolean {
    return this.find((item) => !isSettled(item)) === undefined;
  }

  unsent(): Item[] {
    this.#skip();
    return this.#items.slice(this.#from).filter(isUnsent);
  }

  #skip(): void {
    for (let item = this.#items[this.#from]; item !== undefined && hasEnded(item); item = this.#items[this.#from]) {
      this.#from += 1;
    }
  }
}
