/** Problems with the keys and values of a rule file. */
import type { ActionType } from '../model/action-types.ts';
import { ADDRESS_KEYS, matchersNamed, type StaticKey } from '../model/rule.ts';
import { ours, type Parts, say, short, shortQuoted, type Topic, theirs } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';
import { COMMENT, isLikeComment } from './yaml.ts';

/** The mappings of a rule file. */
export type Level = 'document' | 'rule' | 'condition' | 'static' | 'action' | 'fields';

/** What has a key, what an unknown key is not, and where a key belongs. */
const AT = {
  document: ['This document', 'is not allowed beside `rules`', 'at the top of the document'],
  rule: ['This rule', 'is not a key of a rule', 'on the rule itself, beside `name:`'],
  condition: ['This `condition`', 'is not a key of `condition`', 'below `condition:`'],
  static: ['This `static`', 'is not a key of `static`', 'below `static:`, inside `condition:`'],
  action: ['This action', 'is not a key of an action', 'on the action itself, beside `type:`'],
  fields: ['These `fields`', 'is not a key of `fields`', 'below `fields:`, inside the action'],
} as const satisfies Record<Level, readonly [string, string, string]>;

/** `written` is the value as it is in the file. */
export interface WrongType {
  key: string;
  expected: Exclude<ValueKind, 'nothing'>;
  found: ValueKind;
  written: string;
}

export const shapeProblems = {
  'document-not-rule': ({ found }: { found: ValueKind }) => ({
    message: say`A document must be a rule, or \`rules:\` with several, and this is ${KIND[found]}.`,
    remedy:
      found === 'list'
        ? say`Put \`rules:\` on a line above the list.`
        : say`A rule begins with \`name:\`. Several go below \`rules:\`, each beginning with \`- name:\`.`,
  }),
  'unknown-key': ({ key, at, proposal }: { key: string; at: Level; proposal: { key: string; at: Level } | null }) => ({
    message: say`${shortQuoted(key)} ${AT[at][1]}.`,
    remedy: keyRemedy(key, at, proposal),
  }),
  /** Content of another kind of file in a folder of rules. */
  'document-elsewhere': ({ of }: { of: 'tests' | 'settings' }) => ({
    message: say`These are ${of}, in a folder of rules.`,
    remedy:
      of === 'tests'
        ? say`Move this to a folder of tests; \`tests:\` in inboxctl.yaml says which those are.`
        : say`Move this to inboxctl.yaml, beside the folder of rules.`,
  }),
  'document-exported': () => ({
    message: say`The service's web page exported this. Rule files have another shape, that of the API.`,
    remedy: say`Remove it, and write the live rules into files with \`inboxctl pull\` (in a new project: \`inboxctl init\`).`,
  }),
  /** `empty`: the key has no value. */
  'missing-key': ({ key, at, empty }: { key: string; at: Level; empty: boolean }) => ({
    message: empty ? say`\`${ours(key)}\` is empty.` : say`${AT[at][0]} has no \`${ours(key)}\`.`,
    remedy: MISSING[key] ?? say`Write \`${ours(key)}:\` and a value.`,
  }),
  'wrong-type': (args: WrongType) => ({ message: typeMessage(args), remedy: typeRemedy(args) }),
  /** `entry` is null if it is not a text. `line`: of a file with an entry on each line. */
  'list-entry': (args: { key: StaticKey; entry: string | null; line?: { file: string; number: number } }) => {
    const { key, entry, line } = args;
    const what = line ? say`Line ${line.number} of ${shortQuoted(line.file)}` : say`An entry of \`${key}\``;
    const whole = say`A reference is the whole value: \`${key}: { file: … }\`, for an entry on each line, or { env: … }.`;
    if (entry === null) return { message: say`${what} is not a text.`, remedy: say`Write it in quotes. ${whole}` };
    if (entry.trim() === '') return { message: say`${what} is empty.`, remedy: say`Remove it.` };
    return {
      message: say`${what} has ${key !== 'subject' && entry.includes(',') ? 'a comma' : '`|`'} in it.`,
      remedy: say`Write two ${line ? 'lines' : 'entries'}: the service splits there.`,
    };
  },
  'operator-unknown': ({ written, proposal }: { written: string; proposal: string | null }) => ({
    message: say`${shortQuoted(written)} is not a valid operator.`,
    remedy: proposal === null ? say`Write AND or OR.` : say`Write ${ours(proposal)}.`,
  }),
  'action-type-unknown': ({ written, proposal }: { written: string; proposal: ActionType | null }) => ({
    message: say`There is no action type ${shortQuoted(written)}.`,
    remedy: proposal ? say`Did you mean ${proposal}?` : say`All types are listed by: inboxctl schema rules`,
  }),
  'action-type-integration': () => ({
    message: say`INTEGRATION actions cannot be declared: the API does not take them.`,
    remedy: say`Remove it here. Only the service's web page can make such an action.`,
  }),
  'actions-empty': () => ({
    message: say`A rule needs at least one action.`,
    remedy: say`Write \`- type: ARCHIVE\`, for instance, below \`actions:\`.`,
  }),
  'delay-out-of-range': ({ written }: { written: string }) => ({
    message: say`A delay of ${short(written)} minutes is not possible.`,
    remedy: say`Write 1 to 129600 (90 days), or leave \`delayInMinutes\` out for no delay.`,
  }),
  'delay-not-whole': ({ written }: { written: string }) => ({
    message: say`A delay must be a whole number of minutes, and this is ${short(written)}.`,
    remedy: say`Write a whole number from 1 to 129600.`,
  }),
  'channel-not-cuid': ({ written }: { written: string }) => ({
    message: say`${shortQuoted(written)} is not the id of a messaging channel.`,
    remedy: say`An id begins with a c and has letters and digits only, such as cm4x8y2ab0000qwertyuiop12.`,
  }),
} satisfies Topic;

const MISSING: Partial<Record<string, Parts>> = {
  name: say`Write \`name:\` and a name that no other rule has.`,
  condition: say`Write \`condition:\`, and below it \`aiInstructions:\`, or \`static:\` with ${ours(matchersNamed('or'))}.`,
  actions: say`Write \`actions:\`, and below it a list such as \`- type: ARCHIVE\`.`,
  type: say`Write \`type:\` and what to do, such as ARCHIVE.`,
};

function keyRemedy(key: string, at: Level, proposal: { key: string; at: Level } | null): Parts {
  if (isLikeComment(key)) return COMMENT;
  if (at === 'document') return say`Remove it, or begin another document with a line \`---\`.`;
  if (!proposal) return say`Remove it. All keys are listed by: inboxctl schema rules`;
  if (proposal.at === at) return say`Did you mean \`${ours(proposal.key)}\`?`;
  const it = proposal.key === key ? say`It` : say`\`${ours(proposal.key)}\``;
  return say`${it} belongs ${AT[proposal.at][2]}.`;
}

function typeMessage({ key, expected, found }: WrongType): Parts {
  if (key === 'rules' && expected === 'mapping') {
    return say`Each entry of \`rules\` must be a rule, and this is ${KIND[found]}.`;
  }
  if (key === 'actions' && expected === 'mapping') {
    return say`Each entry of \`actions\` must be a mapping with a \`type\`, and this is ${KIND[found]}.`;
  }
  return say`\`${theirs(key)}\` must be ${KIND[expected]}, and this is ${KIND[found]}.`;
}

function typeRemedy({ key, expected, found, written }: WrongType): Parts {
  if (expected === 'text') return textRemedy(key, found, written);
  if (expected === 'true or false') {
    const meant = /^["']?(y|yes|on|true|1)["']?$/i.test(written) ? 'true' : 'false';
    return /^["']?(y|yes|on|true|1|n|no|off|false|0)["']?$/i.test(written)
      ? say`Write ${meant}, without quotes. In YAML 1.2 yes, no, on and off are texts.`
      : say`Write true or false.`;
  }
  const minutes = expected === 'number' ? minutesIn(written) : null;
  if (minutes !== null && /^\W*\d+\W*$/.test(written)) return say`Write ${minutes}, without quotes.`;
  if (minutes !== null) return say`Write ${minutes}: the delay in minutes, without a unit.`;
  if (expected === 'number') return say`Write a whole number, without quotes.`;
  if (key === 'actions' && expected === 'list') return say`Begin each action with a dash: \`- type: ARCHIVE\`.`;
  if (key === 'actions') {
    return found === 'text' ? say`Write \`- type: ${short(written)}\`.` : say`Write \`- type: ARCHIVE\`.`;
  }
  if (key === 'rules' && expected === 'list') return say`Begin each rule with a dash: \`- name: …\`.`;
  if (key === 'rules') return say`A rule begins with \`- name:\`.`;
  if (key === 'condition') {
    return found === 'text'
      ? say`Put the text on a line below, as \`aiInstructions: …\`.`
      : say`Write \`aiInstructions:\` or \`static:\` below \`condition:\`, without dashes.`;
  }
  if (key === 'static') return say`Write ${ours(matchersNamed('or', ':'))} below \`static:\`, without dashes.`;
  return say`Write keys such as \`label:\` or \`to:\` below \`fields:\`, without dashes.`;
}

const MINUTES = { m: 1, h: 60, d: 1440, w: 10_080 } as const;

/** Returns the minutes of a text such as `1h 30m`, `2 days`, `1:30` or `"30"`; null for any other text. */
function minutesIn(written: string): number | null {
  const text = written.replace(/^["']|["']$/g, '').trim();
  const [, hours, rest] = /^(\d+):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(rest);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const part = /(\d{1,6}(?:\.\d+)?)\s*(m|h|d|w)(?:in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?\b\s*/giy;
  let [minutes, end] = [0, 0];
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    minutes += Number(found[1]) * MINUTES[found[2]?.toLowerCase() as keyof typeof MINUTES];
    end = part.lastIndex;
  }
  return end > 0 && end === text.length && Number.isInteger(minutes) ? minutes : null;
}

function textRemedy(key: string, found: ValueKind, written: string): Parts {
  if (/^\{\s*(env|file)\s*:/.test(written)) {
    return say`Write the text itself. { file: … } and { env: … } are for texts of \`static\`, \`aiInstructions\` and \`fields\`.`;
  }
  if (found === 'number' || found === 'true or false') return say`Put it in quotes: ${shortQuoted(written)}.`;
  if (found === 'list' && ADDRESS_KEYS.some((one) => one === key)) {
    return say`Write one text with commas: "a@example.com, b@example.com".`;
  }
  if (found === 'mapping' && written.startsWith('{')) return say`A text that begins with \`{\` must be in quotes.`;
  return say`Write a text after \`${theirs(key)}:\`, or \`${theirs(key)}: |\` and the text indented below it.`;
}
