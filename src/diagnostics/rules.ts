/** The English of what checks find in rules, alone and side by side. */

import type { ActionType, FieldKey } from '../model/action-types.ts';
import type { StaticKey } from '../model/rule.ts';
import { grouped } from './counts.ts';
import type { Messages } from './message.ts';
import { cut, shown } from './quoting.ts';

type None = Record<never, never>;

export interface RuleProblems {
  'text-nul': { key: string };
  'text-lone-surrogate': { key: string };
  'name-blank': None;
  /** Lengths in UTF-8 bytes. */
  'name-too-long': { bytes: number; limit: number };
  'condition-empty': { blank: boolean };
  /** Every alternative begins as the subject of a rule that an apply puts aside. */
  'subject-reserved': None;
  'field-missing': { type: ActionType; field: FieldKey };
  'channel-missing': { type: ActionType };
  'webhook-unparsable': None;
  'webhook-not-https': { scheme: string };
  'webhook-private': { host: string };
  'field-unused': { type: ActionType; field: FieldKey; uses: readonly FieldKey[] };
  'channel-unused': { type: ActionType };
  'operator-missing': None;
  'operator-idle': { has: 'static' | 'aiInstructions' };
  'text-untrimmed': { key: 'name' | 'to' };
  'text-blank': { key: 'aiInstructions' | StaticKey };
  'sender-with-display-name': { written: string; address: string };
  /** `means`: parts that match mail of others. `does`: actions of the rule that send or delete. */
  'sender-split-by-or': {
    written: string;
    parts: readonly string[];
    means: readonly string[];
    does: readonly ActionType[];
  };
  'sender-too-wide-to-send': { sender: string; type: ActionType };
  'renamed-from-itself': None;
}

export interface RuleSetProblems {
  'name-twice': { name: string };
  'name-similar': {
    name: string;
    other: string;
    differs: 'case' | 'white space' | 'Unicode form' | 'case, white space or Unicode form';
  };
  /** `name` is that of the other rule. */
  'senders-overlap': { name: string; sender: string; otherSender: string };
  'renamed-from-twice': { renamedFrom: string };
}

/** Forms of Unicode look alike: only their code points tell such names apart. */
function told(name: string, differs: RuleSetProblems['name-similar']['differs']): string {
  if (differs !== 'Unicode form') return shown(name);
  return shown(name.replace(/[^ -~]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`));
}

export const ruleProblems: Messages<RuleProblems> = {
  'text-nul': ({ key }) => ({
    message: `\`${key}\` holds a NUL character, which the service cannot store.`,
    remedy: 'Remove the \\0.',
  }),
  'text-lone-surrogate': ({ key }) => ({
    message: `\`${key}\` holds half of a character (a lone surrogate), which cannot be sent.`,
    remedy: 'Write the character itself, or both halves of its \\u escape.',
  }),
  'name-blank': () => ({ message: 'The name is blank.', remedy: 'Write a name that no other rule has.' }),
  'name-too-long': ({ bytes, limit }) => ({
    message: `The name has ${grouped(bytes)} bytes; the service can store ${grouped(limit)}.`,
    remedy: 'Shorten it. Long explanations can go into a comment.',
  }),
  'condition-empty': ({ blank }) => ({
    message: blank
      ? 'This rule has no condition: blank texts count as none.'
      : 'This rule has no condition, so the service would refuse it.',
    remedy: 'Write `aiInstructions:`, or `static:` with `from`, `to` or `subject`, below `condition:`.',
  }),
  'subject-reserved': () => ({
    message: 'A subject that begins with `inboxctl: being moved` marks a rule that inboxctl puts aside for a moment.',
    remedy: 'Write another `subject`.',
  }),
  'field-missing': ({ type, field }) => ({
    message: `${type} needs \`${field}\`.`,
    remedy: `Write \`fields: { ${field}: … }\` below \`type: ${type}\`.`,
  }),
  'channel-missing': ({ type }) => ({
    message: `${type} needs \`messagingChannelId\`.`,
    remedy:
      type === 'DRAFT_MESSAGING_CHANNEL'
        ? 'Write `messagingChannelId:` beside `type:`. For a draft in the mailbox use DRAFT_EMAIL.'
        : 'Write `messagingChannelId:` beside `type:`.',
  }),
  'webhook-unparsable': () => ({
    message: '`webhookUrl` is not a URL.',
    remedy: 'It looks like https://hooks.example.com/path.',
  }),
  'webhook-not-https': ({ scheme }) => ({
    message: `\`webhookUrl\` must begin with https://, and this begins with ${cut(scheme)}//.`,
    remedy: 'The service calls webhooks over https only.',
  }),
  'webhook-private': ({ host }) => ({
    message: `\`webhookUrl\` leads to ${shown(host)}, which is not a public address. The service refuses it.`,
    remedy: 'Use a host that can be reached from the internet.',
  }),
  'field-unused': ({ type, field, uses }) => ({
    message: `${type} does not use \`${field}\`: it has no effect.`,
    remedy: uses.length === 0 ? 'Remove it.' : `Remove it. ${type} uses: ${uses.join(', ')}.`,
  }),
  'channel-unused': ({ type }) => ({
    message: `${type} does not use \`messagingChannelId\`: it has no effect.`,
    remedy: 'Remove it. For a message to a channel use NOTIFY_MESSAGING_CHANNEL.',
  }),
  'operator-missing': () => ({
    message: 'It is left open how `static` and `aiInstructions` are joined.',
    remedy:
      'Write `conditionalOperator: AND` (the AI is asked only after a static match) or OR (a static match is enough). Left out, the live value stays.',
  }),
  'operator-idle': ({ has }) => ({
    message: `OR has no effect here: it joins \`static\` and \`aiInstructions\`, and there is only \`${has}\`.`,
    remedy:
      has === 'static'
        ? 'Remove it. `from`, `to` and `subject` must always all match; for one or the other, write two rules.'
        : 'Remove it.',
  }),
  'text-untrimmed': ({ key }) => ({
    message: `White space at the ends of \`${key}\` will not come back: the service removes it.`,
    remedy: 'Remove it here too.',
  }),
  'text-blank': ({ key }) => ({
    message: `\`${key}\` is blank: the service takes it as left out.`,
    remedy: 'Remove it, or write what is meant.',
  }),
  'sender-with-display-name': ({ written, address }) => ({
    message: `${shown(written)} never matches: name and address are looked at one by one.`,
    remedy: `Write the address alone: "${cut(address)}".`,
  }),
  'sender-split-by-or': ({ written, parts, means, does }) => ({
    message: [
      `${shown(written)} ${means.length === 0 ? 'never matches' : 'matches mail that it does not say'}: the service takes the "or" in it for a separator, and looks for ${(means.length === 0 ? parts : means).map(shown).join(' and ')}.`,
      ...(means.length === 0 || does.length === 0 ? [] : [`Any such mail meets ${does.join(' and ')}.`]),
    ].join(' '),
    remedy: 'Write a part of it without "or", or say who it is in `aiInstructions`.',
  }),
  'sender-too-wide-to-send': ({ sender, type }) => ({
    message: `Some services refuse ${type} for a sender that is not an address or a domain: ${shown(sender)}.`,
    remedy: 'Name the address, or the domain as "@example.com".',
  }),
  'renamed-from-itself': () => ({
    message: '`renamedFrom` is the name that the rule has: there is nothing to rename.',
    remedy: 'Remove `renamedFrom`.',
  }),
};

export const ruleSetProblems: Messages<RuleSetProblems> = {
  'name-twice': ({ name }) => ({
    message: `Another rule has the name ${shown(name)} too.`,
    remedy: 'Give each rule a name of its own: rules are told apart by it.',
  }),
  'name-similar': ({ name, other, differs }) => ({
    message: `The names ${told(name, differs)} and ${told(other, differs)} differ only in ${differs}, so these are two rules.`,
    remedy: 'If one is meant, remove the other; if two, give them names that people can tell apart.',
  }),
  'senders-overlap': ({ name, sender, otherSender }) => ({
    message:
      sender === otherSender
        ? `The rule ${shown(name)} looks at the sender ${shown(sender)} too. Some services refuse the second one.`
        : `The sender ${shown(sender)} overlaps ${shown(otherSender)} of the rule ${shown(name)}. Some services refuse the second one.`,
    remedy: 'Join the two rules, or add `to`, `subject` or `aiInstructions` to one.',
  }),
  'renamed-from-twice': ({ renamedFrom }) => ({
    message: `Another rule is renamed from ${shown(renamedFrom)} too, and only one can be.`,
    remedy: 'Remove `renamedFrom` from one of them: that one is then created.',
  }),
};
