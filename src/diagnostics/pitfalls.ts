/**
 * Conditions that do not mean what they seem to, as measured on deployments of the service. They are warnings, since
 * live rules have them. The setting `policy.forbidPitfalls` makes them errors.
 */
import type { ActionType } from '../model/action-types.ts';
import { canBeInAddress } from '../model/patterns.ts';
import type { PitfallCode } from '../model/pitfalls.ts';
import type { PeopleKey, StaticKey } from '../model/rule.ts';
import {
  addressInQuotes,
  type FindingOf,
  joined,
  list,
  type Message,
  ours,
  type Parts,
  quotedValue,
  quotedWhole,
  say,
  value,
} from './message.ts';

export const pitfalls = {
  'excludes-nothing': (args: Operator) => ({
    message: say`${signOf(args)} excludes nothing in \`${args.key}\`: ${readAs(args)}.${harm(args.does, 'mail that it should leave out')}`,
    remedy: say`Describe in \`aiInstructions\` which mail is left out.${ifMeant(args)}`,
  }),
  'all-of': (args: Operator) => ({
    message: say`${signOf(args)} joins nothing in \`${args.key}\`: ${readAs(args)}.${harm(args.does)}`,
    remedy: say`Describe in \`aiInstructions\` what must hold together.${ifMeant(args)}`,
  }),
  'any-of': (args: Operator) => ({
    message: say`${signOf(args)} ${isBracket(args.sign) ? 'group' : 'separates'} nothing in \`${args.key}\`: ${readAs(args)}.`,
    remedy: say`${args.instead === null ? 'Write a list, an entry for each' : ['For one or the other write ', ...quotedWhole(args.instead), ', or a list of them']}.${ifMeant(args)}`,
  }),
  'search-field': (args: Operator) => ({
    message: say`${signOf(args)} is text in \`${args.key}\`: ${readAs(args)}.`,
    remedy:
      args.instead === null
        ? say`Write senders in \`from\`, recipients in \`to\`, words of the subject in \`subject\`, and describe the rest in \`aiInstructions\`.`
        : write(args.instead),
  }),
  'regular-expression': (args: Operator) => ({
    message: say`\`${args.key}\` is not a regular expression, and ${signOf(args)} is text in it: ${readAs(args)}.`,
    remedy:
      args.instead !== null
        ? write(args.instead)
        : args.key === 'subject'
          ? say`Write words that the subject has: \`*\` is any run of characters, \`|\` separates alternatives, and text before and after does not matter.`
          : say`Write addresses or domains: \`*\` is any run of characters, and \`,\` separates them.`,
  }),
  quotes: (args: Operator) => ({
    message: say`Quotes are text in \`${args.key}\`: ${readAs(args)}.`,
    remedy: say`${args.instead !== null ? write(args.instead) : args.key === 'subject' ? 'Write the text without them.' : WRITE_ADDRESS}${ifMeant(args)}`,
  }),
  'encoded-word': (args: Operator) => ({
    message: say`${signOf(args)} is an encoded text, and the service decodes headers before it compares them: ${readAs(args)}.`,
    remedy: args.instead === null ? say`Write the text as a mail program shows it.` : write(args.instead),
  }),
  'display-name': ({ written, instead }: { written: string; instead: string }) => ({
    message: say`${quotedValue(written)} never matches: name and address are compared separately.`,
    remedy: say`Write the address alone: ${quotedWhole(instead)}.`,
  }),
  /** `means`: the parts that match other mail. `does`: actions that send or delete. `instead` matches the same sender. */
  'split-by-or': (args: {
    written: string;
    parts: readonly string[];
    means: readonly string[];
    does: readonly ActionType[];
    instead: string | null;
  }) => {
    const looked = joined((args.means.length === 0 ? args.parts : args.means).map(quotedValue), ' and ');
    const matches = args.means.length === 0 ? 'never matches' : 'also matches other mail';
    return {
      message: say`${quotedValue(args.written)} ${matches}: the service reads the "or" in it as a separator, and looks for ${looked}.${args.means.length === 0 ? [] : harm(args.does)}`,
      remedy: say`${args.instead === null ? WRITE_ADDRESS : say`Write ${quotedWhole(args.instead)}: \`*\` is any run of characters, or none.`}`,
    };
  },
  /** `refusal` is an action that some services refuse in a rule with such a sender. */
  'fits-display-names': (args: {
    key: PeopleKey;
    written: string;
    does: readonly ActionType[];
    refused: ActionType | null;
  }) => ({
    message: say`${quotedValue(args.written)} in \`${args.key}\` fits any ${canBeInAddress(args.written) ? 'address or display name' : 'display name'} that contains it, and anybody can choose a display name.${harm(args.does)}${args.refused === null ? [] : say` Some services refuse ${args.refused} for such a sender.`}`,
    remedy: say`${WRITE_ADDRESS}`,
  }),
  'never-matches': (args: { written: string; because: Never; instead: string | null }) => ({
    message: say`${addressInQuotes(args.written)} never matches: ${neverBecause(args.because)}.`,
    remedy:
      'unaccepted' in args.because
        ? say`No address pattern fits such a sender. Match its display name, or describe the mail in \`aiInstructions\`.`
        : args.instead !== null
          ? write(args.instead)
          : say`${/\s/.test(args.written) ? 'Write only addresses or domains that it should match, in a list, and describe the rest in `aiInstructions`.' : WRITE_ADDRESS}`,
  }),
  'empty-list': ({ key }: { key: PeopleKey }) => ({
    message: say`\`${key}\` never matches: it has separators and nothing between them.`,
    remedy: say`Write an address, or a domain as "@example.com", or remove \`${key}\`.`,
  }),
  'empty-alternative': (args: { written: string; isBlank: boolean; does: readonly ActionType[]; instead: string }) => ({
    message: args.isBlank
      ? say`${quotedValue(args.written)} has an alternative of white space alone, which fits every subject that contains it.${harm(args.does)}`
      : say`${quotedValue(args.written)} has an empty alternative, which fits every subject.${harm(args.does)}`,
    remedy: args.instead === '' ? say`Remove \`subject\`, or write words.` : write(args.instead),
  }),
  'white-space': ({ parts, instead }: { parts: readonly string[]; instead: string }) => ({
    message: say`White space counts in \`subject\`: the service looks for ${list(parts, quotedValue, 3)}.`,
    remedy: write(instead),
  }),
  template: ({ key, written }: { key: StaticKey; written: string }) => ({
    message: say`${quotedValue(written)} is plain text in \`${key}\`: the service fills in \`{{…}}\` in actions only.`,
    remedy: say`Write the text itself, or \`*\` for any run of characters, or describe the mail in \`aiInstructions\`.`,
  }),
} satisfies Record<PitfallCode, (args: never) => Message>;

export type PitfallFinding = FindingOf<typeof pitfalls>;

export function isPitfall(code: string): code is keyof typeof pitfalls {
  return Object.hasOwn(pitfalls, code);
}

/** An operator of mail programs in an entry of a matcher. */
interface Operator {
  key: StaticKey;
  sign: string;
  written: string;
  /** The parts that the service looks for, and those that no address fits. */
  looks: readonly string[];
  never: readonly string[];
  does: readonly ActionType[];
  instead: string | null;
}

const WRITE_ADDRESS = 'Write the whole address, or the domain as "@example.com".';

function write(instead: string): Parts {
  return say`Write ${quotedWhole(instead)}.`;
}

function signOf({ sign }: Operator): Parts {
  if (sign === ' ') return ['A space'];
  if (sign === ',') return ['A comma'];
  if (isBracket(sign)) return ['Brackets'];
  return /^[a-z]+$/i.test(sign) ? say`The word ${quotedValue(sign)}` : say`\`${value(sign)}\``;
}

function isBracket(sign: string): boolean {
  return /^[({[]$/.test(sign);
}

function readAs({ key, written, looks, never }: Operator): Parts {
  if (key === 'subject')
    return say`the service looks for ${joined(looks.map(quotedValue), ' or ')}${looks.length > 1 ? [] : ' as it is'}`;
  if (looks.length === 0) return say`${addressInQuotes(written)} never matches`;
  const where = looks.every((part) => !canBeInAddress(part)) ? ' in display names' : '';
  const others = never.length === 0 ? [] : say`, and ${joined(never.map(addressInQuotes), ' and ')} never matches`;
  return say`the service looks for ${joined(looks.map(addressInQuotes), ' and ')}${where}${others}`;
}

function ifMeant({ key, sign }: Operator): Parts {
  if (key !== 'subject') return [];
  const what = sign === ',' ? 'the comma' : /^[a-z]+$/i.test(sign) ? 'the word' : 'the sign';
  return say` If ${what} belongs to the subject, write \`*\` in its place.`;
}

function harm(
  does: readonly ActionType[],
  mail: 'any such mail' | 'mail that it should leave out' = 'any such mail',
): Parts {
  return does.length === 0 ? [] : say` The rule runs ${joined(does.map(ours), ' and ')} on ${mail}.`;
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
