/** The English of keys and values that do not have the shape of a rule. */

import type { ActionType } from '../model/action-types.ts';
import type { Messages } from './message.ts';
import { cut, KIND, shown, type ValueKind } from './quoting.ts';

type None = Record<never, never>;

/** The mappings of a rule file, by what they are. */
export type Level = 'document' | 'rule' | 'condition' | 'static' | 'action' | 'fields';

export interface ShapeProblems {
  'document-not-rule': { found: ValueKind };
  'unknown-key': { key: string; at: Level; proposal: { key: string; at: Level } | null };
  /** `empty`: the key is there and nothing behind it. */
  'missing-key': { key: string; at: Level; empty: boolean };
  /** `written` is the value as it stands in the file. */
  'wrong-type': {
    key: string;
    at: Level;
    expected: Exclude<ValueKind, 'nothing'>;
    found: ValueKind;
    written: string;
  };
  'operator-unknown': { written: string; proposal: string | null };
  'action-type-unknown': { written: string; proposal: ActionType | null };
  'action-type-integration': None;
  'actions-empty': None;
  'delay-out-of-range': { written: string };
  'delay-not-whole': { written: string };
  'channel-not-cuid': { written: string };
}

const OWNER: Record<Level, string> = {
  document: 'This document',
  rule: 'This rule',
  condition: 'This `condition`',
  static: 'This `static`',
  action: 'This action',
  fields: 'These `fields`',
};

const NO_SUCH_KEY: Record<Level, string> = {
  document: 'cannot stand beside `rules`',
  rule: 'is not a key of a rule',
  condition: 'is not a key of `condition`',
  static: 'is not a key of `static`',
  action: 'is not a key of an action',
  fields: 'is not a key of `fields`',
};

const BELONGS: Record<Level, string> = {
  document: 'at the top of the document',
  rule: 'on the rule itself, beside `name:`',
  condition: 'below `condition:`',
  static: 'below `static:`, inside `condition:`',
  action: 'on the action itself, beside `type:`',
  fields: 'below `fields:`, inside the action',
};

export const shapeProblems: Messages<ShapeProblems> = {
  'document-not-rule': ({ found }) => ({
    message: `A document must be a rule, or \`rules:\` with several, and this is ${KIND[found]}.`,
    remedy:
      found === 'list'
        ? 'Put `rules:` on a line above the list.'
        : 'A rule begins with `name:`. Several go below `rules:`, each beginning with `- name:`.',
  }),
  'unknown-key': ({ key, at, proposal }) => ({
    message: `${shown(key)} ${NO_SUCH_KEY[at]}.`,
    remedy: keyRemedy(key, at, proposal),
  }),
  'missing-key': ({ key, at, empty }) => ({
    message: empty ? `\`${key}\` is empty.` : `${OWNER[at]} has no \`${key}\`.`,
    remedy: MISSING[key] ?? `Write \`${key}:\` and what it shall be.`,
  }),
  'wrong-type': (args) => ({
    message:
      args.key === 'rules' && args.expected === 'mapping'
        ? `Each entry of \`rules\` must be a rule, and this is ${KIND[args.found]}.`
        : args.key === 'actions' && args.expected === 'mapping'
          ? `Each entry of \`actions\` must be a mapping with a \`type\`, and this is ${KIND[args.found]}.`
          : `\`${args.key}\` must be ${KIND[args.expected]}, and this is ${KIND[args.found]}.`,
    remedy: typeRemedy(args),
  }),
  'operator-unknown': ({ written, proposal }) => ({
    message: `${shown(written)} is no operator.`,
    remedy: proposal ? `Write ${proposal}.` : 'Write AND or OR.',
  }),
  'action-type-unknown': ({ written, proposal }) => ({
    message: `There is no action type ${shown(written)}.`,
    remedy: proposal ? `Did you mean ${proposal}?` : 'All types are listed by: inboxctl schema rules',
  }),
  'action-type-integration': () => ({
    message: 'INTEGRATION actions cannot be declared: the API does not take them.',
    remedy: "Remove it here. Only the service's web page can make such an action.",
  }),
  'actions-empty': () => ({
    message: 'A rule needs at least one action.',
    remedy: 'Write `- type: ARCHIVE`, for instance, below `actions:`.',
  }),
  'delay-out-of-range': ({ written }) => ({
    message: `A delay of ${cut(written)} minutes is not possible.`,
    remedy: 'Write 1 to 129600 (90 days), or leave `delayInMinutes` out for no delay.',
  }),
  'delay-not-whole': ({ written }) => ({
    message: `A delay must be a whole number of minutes, and this is ${cut(written)}.`,
    remedy: 'Write a whole number from 1 to 129600.',
  }),
  'channel-not-cuid': ({ written }) => ({
    message: `${shown(written)} is not the id of a messaging channel.`,
    remedy: 'An id begins with a c and has letters and digits only, such as cm4x8y2ab0000qwertyuiop12.',
  }),
};

const MISSING: Record<string, string> = {
  name: 'Write `name:` and a name that no other rule has.',
  condition: 'Write `condition:`, and below it `aiInstructions:`, or `static:` with `from`, `to` or `subject`.',
  actions: 'Write `actions:`, and below it a list such as `- type: ARCHIVE`.',
  type: 'Write `type:` and what to do, such as ARCHIVE.',
};

function keyRemedy(key: string, at: Level, proposal: ShapeProblems['unknown-key']['proposal']): string {
  if (at === 'document') return 'Remove it, or begin another document with a line `---`.';
  if (!proposal) return 'Remove it. All keys are listed by: inboxctl schema rules';
  if (proposal.at === at) return `Did you mean \`${proposal.key}\`?`;
  const name = proposal.key === key ? 'It' : `\`${proposal.key}\``;
  return `${name} belongs ${BELONGS[proposal.at]}.`;
}

function typeRemedy({ key, expected, found, written }: ShapeProblems['wrong-type']): string {
  if (expected === 'text') return textRemedy(key, found, written);
  if (expected === 'true or false') {
    const meant = /^["']?(y|yes|on|true|1)["']?$/i.test(written) ? 'true' : 'false';
    return /^["']?(y|yes|on|true|1|n|no|off|false|0)["']?$/i.test(written)
      ? `Write ${meant}, without quotes. In YAML 1.2 yes, no, on and off are texts.`
      : 'Write true or false.';
  }
  if (expected === 'number') return 'Write a whole number, without quotes.';
  if (key === 'actions' && expected === 'list') return 'Begin each action with a dash: `- type: ARCHIVE`.';
  if (key === 'actions') return found === 'text' ? `Write \`- type: ${cut(written)}\`.` : 'Write `- type: ARCHIVE`.';
  if (key === 'rules' && expected === 'list') return 'Begin each rule with a dash: `- name: …`.';
  if (key === 'rules') return 'A rule begins with `- name:`.';
  if (key === 'condition') {
    return found === 'text'
      ? 'Put the text on a line below, as `aiInstructions: …`.'
      : 'Below `condition:` stand `aiInstructions:` or `static:`, without dashes.';
  }
  if (key === 'static') return 'Below `static:` stand `from:`, `to:` or `subject:`, without dashes.';
  return 'Below `fields:` stand keys such as `label:` or `to:`, without dashes.';
}

function textRemedy(key: string, found: ValueKind, written: string): string {
  if (/^\{\s*(env|file)\s*:/.test(written)) {
    return 'Write the text itself. { file: … } and { env: … } stand for texts of `static`, `aiInstructions` and `fields`.';
  }
  if (found === 'number' || found === 'true or false') return `Put it in quotes: "${cut(written)}".`;
  if (found === 'list' && ['from', 'to', 'cc', 'bcc'].includes(key)) {
    return 'Write one text with commas: "a@example.com, b@example.com".';
  }
  if (found === 'mapping' && written.startsWith('{')) return 'A text that begins with `{` must be in quotes.';
  return `Write a text after \`${key}:\`, or \`${key}: |\` and the text indented below it.`;
}
