/** Markdown in blocks, and room for them: GitHub takes no comment above a size, which counts in bytes. */
import { grouped } from '../../diagnostics/counts.ts';

/** Blocks with an empty line between them. */
export function joined(blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

/** What a block takes of the room, with the empty line after it. */
export function bytesOf(block: string): number {
  return Buffer.byteLength(block) + 2;
}

/** After this many in a row that did not fit, no other is tried. */
const MOST_MISSES = 30;

/**
 * Takes things in the order in which they matter and makes each into a block while there is room, with one heading for all
 * that have the same: what is too long is left out as a whole. Gives the blocks of those that found room.
 */
export function fitting<T>(
  all: readonly T[],
  room: number,
  render: (one: T) => string,
  headingOf: (one: T) => string = () => '',
): Map<T, string> {
  const shown = new Map<T, string>();
  const headings = new Set(['']);
  let left = room;
  let misses = 0;
  for (const one of all) {
    if (misses > MOST_MISSES) break;
    const block = render(one);
    const heading = headingOf(one);
    const bytes = bytesOf(block) + (headings.has(heading) ? 0 : bytesOf(heading));
    if (bytes > left) {
      misses += 1;
      continue;
    }
    shown.set(one, block);
    headings.add(heading);
    left -= bytes;
    misses = 0;
  }
  return shown;
}

/** A list under a title, of which as many items are shown as there is room for. */
export interface Section {
  /** Takes the items, a line each; gives the block. */
  frame: (items: string) => string;
  /** Each is made when its turn comes. */
  items: readonly (() => string)[];
}

/** Blocks of the sections, those that matter first; null where there is not even room for their titles. */
export function sections(all: readonly Section[], room: number): string[] | null {
  const more = (left: number) => `- ${grouped(left)} more`;
  let left = room;
  for (const { frame, items } of all) left -= bytesOf(frame(more(items.length)));
  if (left < 0) return null;
  return all.map(({ frame, items }) => {
    const shown = fitting(items, left, (item) => item());
    for (const block of shown.values()) left -= bytesOf(block);
    const rest = items.length - shown.size;
    return frame([...shown.values(), ...(rest === 0 ? [] : [more(rest)])].join('\n'));
  });
}
