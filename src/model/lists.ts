/** Lists of a matcher, as people write them. The service gets the entries as one text, and splits it again. */
import type { StaticKey } from './rule.ts';

/** What an entry is: a text that the service does not split. */
export function entryPattern(key: StaticKey): RegExp {
  return key === 'subject' ? /^\s*[^|\s][^|]*$/ : /^\s*[^,|\s][^,|]*$/;
}

/** The text that is sent for a list. */
export function joinedList(key: StaticKey, entries: readonly string[]): string {
  return entries.map((entry) => entry.trim()).join(key === 'subject' ? '|' : ', ');
}

/** The entries of the list that means the same as a text, if there is one. `isExact`: the text is the same too. */
export function entriesOf(key: StaticKey, text: string): { entries: string[]; isExact: boolean } {
  const entries = text.split(key === 'subject' ? '|' : /[,|]/).flatMap((part) => part.trim() || []);
  const isExact = joinedList(key, entries) === text;
  // White space counts in a subject, and an empty alternative.
  return { entries: isExact || key !== 'subject' ? entries : [], isExact };
}

/** The entry on a line of a file; null if the line is empty or a comment, or if there are several lines. */
export function entryOnLine(line: string): string | null {
  const text = line.trim();
  return /^$|^#(?!\S)|\n/.test(text) ? null : text;
}
