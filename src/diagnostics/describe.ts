/** Puts diagnostics into English. */
import type { Notice } from '../model/plan.ts';
import type { Diagnostic, Finding } from './diagnostic.ts';
import { type Implied, type Message, type Parts, plain, REFUSED, say, theirs, withTheirs } from './message.ts';
import { isPitfall } from './pitfalls.ts';
import { topics } from './topics.ts';
import { yamlText } from './yaml-text.ts';

export type Described = Finding & Pick<Partial<Diagnostic>, 'secret' | 'text' | 'rule'>;

/** Returns the text of a diagnostic. That of a refusal begins with `Refused: `. */
export function messageOf(described: Described): Message {
  const { isRefusal, ...text } = textOf(described);
  return isRefusal ? { ...text, message: [REFUSED, ...text.message] } : text;
}

/** Returns the message of a diagnostic without `Refused: `, for places that already say so. */
export function bareMessage(described: Described): Parts {
  return textOf(described).message;
}

/** Returns the text of a diagnostic, and whether it is a refusal. */
export function textOf(described: Described): Message {
  const { text, secret } = described;
  if (text !== undefined) return text;
  const row = withAcceptance(rowOf(described), described);
  return withTheirs(row, (part) =>
    secret !== undefined && part.ofPlace ? { ...part, theirs: `(secret ${secret})` } : part,
  );
}

/** Ends the remedy of a pitfall, forbidden or not, with the line that says that it is meant. */
function withAcceptance(row: Message, { code, args, rule }: Described): Message {
  const pitfall = code === 'policy-pitfall' ? args.code : code;
  if (rule === undefined || !isPitfall(pitfall)) return row;
  const line = `acceptPitfalls: [{ rule: ${yamlText(rule)}, codes: [${pitfall}] }]`;
  const own = row.remedy?.length ? [...row.remedy, '\n'] : [];
  return { ...row, remedy: say`${own}If it is meant, write into inboxctl.yaml:\n${theirs(line)}` };
}

/** Returns the text of a diagnostic as plain strings, for a terminal, a log or JSON. */
export function describe(described: Described): { message: string; remedy?: string } {
  const { message, remedy } = messageOf(described);
  return { message: plain(message), ...(remedy === undefined ? {} : { remedy: plain(remedy) }) };
}

/** Returns the text of a finding and what its code implies. */
export function rowOf({ code, args }: Finding): Message & Implied {
  const row = topics[code] as (args: Finding['args']) => Message & Implied;
  return row(args);
}

/** A notice that was put into words earlier, such as one of a plan file: its arguments are not known. */
export function recorded({ code, message, severity, account, rule, source: place }: Notice): Diagnostic {
  return { code: 'recorded', args: { was: code, message }, severity, account, rule, place };
}

/** Returns the code of a diagnostic. That of a recorded notice is the code it had. */
export function codeOf({ code, args }: Diagnostic): string {
  return code === 'recorded' ? args.was : code;
}
