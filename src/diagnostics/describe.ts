/** What a diagnostic says, in English. */
import type { Diagnostic, Finding } from './diagnostic.ts';
import { type Message, plain, withTheirs } from './message.ts';
import { topics } from './topics.ts';

/** A diagnostic, or its code and arguments alone. */
export type Described = Finding & Pick<Partial<Diagnostic>, 'secret' | 'said'>;

/** What a diagnostic says. */
export function messageOf({ code, args, secret, said }: Described): Message {
  if (said !== undefined) return said;
  const say = topics[code] as (args: Described['args']) => Message;
  const message = say(args);
  if (secret === undefined) return message;
  return withTheirs(message, (part) => (part.ofPlace ? { ...part, theirs: `(secret ${secret})` } : part));
}

/** As messageOf, for a terminal, a log and JSON. */
export function describe(described: Described): { message: string; remedy?: string } {
  const { message, remedy } = messageOf(described);
  return { message: plain(message), ...(remedy === undefined ? {} : { remedy: plain(remedy) }) };
}
