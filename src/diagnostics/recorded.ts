/** Notices that were put into words earlier, such as those of a plan file: their arguments are not known. */
import type { Notice } from '../model/plan.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Parts, theirs } from './message.ts';

/** A notice as a diagnostic. It has its own code, and its text, but no arguments. */
export function recorded({ message, source, ...notice }: Notice): Diagnostic {
  const place = source === undefined ? {} : { place: source };
  return { ...notice, said: { message: partsOf(message) }, ...place } as unknown as Diagnostic;
}

const REFUSED = 'Refused: ';

const END = '(?=[ \\n]|$)';
const MARKS = `\\)?[.,:;?!]?${END}`;
/** No hash of a commit, and nothing that becomes an address with the period after it. */
const WORD = "(?!\\w*www)(?![a-fA-F]{7})[A-Za-z']+";
/** Without a mark that makes it the number of a list. */
const NUMBER = `\\d{1,6}[,:;?!]?${END}`;
const CODE = `\`([^\`\\n]+)\`(?=${MARKS})`;
const QUOTED = `"((?:[^"\\\\\\n]|\\\\.)*)"(?=${MARKS})`;
const OURS = `([ \\n]+|\\(?${WORD}${MARKS}|${NUMBER}|\\((?=["\`])|\\)?[.,:;?!)]${END})`;
const OTHER = `[^ \\n]*[^ \\n.,:;?!)](?=${MARKS})|[^ \\n]+`;
const TOKENS = new RegExp([CODE, QUOTED, OURS, OTHER].join('|'), 'g');

/**
 * Splits a text. Anybody may have written it, so only plain words count as ours: they cannot mention people, link, or be
 * markup or a command. Code and names in quotes become what they were.
 */
function partsOf(text: string): Parts {
  const isRefused = text.startsWith(REFUSED);
  const rest = isRefused ? text.slice(REFUSED.length) : text;
  const tokens = [...rest.matchAll(TOKENS)].flatMap(([all, code, name, ours]): Parts => {
    if (code !== undefined) return ['`', theirs(code), '`'];
    if (name !== undefined) return ['"', theirs(name), '"'];
    return [ours ?? theirs(all)];
  });
  return isRefused ? [REFUSED, ...tokens] : tokens;
}
