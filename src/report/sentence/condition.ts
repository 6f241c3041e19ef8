/**
 * Describes when a rule acts: `the mail is from @acme.com and the AI finds "…"`. Lists are split as deployments of the
 * service were observed to split them.
 */

import { escapeAddresses } from '../../diagnostics/escape-control.ts';
import { senderParts, subjectAlternatives } from '../../model/patterns.ts';
import type { ShownRule, ShownText } from '../../model/plan.ts';
import { MATCHERS, STATIC_KEYS } from '../../model/rule.ts';
import { joinParts, ourPart, type SentencePart, theirPart } from './parts.ts';

/** Returns what follows `When `. Null means that the condition is not shown. */
export function conditionWords(condition: ShownRule['condition']): SentencePart[] {
  const fixed = staticWords(condition?.static ?? null);
  const ai = condition?.aiInstructions ?? null;
  const asks = ai === null ? [] : [...ourPart('the AI finds '), ...theirPart(ai)];
  if (fixed.length === 0) return ai === null ? ourPart('its condition holds, which is not shown') : asks;
  const mail = [...ourPart('the mail '), ...joinParts(fixed, ' and ')];
  if (ai === null) return mail;
  const join = JOINS[condition?.conditionalOperator ?? 'open'];
  return [...mail, ...ourPart(fixed.length > 1 ? `,${join}` : join), ...asks];
}

/**
 * With OR, a static match is enough, and the AI is only asked without one. Without an operator, the service decides.
 */
const JOINS = { AND: ' and ', OR: ' or else ', open: ' and/or ' } as const;

type Static = NonNullable<NonNullable<ShownRule['condition']>['static']>;

/** Returns a clause for each key. All of them must hold. */
function staticWords(fixed: Static | null): SentencePart[][] {
  if (fixed === null) return [];
  return STATIC_KEYS.flatMap((key) => {
    const text = fixed[key];
    if (text === null) return [];
    return [key === 'subject' ? subjectWords(text) : [...ourPart(MATCHERS[key].inSentence), ...senders(text)]];
  });
}

function senders(text: Exclude<ShownText, null>): SentencePart[] {
  return joinParts(entries(text, senderParts).map(sender), ' or ');
}

function sender(one: Exclude<ShownText, null>): SentencePart[] {
  if (typeof one === 'object') return theirPart(one);
  if (one === '*') return ourPart('anybody');
  const shown = theirPart(escapeAddresses(one));
  if (one.includes('*') || /^[^\s@]*@[^\s@]+$/.test(one)) return shown;
  if (/^[^\s@<>]+\.[^\s@<>]+$/.test(one)) return [...shown, ...ourPart(' (with subdomains)')];
  return [...ourPart('somebody with '), ...shown, ...ourPart(' in name or address')];
}

/** An empty alternative fits every subject, whatever the others say. */
function subjectWords(text: Exclude<ShownText, null>): SentencePart[] {
  if (typeof text === 'string' && subjectAlternatives(text).some((one) => /^\**$/.test(one))) {
    return ourPart('has any subject');
  }
  const parts = entries(text, subjectAlternatives);
  return [
    ...ourPart(MATCHERS.subject.inSentence),
    ...joinParts(parts.map(theirPart), ' or '),
    ...ourPart(' in its subject'),
  ];
}

/** Splits a list into entries. A text of separators alone is a single entry. */
function entries(text: Exclude<ShownText, null>, split: (text: string) => string[]): Exclude<ShownText, null>[] {
  if (typeof text === 'object') return [text];
  const parts = split(text)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [text] : parts;
}
