/** How the service reads `from` and `to` of a condition (measured), and what goes wrong with it. */

import type { Finding } from '../../diagnostics/diagnostic.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import { isAddressPattern, senderParts } from '../../model/patterns.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import type { RuleCheck, RuleFinding } from './finding.ts';

/** Compared by the service without case. */
export interface Sender {
  written: string;
  /** Whether something stands before an `@`, a wildcard too. Whatever else is written counts as a domain, names too. */
  isAddress: boolean;
  /** All that stands behind the `@`; without one, all of it. */
  domain: string;
}

/** Whether any mail can fit a part: what is no address and no domain is looked for in names and addresses. */
function canMatch(part: string): boolean {
  // No domain ends before its first point, or has a label that begins or ends with a hyphen.
  return !isAddressPattern(part) || !/@[^.]*$|(?:^|[@.])-|-(?:\.|$)/.test(part);
}

/** The types of the actions that cannot be taken back. */
function harmOf({ actions }: ResolvedRule): ActionType[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => ACTIONS[type].final))];
}

/** Takes a `from` or `to`; gives the senders in it. Lists are split at `,`, `|` and the word `or`. */
export function sendersOf(text: string): Sender[] {
  return senderParts(text)
    .filter((part) => part !== '@')
    .map((part) => senderOf(part.toLowerCase()));
}

function senderOf(written: string): Sender {
  const at = written.indexOf('@');
  return { written, isAddress: at > 0, domain: written.slice(at + 1) };
}

/** `Jane <a@b.com>` never matches: it is looked for as it stands. */
export const senderWithDisplayName: RuleCheck = (rule) =>
  ofLists(rule, (text) => {
    if (!text.includes('<')) return [];
    return text.split(/[,|]/).flatMap((part) => {
      const address = /<\s*([^\s<>]+@[^\s<>]+)\s*>/.exec(part)?.[1];
      if (!address) return [];
      return [{ code: 'sender-with-display-name', args: { written: part.trim(), address } }];
    });
  });

/**
 * The word `or` splits a list even inside an address: `vendor@orange-or-blue.com` never matches, and `or@x.com`, which is
 * split into nothing and `@x.com`, matches all of the domain (measured).
 */
export const senderSplitByOr: RuleCheck = (rule) =>
  ofLists(rule, (text) => {
    if (!/\bor\b/i.test(text)) return [];
    return text.split(/[,|\s]/).flatMap((word) => {
      if (word.toLowerCase() === 'or' || !/\bor\b/i.test(word)) return [];
      const parts = word.split(/\bor\b/i).filter((part) => part !== '');
      const means = parts.filter(canMatch);
      return [{ code: 'sender-split-by-or', args: { written: word, parts, means, does: harmOf(rule) } }];
    });
  });

/** A name or a lone `*` as the sender, together with an action that sends, is refused by some deployments (measured). */
export const senderTooWideToSend: RuleCheck = (rule) => {
  const from = rule.condition.static?.from;
  const type = rule.actions.find(({ type }) => ACTIONS[type].outbound)?.type;
  if (!from || !type) return [];
  const wide = sendersOf(from).find(({ written }) => !isAddressPattern(written));
  if (!wide) return [];
  const args = { sender: wide.written, type };
  return [
    { code: 'sender-too-wide-to-send', args, severity: 'warning', path: ['condition', 'static', 'from'], at: 'value' },
  ];
};

/** Those that are lists of addresses. */
const LISTS = STATIC_KEYS.filter((key) => key !== 'subject');

type NeverMatches = Finding<'sender-with-display-name' | 'sender-split-by-or'>;

function ofLists(rule: ResolvedRule, look: (text: string) => NeverMatches[]): RuleFinding[] {
  return LISTS.flatMap((key) => {
    const text = rule.condition.static?.[key];
    const found = text ? look(text) : [];
    if (found.length === 0) return [];
    const path = ['condition', 'static', key];
    return found.map((finding): RuleFinding => ({ ...finding, severity: 'warning', path, at: 'value' }));
  });
}
