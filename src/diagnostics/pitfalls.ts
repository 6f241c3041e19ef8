/**
 * Conditions that do not mean what they seem to, as measured on deployments of the service. They are warnings, since
 * live rules have them. The setting `policy.forbidPitfalls` makes them errors.
 */
import type { ActionType } from '../model/action-types.ts';
import type { PeopleKey, StaticKey } from '../model/rule.ts';
import {
  addressInQuotes,
  type FindingOf,
  joined,
  list,
  ours,
  type Parts,
  quotedValue,
  say,
  type Topic,
  value,
} from './message.ts';

export const pitfalls = {
  'sender-with-display-name': ({ written, address }: { written: string; address: string }) => ({
    message: say`${quotedValue(written)} never matches: name and address are compared separately.`,
    remedy: say`Write the address alone: ${quotedValue(address)}.`,
  }),
  /** `means`: the parts that match other mail. `does`: actions that send or delete. `instead` matches the same sender. */
  'sender-split-by-or': (args: {
    written: string;
    parts: readonly string[];
    means: readonly string[];
    does: readonly ActionType[];
    instead: string;
  }) => {
    const looked = joined((args.means.length === 0 ? args.parts : args.means).map(quotedValue), ' and ');
    const matches = args.means.length === 0 ? 'never matches' : 'also matches other mail';
    return {
      message: say`${quotedValue(args.written)} ${matches}: the service reads the "or" in it as a separator, and looks for ${looked}.${args.means.length === 0 ? [] : harm(args.does)}`,
      remedy: say`Write ${quotedValue(args.instead)}: \`*\` is any run of characters, or none.`,
    };
  },
  /** `refusal` is an action that some services refuse in a rule with such a sender. */
  'sender-matches-names': (args: {
    key: PeopleKey;
    written: string;
    does: readonly ActionType[];
    refused: ActionType | null;
  }) => ({
    message: say`${quotedValue(args.written)} in \`${args.key}\` fits any address or display name that contains it, and anybody can choose a display name.${harm(args.does)}${args.refused === null ? [] : say` Some services refuse ${args.refused} for such a sender.`}`,
    remedy: say`Write the address, or the domain as "@example.com".`,
  }),
  'sender-never-matches': (args: { written: string; because: Never; instead: string | null }) => ({
    message: say`${addressInQuotes(args.written)} never matches: ${neverBecause(args.because)}.`,
    remedy:
      'unaccepted' in args.because
        ? say`No address pattern fits such a sender. Match its display name, or describe the mail in \`aiInstructions\`.`
        : args.instead === null
          ? say`Write the whole address, or the domain as "@example.com".`
          : say`Write ${quotedValue(args.instead)}.`,
  }),
  'sender-list-empty': ({ key }: { key: PeopleKey }) => ({
    message: say`\`${key}\` never matches: it has separators and nothing between them.`,
    remedy: say`Write an address, or a domain as "@example.com", or remove \`${key}\`.`,
  }),
  'subject-list': ({ written, by, instead }: { written: string; by: ',' | 'or'; instead: string }) => ({
    message: say`${by === ',' ? 'A comma' : 'The word "or"'} separates nothing in \`subject\`: the service looks for ${quotedValue(written)} as it is.`,
    remedy: say`For one or the other write ${quotedValue(instead)}. If ${by === ',' ? 'the comma' : 'the word'} belongs to the subject, write \`*\` in its place.`,
  }),
  /** `found` has regular expression syntax. `grouped`: a `|` is in parentheses. */
  'subject-regex': ({ found, grouped }: { found: readonly string[]; grouped: boolean }) => ({
    message: say`\`subject\` is not a regular expression: in ${list(found, (one) => say`\`${value(one)}\``, 3)} only \`*\` and \`|\` have a special meaning.${grouped ? say` \`|\` separates within parentheses too.` : []}`,
    remedy: say`Write words that the subject has: \`*\` is any run of characters, \`|\` separates alternatives, and text before and after does not matter.`,
  }),
  'subject-exclusion': ({ written }: { written: string }) => ({
    message: say`\`-\` excludes nothing in \`subject\`: the service looks for ${quotedValue(written)} as it is.`,
    remedy: say`Describe in \`aiInstructions\` which mail is left out. If the dash belongs to the subject, write \`*\` in its place.`,
  }),
  'subject-empty-alternative': (args: {
    written: string;
    isBlank: boolean;
    does: readonly ActionType[];
    instead: string;
  }) => ({
    message: args.isBlank
      ? say`${quotedValue(args.written)} has an alternative of white space alone, which fits every subject that contains it.${harm(args.does)}`
      : say`${quotedValue(args.written)} has an empty alternative, which fits every subject.${harm(args.does)}`,
    remedy: args.instead === '' ? say`Remove \`subject\`, or write words.` : say`Write ${quotedValue(args.instead)}.`,
  }),
  'subject-white-space': ({ parts, instead }: { parts: readonly string[]; instead: string }) => ({
    message: say`White space counts in \`subject\`: the service looks for ${list(parts, quotedValue, 3)}.`,
    remedy: say`Write ${quotedValue(instead)}.`,
  }),
  'matcher-template': ({ key, written }: { key: StaticKey; written: string }) => ({
    message: say`${quotedValue(written)} is plain text in \`${key}\`: the service fills in \`{{…}}\` in actions only.`,
    remedy: say`Write the text itself, or \`*\` for any run of characters, or describe the mail in \`aiInstructions\`.`,
  }),
} satisfies Topic;

export type PitfallFinding = FindingOf<typeof pitfalls>;

/** Whether a code is that of a pitfall. */
export function isPitfall(code: string): code is keyof typeof pitfalls {
  return Object.hasOwn(pitfalls, code);
}

/** Says what the rule does to mail that its author did not mean. */
function harm(does: readonly ActionType[]): Parts {
  return does.length === 0 ? [] : say` The rule runs ${joined(does.map(ours), ' and ')} on any such mail.`;
}

/** Why no mail matches. `ending`: no domain has it. `unaccepted`: the service accepts no address with this part. */
type Never = { character: string } | { domain: string } | { ending: string } | { unaccepted: string };

function neverBecause(because: Never): Parts {
  if ('unaccepted' in because)
    return say`the service does not accept an address with ${addressInQuotes(because.unaccepted)}`;
  if ('character' in because) {
    if (because.character === '@') return say`no address has two "@"`;
    return because.character.trim() === ''
      ? say`an address holds no white space`
      : say`an address holds no ${quotedValue(because.character)}`;
  }
  if ('ending' in because) {
    return say`words joined by dots are compared with domains, and no domain ends in ${quotedValue(because.ending)}`;
  }
  return because.domain === '' ? say`it has no domain` : say`${quotedValue(because.domain)} is not a valid domain`;
}
