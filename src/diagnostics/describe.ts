/** Puts diagnostics into English. */
import type { Diagnostic, Finding } from './diagnostic.ts';
import { type Implied, type Message, plain, withTheirs } from './message.ts';
import { topics } from './topics.ts';

/** A diagnostic, or only its code and arguments. */
export type Described = Finding & Pick<Partial<Diagnostic>, 'secret' | 'said'>;

/** Returns the text of a diagnostic. */
export function messageOf(described: Described): Message {
  const { said, secret } = described;
  if (said !== undefined) return said;
  const message = rowOf(described);
  if (secret === undefined) return message;
  return withTheirs(message, (part) => (part.ofPlace ? { ...part, theirs: `(secret ${secret})` } : part));
}

/** Returns the text of a diagnostic as plain strings, for a terminal, a log or JSON. */
export function describe(described: Described): { message: string; remedy?: string } {
  const { message, remedy } = messageOf(described);
  return { message: plain(message), ...(remedy === undefined ? {} : { remedy: plain(remedy) }) };
}

/** Returns the text of a finding and what its code implies. Of a recorded notice only its text is known. */
export function rowOf({ code, args, said }: Described): Message & Implied {
  if (args === undefined && said !== undefined) return said;
  const row = topics[code] as (args: Described['args']) => Message & Implied;
  return row(args);
}
