/** Builds the messages of a job. Our words and those of others are kept apart; line ends are ours. */
import { joinedLines, type Parts, say, theirs } from '../diagnostics/message.ts';

/** How many texts follow a title: a message is one annotation, and the log has the rest. */
const MOST = 5;

/** A title with the first few texts below it; the log has the others. */
export function toldBelow(title: Parts, texts: readonly Parts[]): Parts {
  const more = texts.length > MOST ? [say`${texts.length - MOST} more: see the log.`] : [];
  return joinedLines([title, ...texts.slice(0, MOST), ...more]);
}

/** A title with lines of others below it. */
export function toldWhole(title: Parts, lines: readonly string[]): Parts {
  return joinedLines([title, ...lines.map((line) => [theirs(line)])]);
}
