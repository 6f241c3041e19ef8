/** A `--fault` that is not valid. */
import { inQuotes, joined, list, type Message, say, short, theirs } from './message.ts';

const EXAMPLE = "--fault 'POST /rules reset-after @2'";

/** What is wrong with the word, and what introduces the list of what could be right. */
const PARTS = {
  form: { is: 'is not a valid fault', allowed: `Write something like ${EXAMPLE}; the form is:` },
  method: { is: 'is not a valid method', allowed: 'Use one of:' },
  path: { is: 'is not a valid path below /api/v1', allowed: 'Such as:' },
  kind: { is: 'is not a valid kind of fault', allowed: 'Use one of:' },
  value: { is: 'does not fit this kind', allowed: 'Write:' },
  inbox: { is: 'is not the name of an inbox', allowed: 'Leave it out for any, or write such as:' },
  'inbox-unknown': { is: 'fits no inbox of the sandbox', allowed: 'Its inboxes:' },
  when: { is: 'does not say when', allowed: 'Leave it out for always, or write such as:' },
} as const;

/** `word` of the fault `text` is wrong; `allowed` are forms of what may be there. */
export function faultMessage({
  text,
  part,
  word,
  allowed,
  proposals,
}: {
  text: string;
  part: keyof typeof PARTS;
  word: string;
  allowed: readonly string[];
  proposals: readonly string[];
}): Message {
  const where = word === text ? [] : say` in --fault ${inQuotes(short(text))}`;
  const meant = proposals.length === 0 ? [] : say`Did you mean ${joined(proposals.map(theirs), ' or ')}? `;
  // A sandbox may have thousands of inboxes; of the rest there are few, and all are wanted.
  const most = part === 'inbox-unknown' ? 10 : allowed.length;
  return {
    message: say`${inQuotes(short(word))}${where} ${PARTS[part].is}.`,
    remedy: say`${meant}${PARTS[part].allowed} ${list(allowed, theirs, most)}`,
  };
}
