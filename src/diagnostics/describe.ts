/** What a diagnostic says, in English. */
import type { Diagnostic, Finding } from './diagnostic.ts';
import { type Implied, type Message, plain, withTheirs } from './message.ts';
import { topics } from './topics.ts';

/** A diagnostic, or its code and arguments alone. */
export type Described = Finding & Pick<Partial<Diagnostic>, 'secret' | 'said'>;

/** What a diagnostic says. */
export function messageOf(described: Described): Message {
  const { said, secret } = described;
  if (said !== undefined) return said;
  const message = rowOf(described);
  if (secret === undefined) return message;
  return withTheirs(message, (part) => (part.ofPlace ? { ...part, theirs: `(secret ${secret})` } : part));
}

/** As messageOf, for a terminal, a log and JSON. */
export function describe(described: Described): { message: string; remedy?: string } {
  const { message, remedy } = messageOf(described);
  return { message: plain(message), ...(remedy === undefined ? {} : { remedy: plain(remedy) }) };
}

/** What the row of a finding says and implies. */
export function rowOf({ code, args }: Finding): Message & Implied {
  const row = topics[code] as (args: Described['args']) => Message & Implied;
  return row(args);
}
