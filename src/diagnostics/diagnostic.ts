/**
 * What inboxctl tells its users, as data: a code, typed arguments and a place. topics.ts has the English.
 */
import type { ArgsOfTopic, Message } from './message.ts';
import type { topics } from './topics.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A place in a file: `file` relative to the working directory, `line` and `column` counted from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** The line that a place is on, for display: `length` characters from `column` (from 1) are what is meant. */
export interface Excerpt {
  text: string;
  column: number;
  length: number;
}

type Codes = ArgsOfTopic<typeof topics>;
type Code = keyof Codes;
export type ArgsOf<C extends Code> = Codes[C];

/** A code with its arguments: what was found, without where. */
export type Finding<C extends Code = Code> = { [K in C]: { code: K; args: Codes[K] } }[C];

export type Diagnostic<C extends Code = Code> = Finding<C> & {
  severity: Severity;
  place?: Place;
  excerpt?: Excerpt;
  /** Other places that belong to it, such as the first of two rules of one name. */
  related?: Place[];
  account?: string;
  rule?: string;
  /** The variable that the text at the place comes from: nothing of that text may be shown. */
  secret?: string;
  /** What it says, once the redactor has hidden secrets in it. */
  said?: Message;
};
