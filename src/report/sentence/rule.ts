/**
 * Describes a rule in one plain sentence, for reviewers to read first: *When the mail is from @acme.com and the AI
 * finds "asks for a refund": label Refunds, then archive after 1 day.* The sentence explains the rule; the fields below
 * it are authoritative. Lists are split as deployments of the service were observed to split them.
 */
import { escapeAddresses } from '../../diagnostics/escape-control.ts';
import { ours } from '../../diagnostics/message.ts';
import {
  canBeInAddress,
  fitsNobody,
  isAddressPattern,
  senderParts,
  subjectAlternatives,
} from '../../model/patterns.ts';
import type { ShownRule, ShownText } from '../../model/plan.ts';
import { MATCHERS, STATIC_KEYS } from '../../model/rule.ts';
import { type Inline, line } from '../inline.ts';
import { printed } from '../print/inline-terminal.ts';
import { styleOf } from '../style.ts';
import { actionWords } from './actions.ts';
import { joinWords, theirWords } from './parts.ts';

export function ruleSentence(rule: ShownRule): Inline {
  return line`When ${whenWords(rule)}: ${actionWords(rule.actions)}.`;
}

function whenWords({ condition, runOnThreads }: ShownRule): Inline {
  return line`${conditionWords(condition)}${runOnThreads === false ? ', but not on replies in threads' : []}`;
}

/** Returns both halves of a rule's sentence as plain text. */
export function inWords(rule: ShownRule): { when: string; does: string } {
  return { when: plainWords(whenWords(rule)), does: plainWords(actionWords(rule.actions)) };
}

const PLAIN = styleOf({ color: false, unicode: true, width: 0, verbose: false });

export function plainWords(sentence: Inline): string {
  return printed(sentence, PLAIN);
}

/** Returns what follows `When `. Null means that the condition is not shown. */
function conditionWords(condition: ShownRule['condition']): Inline {
  const fixed = staticWords(condition?.static ?? null);
  const ai = condition?.aiInstructions ?? null;
  const asks = ai === null ? [] : line`the AI finds ${theirWords(ai)}`;
  if (fixed.length === 0) return ai === null ? line`its condition holds, which is not shown` : asks;
  const mail = line`the mail ${joinWords(fixed, ' and ')}`;
  if (ai === null) return mail;
  const join = JOINS[condition?.conditionalOperator ?? 'open'];
  return line`${mail}${fixed.length > 1 ? ',' : []}${join}${asks}`;
}

/** With OR, a static match is enough: the AI is only asked without one. Without an operator, the service decides. */
const JOINS = { AND: ' and ', OR: ' or else ', open: ' and/or ' } as const;

type Static = NonNullable<NonNullable<ShownRule['condition']>['static']>;

/** Returns a clause for each key. All of them must hold. */
function staticWords(fixed: Static | null): Inline[] {
  if (fixed === null) return [];
  return STATIC_KEYS.flatMap((key) => {
    const text = fixed[key];
    if (text === null) return [];
    return [key === 'subject' ? subjectWords(text) : line`${ours(MATCHERS[key].inSentence)}${senders(text)}`];
  });
}

/** Parts that no address fits are not named as senders. */
function senders(text: Exclude<ShownText, null>): Inline {
  const all = entries(text, senderParts);
  const never = all.filter((one) => typeof one === 'string' && (fitsNobody(one) || senderParts(one).length === 0));
  const some = all.filter((one) => !never.includes(one));
  const named = some.length === 0 ? line`nobody` : joinWords(some.map(sender), ' or ');
  return never.length === 0
    ? named
    : line`${named} (${joinWords(never.map(address), ' and ')} never ${never.length === 1 ? 'matches' : 'match'})`;
}

function sender(one: Exclude<ShownText, null>): Inline {
  if (typeof one === 'object') return theirWords(one);
  if (one === '*') return line`anybody`;
  const shown = address(one);
  if (!isAddressPattern(one)) {
    return line`somebody with ${shown} in ${canBeInAddress(one) ? 'name or address' : 'the name'}`;
  }
  return one.includes('@') || one.includes('*') ? shown : line`${shown} (with subdomains)`;
}

function address(one: Exclude<ShownText, null>): Inline {
  return theirWords(typeof one === 'string' ? escapeAddresses(one) : one);
}

/** An empty alternative fits every subject, whatever the others say. */
function subjectWords(text: Exclude<ShownText, null>): Inline {
  if (typeof text === 'string' && subjectAlternatives(text).some((one) => /^\**$/.test(one))) {
    return line`has any subject`;
  }
  const parts = entries(text, subjectAlternatives);
  return line`${ours(MATCHERS.subject.inSentence)}${joinWords(parts.map(theirWords), ' or ')} in its subject`;
}

/** Splits a list into entries. A text of separators alone is a single entry. */
function entries(text: Exclude<ShownText, null>, split: (text: string) => string[]): Exclude<ShownText, null>[] {
  if (typeof text === 'object') return [text];
  const parts = split(text)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [text] : parts;
}
