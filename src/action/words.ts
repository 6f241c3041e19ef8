/** What a job says, in words: ours and those of others apart. Line ends in them are ours. */
import { type Parts, say, theirs } from '../diagnostics/message.ts';
import { isNamed } from '../report/lines.ts';

/** A message is one annotation; the others are in the log. */
const MOST = 5;

/** Before what is said of an account that has a name. */
export function accountParts(account: string): Parts {
  return isNamed(account) ? say`${theirs(account)}: ` : [];
}

/** A title, and below it the first of some texts; the log has the others. */
export function toldBelow(title: Parts, texts: readonly Parts[]): Parts {
  const lines = texts.slice(0, MOST).flatMap((text): Parts => ['\n', ...text]);
  return [...title, ...lines, ...(texts.length > MOST ? say`\n${texts.length - MOST} more: see the log.` : [])];
}

/** A title, and below it lines of others. */
export function toldWhole(title: Parts, lines: readonly string[]): Parts {
  return lines.reduce<Parts>(
    (above, line) => (above.length === 0 ? [theirs(line)] : say`${above}\n${theirs(line)}`),
    title,
  );
}
