/**
 * A rule in one plain sentence, which is what a reviewer reads first: *When the mail is from @acme.com and the AI finds
 * "asks for a refund": label Refunds, then archive after 1 day.* It says what the rule is for; the fields below it are
 * what counts.
 */
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { theirs } from '../../diagnostics/message.ts';
import type { Change, ShownRule } from '../../model/plan.ts';
import { type Inline, look } from '../document.ts';
import { actionWords } from './actions.ts';
import { conditionWords } from './condition.ts';
import { type SentencePart, words } from './parts.ts';

/** The sentence of a rule, with adjacent words of ours joined. */
export function ruleSentence({ condition, runOnThreads, actions }: ShownRule): SentencePart[] {
  const parts = [
    ...words('When '),
    ...whenWords({ condition, runOnThreads }),
    ...words(': '),
    ...actionWords(actions),
    ...words('.'),
  ];
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === 'words' && part.kind === 'words')
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

/** What follows `When `. */
function whenWords({ condition, runOnThreads }: Pick<ShownRule, 'condition' | 'runOnThreads'>): SentencePart[] {
  return [...conditionWords(condition), ...(runOnThreads === false ? words(', but not on replies in threads') : [])];
}

/** Both halves of the sentence of a rule, as plain texts. */
export function inWords(rule: ShownRule): { when: string; does: string } {
  return { when: plainWords(whenWords(rule)), does: plainWords(actionWords(rule.actions)) };
}

/**
 * Words for a terminal, a log and JSON. Quotes of others become single ones: nobody is to mistake where a text ends.
 */
export function plainWords(parts: readonly SentencePart[], dots = '…'): string {
  return parts
    .map((part) => {
      if (part.kind === 'words') return part.text;
      const text = escapeControl(partText(part, dots));
      return part.kind === 'name' ? text : `"${text.replaceAll('"', "'")}"`;
    })
    .join('');
}

/** The rule that a change is about: what it will be, or what it was. */
export function sentenceOf({ before, after }: Pick<Change, 'before' | 'after'>): SentencePart[] {
  const rule = after ?? before;
  return rule === null ? [] : ruleSentence(rule);
}

/** What others wrote, as it is shown: with dots where it was cut. */
export function partText({ text, isCut }: Exclude<SentencePart, { kind: 'words' }>, dots = '…'): string {
  return isCut ? `${text}${/^\S*$/.test(text) ? '' : ' '}${dots}` : text;
}

/** A sentence as a part of a report. */
export function sentence(parts: readonly SentencePart[]): Inline {
  return parts.flatMap((part): Inline => {
    if (part.kind === 'words') return [part.text];
    const dots = part.isCut ? [`${/^\S*$/.test(part.text) ? '' : ' '}…`] : [];
    return look(part.kind === 'name' ? 'name' : 'quote', [theirs(part.text), ...dots]);
  });
}
