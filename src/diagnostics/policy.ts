/** Declared rules that break the setting `policy`. */
import type { ActionType, FieldKey } from '../model/action-types.ts';
import { firstGlob } from '../model/glob.ts';
import {
  type ArgsOfTopic,
  type FindingOf,
  list,
  type Message,
  type Parts,
  say,
  shortQuoted,
  type Theirs,
  type Topic,
  withTheirs,
} from './message.ts';
import { type PitfallFinding, pitfalls } from './pitfalls.ts';

const PLAIN_ADDRESS = /^[^\s<>@"():]+@[^\s<>@"():]+$/;

const FORBIDDEN = { exit: 'refused', related: 'The setting' } as const;

export const policyProblems = {
  'policy-action': ({ type }: { type: ActionType }) => ({
    ...FORBIDDEN,
    message: say`${type} is forbidden: \`policy.forbidActions\` in inboxctl.yaml lists it.`,
    remedy: say`Use another action, or take it off that list.`,
  }),
  /** `address` is null if it is secret. `template`: it contains `{{…}}`. */
  'policy-forward': (args: {
    type: ActionType;
    field: FieldKey;
    address: string | null;
    template: boolean;
    allowed: readonly string[];
  }) => {
    const { type, field, address, template } = args;
    const allowed = allowedText(args.allowed, 'address');
    const form = say` Write addresses as a@example.com or Name <a@example.com>, with commas between them.`;
    return {
      ...FORBIDDEN,
      message: template
        ? say`\`${field}\` of ${type} holds \`{{…}}\`, which the service fills in: \`policy.forwardTo\` in inboxctl.yaml cannot allow that.`
        : say`\`${field}\` of ${type} holds ${address === null ? '(a secret)' : shortQuoted(address)}, which \`policy.forwardTo\` in inboxctl.yaml does not allow.`,
      remedy: template
        ? say`Write the address itself. ${allowed}`
        : say`${allowed}${address !== null && PLAIN_ADDRESS.test(address) ? [] : form}`,
    };
  },
  /** `host` is null if it is secret, and empty if the URL has no plain host. */
  'policy-webhook': (args: { host: string | null; template: boolean; allowed: readonly string[] }) => {
    const problem = args.template
      ? say`has \`{{…}}\` in its host, which the service fills in:`
      : args.host === ''
        ? say`has no host that can be told for certain:`
        : say`leads to ${args.host === null ? '(a secret)' : say`${shortQuoted(args.host)}`}:`;
    return {
      ...FORBIDDEN,
      message: say`\`webhookUrl\` ${problem} \`policy.webhookHosts\` in inboxctl.yaml does not allow that.`,
      remedy: allowedText(args.allowed, 'host'),
    };
  },
  /** `files`: the globs of the policy's entry with that index, none of which `file` matches. */
  'policy-confined': (args: { type: ActionType; file: string; files: readonly string[]; entry: number }) => ({
    ...FORBIDDEN,
    message: say`${args.type} is not allowed in this file: \`policy.confine\` in inboxctl.yaml allows it only in files that match ${list(args.files, shortQuoted)}.`,
    remedy:
      firstGlob(args.files.map((glob) => glob.normalize()))(args.file.normalize()) === null
        ? say`Move the rule into such a file, or use another action.`
        : say`The path only looks like it matches: its letters have another Unicode form. Rename the file or its folder.`,
  }),
  /** `isSecret`: the matcher comes from a variable, so none of it may be shown. */
  'policy-pitfall': ({ isSecret, ...found }: { isSecret: boolean } & PitfallFinding) => {
    const { message, remedy } = pitfallMessage(found, isSecret);
    return { ...FORBIDDEN, message: say`${message} \`policy.forbidPitfalls\` in inboxctl.yaml forbids that.`, remedy };
  },
} satisfies Topic;

export type PolicyProblems = ArgsOfTopic<typeof policyProblems>;
export type PolicyFinding = FindingOf<typeof policyProblems>;

function pitfallMessage({ code, args }: PitfallFinding, isSecret: boolean): Message & { remedy: Parts } {
  const row = pitfalls[code] as (args: PitfallFinding['args']) => Message & { remedy: Parts };
  const message = row(args);
  if (!isSecret) return message;
  const hidden = (part: Theirs) => (part.ofPlace ? { ...part, theirs: '(a secret)' } : part);
  return { remedy: [], ...withTheirs(message, hidden) };
}

function allowedText(globs: readonly string[], what: 'address' | 'host'): Parts {
  if (globs.length === 0) return say`It allows no ${what}.`;
  return say`It allows: ${list(globs, shortQuoted)}.`;
}
