/** Notices that were put into words earlier, such as those of a plan file: their arguments are not known. */
import type { Notice } from '../model/plan.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Parts, theirs } from './message.ts';

/**
 * A notice as a diagnostic. It has its own code, but no arguments. Anybody may have written its text, so none of its words
 * count as ours, only its line ends.
 */
export function recorded({ message, source, ...notice }: Notice): Diagnostic {
  const place = source === undefined ? {} : { place: source };
  const lines = message
    .split('\n')
    .flatMap((text, index): Parts => (index === 0 ? [theirs(text)] : ['\n', theirs(text)]));
  return { ...notice, said: { message: lines }, ...place } as unknown as Diagnostic;
}
