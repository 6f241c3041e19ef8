/** Lists of a matcher, as people write them. The service gets the entries as one text, and splits it again. */
import type { StaticKey } from './rule.ts';

const separatorsOf = (key: StaticKey): string => (key === 'subject' ? '|' : ',|');

/** What an entry is: a text that the service does not split. */
export function entryPattern(key: StaticKey): RegExp {
  const separators = separatorsOf(key);
  return new RegExp(`^[^${separators}]*[^${separators}\\s][^${separators}]*$`);
}

/** The text that is sent for a list. */
export function joinedList(key: StaticKey, entries: readonly string[]): string {
  return entries.map((entry) => entry.trim()).join(key === 'subject' ? '|' : ', ');
}

/** The entries of the list that becomes a text; null if none does. */
export function entriesOf(key: StaticKey, text: string): string[] | null {
  const entries = text.split(new RegExp(`[${separatorsOf(key)}]`)).map((entry) => entry.trim());
  return entries.every((entry) => entry !== '') && joinedList(key, entries) === text ? entries : null;
}

/** The entry on a line of a file; null if the line is empty or a comment, or if there are several lines. */
export function entryOnLine(line: string): string | null {
  const text = line.trim();
  return /^$|^#(?!\S)|\n/.test(text) ? null : text;
}
