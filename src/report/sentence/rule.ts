/**
 * Describes a rule in one plain sentence, for reviewers to read first: *When the mail is from @acme.com and the AI
 * finds "asks for a refund": label Refunds, then archive after 1 day.* The sentence explains the rule; the fields below
 * it are authoritative.
 */
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { theirs } from '../../diagnostics/message.ts';
import type { Change, ShownRule } from '../../model/plan.ts';
import { type Inline, look } from '../inline.ts';
import { actionWords } from './actions.ts';
import { conditionWords } from './condition.ts';
import { ourPart, type SentencePart } from './parts.ts';

/** Returns the sentence of a rule. Adjacent words of ours are joined. */
export function ruleSentence(rule: ShownRule): SentencePart[] {
  const does = actionWords(rule.actions);
  const parts = [...ourPart('When '), ...whenWords(rule), ...ourPart(': '), ...does, ...ourPart('.')];
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === 'words' && part.kind === 'words')
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

/** Returns what follows `When `. */
function whenWords({ condition, runOnThreads }: ShownRule): SentencePart[] {
  return [...conditionWords(condition), ...(runOnThreads === false ? ourPart(', but not on replies in threads') : [])];
}

/** Returns both halves of a rule's sentence as plain text. */
export function inWords(rule: ShownRule): { when: string; does: string } {
  return { when: plainWords(whenWords(rule)), does: plainWords(actionWords(rule.actions)) };
}

/**
 * Prints words for a terminal, a log or JSON. Quotes within text from others become single quotes, so that its end is
 * clear.
 */
export function plainWords(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'words') return part.text;
      const text = escapeControl(partText(part));
      return part.kind === 'name' ? text : `"${text.replaceAll('"', "'")}"`;
    })
    .join('');
}

/** Returns the sentence for the rule that a change writes or deletes. */
export function sentenceOf({ before, after }: Change): SentencePart[] {
  const rule = after ?? before;
  return rule === null ? [] : ruleSentence(rule);
}

/** Returns text from others for display, with dots if it was cut. */
export function partText(part: Exclude<SentencePart, { kind: 'words' }>): string {
  return part.text + dotsOf(part);
}

/** Returns what follows text from others: dots if it was cut, apart from it if it is more than a word. */
function dotsOf({ text, isCut }: Exclude<SentencePart, { kind: 'words' }>): string {
  if (!isCut) return '';
  return /^\S*$/.test(text) ? '…' : ' …';
}

/** Converts a sentence to inline text for a report. */
export function sentence(parts: readonly SentencePart[]): Inline {
  return parts.flatMap((part): Inline => {
    if (part.kind === 'words') return [part.text];
    return look(part.kind === 'name' ? 'name' : 'quote', [theirs(part.text), dotsOf(part)]);
  });
}
