/** Builds the messages of a job. Our words and those of others are kept apart; line ends are ours. */
import { type Parts, say, theirs } from '../diagnostics/message.ts';

/** How many texts follow a title: a message is one annotation, and the log has the rest. */
const MOST = 5;

/** A title with the first few texts below it; the log has the others. */
export function toldBelow(title: Parts, texts: readonly Parts[]): Parts {
  const lines = texts.slice(0, MOST).flatMap((text): Parts => ['\n', ...text]);
  return [...title, ...lines, ...(texts.length > MOST ? say`\n${texts.length - MOST} more: see the log.` : [])];
}

/** A title with lines of others below it. */
export function toldWhole(title: Parts, lines: readonly string[]): Parts {
  return lines.reduce<Parts>(
    (above, line) => (above.length === 0 ? [theirs(line)] : say`${above}\n${theirs(line)}`),
    title,
  );
}
