/** Messages to users as data: a code, typed arguments and a place. topics.ts has the English text. */
import type { ArgsOfTopic, Message } from './message.ts';
import type { topics } from './topics.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A place in a file. `file` is relative to the working directory; `line` and `column` count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
  /** The file of the rule that it overrides. */
  overrides?: string | undefined;
}

/** The line of a place, for display. The mark covers `length` characters from `column`, which counts from 1. */
export type Excerpt = { text: string; column: number; length: number };

type Codes = ArgsOfTopic<typeof topics>;
type Code = keyof Codes;
export type ArgsOf<C extends Code> = Codes[C];

/** A code and its arguments, without a place. */
export type Finding<C extends Code = Code> = { [K in C]: { code: K; args: Codes[K] } }[C];

export type Diagnostic<C extends Code = Code> = Finding<C> & {
  severity: Severity;
  place?: Place | undefined;
  excerpt?: Excerpt | undefined;
  /** Other places to show, such as the first of two rules with the same name. */
  related?: Place[] | undefined;
  account?: string | undefined;
  rule?: string | undefined;
  /** The variable that contains the text at this place. None of that text may be shown. */
  secret?: string | undefined;
  /** The text, after the redactor has hidden its secrets. */
  text?: Message;
};
