/** The English of a `--fault` that is none. */

import type { Message } from './message.ts';
import { shown } from './quoting.ts';

/** `word` of the fault `text` is wrong; `allowed` are forms of what may stand there. */
export interface FaultArgs {
  text: string;
  part: 'form' | 'method' | 'path' | 'kind' | 'value' | 'when' | 'inbox';
  word: string;
  allowed: readonly string[];
  proposals: readonly string[];
}

const EXAMPLE = "--fault 'POST /rules reset-after @2'";

/** What is wrong with the word, and what stands before the list of what could be right. */
const PARTS: Record<FaultArgs['part'], { is: string; allowed: string }> = {
  form: { is: 'is no fault', allowed: `Write, such as ${EXAMPLE}:` },
  method: { is: 'is no method', allowed: 'There are:' },
  path: { is: 'is no path below /api/v1', allowed: 'Such as:' },
  kind: { is: 'is no kind of fault', allowed: 'There are:' },
  value: { is: 'is not how this kind is written', allowed: 'Write:' },
  inbox: { is: 'names no inbox', allowed: 'Leave it out for any, or write such as:' },
  when: { is: 'does not say when', allowed: 'Leave it out for always, or write such as:' },
};

/** Takes what is wrong with a fault; gives the message. */
export function faultMessage({ text, part, word, allowed, proposals }: FaultArgs): Message {
  const where = word === text ? '' : ` in --fault ${shown(text)}`;
  const meant = proposals.length === 0 ? '' : `Did you mean ${proposals.join(' or ')}? `;
  return {
    message: `${shown(word)}${where} ${PARTS[part].is}.`,
    remedy: `${meant}${PARTS[part].allowed} ${allowed.join(', ')}`,
  };
}
