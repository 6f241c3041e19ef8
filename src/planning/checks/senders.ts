/** How the service reads the senders of a `from` (measured), to tell which overlap. */
import { senderParts } from '../../model/patterns.ts';

/** Compared by the service without case. */
export interface Sender {
  written: string;
  /** Whether something stands before an `@`, a wildcard too. Whatever else is written counts as a domain, names too. */
  isAddress: boolean;
  /** All that stands behind the last `@`; without one, all of it. */
  domain: string;
}

/** Takes a `from` or `to`; gives the senders in it. Lists are split at `,`, `|` and the word `or`. */
export function sendersOf(text: string): Sender[] {
  return senderParts(text)
    .filter((part) => part !== '@')
    .map((part) => senderOf(part.toLowerCase()));
}

function senderOf(written: string): Sender {
  const at = written.lastIndexOf('@');
  return { written, isAddress: at > 0, domain: written.slice(at + 1) };
}
