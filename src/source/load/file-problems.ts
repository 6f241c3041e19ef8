/** The problems of one file, up to a limit: nobody reads more, and thousands take minutes. */
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { startOf } from './find-files.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';

export const MOST_PROBLEMS = 1000;

/** A finding about a range of the text. `related`: another range that it is about. */
export type Ranged = Finding & { range: Range; related?: Range | undefined };

export class FileProblems {
  /** In the order of the file. */
  readonly all: Diagnostic[] = [];
  readonly placeOf: (range: Range) => Located;
  readonly #file: string;
  readonly #text: string;
  readonly #shown: (problem: Diagnostic) => Diagnostic;
  readonly #known = new Set<string>();

  /** `file` is the name to show; `shown` removes what may be secret from a problem. */
  constructor(file: string, text: string, shown: (problem: Diagnostic) => Diagnostic = (problem) => problem) {
    this.placeOf = textPlaces(file, text);
    this.#file = file;
    this.#text = text;
    this.#shown = shown;
  }

  get isFull(): boolean {
    return this.all.length > MOST_PROBLEMS;
  }

  /** Adds a problem. The first one past the limit becomes a problem of the whole file, before the others. */
  readonly add = ({ range, related, ...finding }: Ranged): void => {
    // Several aliases may lead to the same mistake.
    const id = JSON.stringify([finding, range]);
    if (this.isFull || this.#known.has(id)) return;
    this.#known.add(id);
    const located = this.placeOf(range);
    if (this.all.length < MOST_PROBLEMS) {
      const places = related && { related: [this.placeOf(related).place] };
      this.all.push(this.#shown({ ...finding, severity: 'error', ...located, ...places } as Diagnostic));
      return;
    }
    const { line } = located.place;
    const args = { most: MOST_PROBLEMS, line, lines: this.#text.trimEnd().split('\n').length - line };
    this.all.unshift({ code: 'file-more-problems', args, severity: 'error', place: startOf(this.#file) });
  };
}
