/** The problems of one file, up to a limit: nobody reads more, and thousands take minutes. */
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { startOf } from './find-files.ts';
import { type Range, textPlaces } from './text-places.ts';

export const MOST_PROBLEMS = 1000;

/** A finding about a range of the text. `related`: another range that it is about. */
export type Ranged = Finding & { range: Range; related?: Range | undefined };

export type FileProblems = ReturnType<typeof fileProblems>;

/** `file` is the name to show; `shown` removes what may be secret from a problem. */
export function fileProblems(file: string, text: string, shown = (problem: Diagnostic) => problem) {
  const placeOf = textPlaces(file, text);
  const all: Diagnostic[] = [];
  const known = new Set<string>();
  const isFull = () => all.length > MOST_PROBLEMS;

  /** Adds a problem. The first one past the limit becomes a problem of the whole file, before the others. */
  const add = ({ range, related, ...finding }: Ranged): void => {
    // Several aliases may lead to the same mistake.
    const id = JSON.stringify([finding, range]);
    if (isFull() || known.has(id)) return;
    known.add(id);
    const located = placeOf(range);
    if (all.length < MOST_PROBLEMS) {
      const places = related && { related: [placeOf(related).place] };
      all.push(shown({ ...finding, severity: 'error', ...located, ...places } as Diagnostic));
      return;
    }
    const { line } = located.place;
    const args = { most: MOST_PROBLEMS, line, lines: text.trimEnd().split('\n').length - line };
    all.unshift({ code: 'file-more-problems', args, severity: 'error', place: startOf(file) });
  };
  return { all, placeOf, isFull, add };
}
