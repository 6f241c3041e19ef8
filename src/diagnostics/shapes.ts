/** Problems with the shape of a rule file that its schema does not name. */
import { ACTION_TYPES, ACTIONS, type ActionType } from '../model/action-types.ts';
import type { StaticKey } from '../model/rule.ts';
import { list, type Message, ours, type Parts, say, short, shortQuoted, type Topic } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';
import { RULE } from './yaml.ts';

export type UnknownType = { written: string; proposal: ActionType | null; similar: readonly ActionType[] };

/** What a document is that declares no rule. */
const these = (what: string, remedy: string) => () => ({
  message: say`These are ${ours(what)}, in a folder of rules.`,
  remedy: say`Move this to ${ours(remedy)}.`,
});

const FOREIGN = {
  tests: these('tests', 'a folder of tests; `tests:` in inboxctl.yaml says which those are'),
  settings: these('settings', 'inboxctl.yaml, beside the folder of rules'),
  export: () => ({
    message: say`The service's web page exported this. Rule files have another shape, that of the API.`,
    remedy: say`Write the live rules into files with \`inboxctl pull\` (in a new project: \`inboxctl init\`), in place of this one.`,
  }),
  list: () => ({ message: say`This is a list of rules.`, remedy: say`Put \`rules:\` on a line above the list.` }),
  below: (_, key) => ({
    message: say`This is a rule below \`${short(key)}:\`.`,
    remedy: say`Begin the file with its \`name:\`, or with \`rules:\` and below it each rule with a dash: \`- name: …\`.`,
  }),
  other: (found) => ({
    message: say`A document must be a rule, or \`rules:\` with several, and this is ${found === 'mapping' ? 'neither' : KIND[found]}.`,
    remedy: RULE,
  }),
} satisfies Record<string, (found: ValueKind, key: string) => Message>;

export const shapeProblems = {
  /** `key`: the one below which a rule is. */
  'document-not-rule': ({ found, of, key }: { found: ValueKind; of: keyof typeof FOREIGN; key: string }) =>
    FOREIGN[of](found, key),
  /** `entry` is null if it is not a text. `line`: of a file with an entry on each line. */
  'list-entry': (args: { key: StaticKey; entry: string | null; line?: { file: string; number: number } }) => {
    const { key, entry, line } = args;
    const what = line ? say`Line ${line.number} of ${shortQuoted(line.file)}` : say`An entry of \`${key}\``;
    const whole = say`A reference is the whole value: \`${key}: { file: … }\`, for an entry on each line, or { env: … }.`;
    if (entry === null)
      return { message: say`${what} is not a text.`, remedy: say`Use a text; no entry excludes anything. ${whole}` };
    if (entry.trim() === '') return { message: say`${what} is empty.`, remedy: say`Remove it.` };
    return {
      message: say`${what} has ${key !== 'subject' && entry.includes(',') ? 'a comma' : '`|`'} in it.`,
      remedy: say`Use ${line ? 'a line' : 'an entry'} for each, without it: the service splits there.`,
    };
  },
  'action-type-unknown': (args: UnknownType) => ({
    message: say`There is no action type ${shortQuoted(args.written)}.`,
    remedy: args.proposal ? say`Did you mean ${args.proposal}?` : typesFor(args),
  }),
  'action-type-integration': () => ({
    message: say`INTEGRATION actions cannot be declared: the API does not take them.`,
    remedy: say`Remove it here. Only the service's web page can make such an action.`,
  }),
} satisfies Topic;

function typesFor({ similar }: UnknownType): Parts {
  if (similar.length === 0) {
    const all = ACTION_TYPES.map((type) => type + (/ \([^)]*\)/.exec(ACTIONS[type].does)?.[0] ?? ''));
    return say`The type of an action must be one of: ${list(all, ours, 99)}. For anything else there is no type, and none takes back what another does: leave it out, or let CALL_WEBHOOK call a program of yours. A condition belongs in \`condition\`.`;
  }
  const meaning = (type: ActionType) => {
    const { needs, channel, does } = ACTIONS[type];
    const key = channel ? 'messagingChannelId: …' : needs && `fields: { ${needs}: … }`;
    return `\`type: ${type}\`${key ? ` (with \`${key}\`)` : ''} ${does.replace(/^./, (first) => first.toLowerCase())}`;
  };
  return ours(similar.map(meaning).join(' '));
}
