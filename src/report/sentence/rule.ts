/**
 * Describes a rule in one plain sentence, for reviewers to read first: *When the mail is from @acme.com and the AI
 * finds "asks for a refund": label Refunds, then archive after 1 day.* The sentence explains the rule; the fields below
 * it are authoritative.
 */
import type { ShownRule } from '../../model/plan.ts';
import { type Inline, line } from '../inline.ts';
import { printed } from '../print/inline-terminal.ts';
import { styleOf } from '../style.ts';
import { actionWords } from './actions.ts';
import { conditionWords } from './condition.ts';

export function ruleSentence(rule: ShownRule): Inline {
  return line`When ${whenWords(rule)}: ${actionWords(rule.actions)}.`;
}

/** Returns what follows `When `. */
function whenWords({ condition, runOnThreads }: ShownRule): Inline {
  return line`${conditionWords(condition)}${runOnThreads === false ? ', but not on replies in threads' : []}`;
}

/** Returns both halves of a rule's sentence as plain text. */
export function inWords(rule: ShownRule): { when: string; does: string } {
  return { when: plainWords(whenWords(rule)), does: plainWords(actionWords(rule.actions)) };
}

const PLAIN = styleOf({ color: false, unicode: true, width: 0, verbose: false });

/** Prints a sentence for JSON. */
export function plainWords(sentence: Inline): string {
  return printed(sentence, PLAIN);
}
