/** Problems with the accounts of a project, and with selecting them for a command. */
import { MAKE_KEY } from './connections.ts';
import { escapeLetters } from './escape-control.ts';
import { UNUSABLE_FOLDER } from './folders.ts';
import { joined, list, ours, type Parts, quoted, refusal, say, type Topic, theirs } from './message.ts';
import { because } from './reasons.ts';

const UNUSABLE_ACCOUNTS = {
  missing: { is: 'does not exist', remedy: 'Create it, with a file such as alice.yaml for each account.' },
  ...UNUSABLE_FOLDER,
  'not-folder': { is: 'is not a folder', remedy: 'Name a folder that has a file such as alice.yaml for each account.' },
  unreadable: { is: 'cannot be read', remedy: 'Let whoever runs this read it.' },
  empty: {
    is: 'has no account',
    remedy: 'Put a file such as alice.yaml in it, or leave `accounts` out. It may be empty.',
  },
} as const;

/** Names of accounts are never shortened; letters outside ASCII are shown as codes. */
function withCodes(name: string): Parts {
  return ['"', { ...theirs(name), show: escapeLetters }, '"'];
}

export const accountProblems = {
  'accounts-empty': () => ({
    message: say`\`accounts\` lists no account.`,
    remedy: say`Name one below it, such as \`alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }\`, or remove the key.`,
  }),
  /** `folder` should contain a file for each account. `reason` is a system error code. */
  'accounts-folder': (args: { folder: string; problem: keyof typeof UNUSABLE_ACCOUNTS; reason?: string }) => ({
    message: say`The folder of account files ${theirs(args.folder)} ${UNUSABLE_ACCOUNTS[args.problem].is}${args.reason === undefined ? [] : say`: ${because(args.reason)}`}.`,
    remedy: [UNUSABLE_ACCOUNTS[args.problem].remedy],
  }),
  'account-file-folder': () => ({
    message: say`This is a folder, among the files of accounts.`,
    remedy: say`Move it elsewhere, or let its name begin with a dot: each account has one file, in no folder below.`,
  }),
  'account-file-linked': () => ({
    message: say`This is a link, among the files of accounts. Links are not followed.`,
    remedy: say`Put the file itself here.`,
  }),
  'account-file-extension': () => ({
    message: say`This file is not read: the name of an account file ends in .yaml or .yml, in lower case.`,
    remedy: say`Rename it, or move it elsewhere if it is not an account.`,
  }),
  /** `other` is the same account, with the name `name`. */
  'account-file-twice': ({ name, other }: { name: string; other: string }) => ({
    message: say`The account ${quoted(name)} has another file already: ${theirs(other)}.`,
    remedy: say`Make them one, or rename one of them: the name of the file is that of the account.`,
  }),
  /** `root` is in the folder of account files, relative to the account's file. */
  'account-rules-inside': ({ root, of }: { root: string; of: 'rules' | 'tests' }) => ({
    message: say`The ${of} of an account cannot be in the folder of account files: ${theirs(root)}.`,
    remedy: say`Paths are relative to this file: ../${of} is beside its folder.`,
  }),
  'account-names-alike': ({ name, other }: { name: string; other: string }) => ({
    message: say`The account names ${withCodes(name)} and ${withCodes(other)} look alike.`,
    remedy: say`Rename one of them: a reviewer would take its changes for those of the other.`,
  }),
  /** `meant`: a valid name that is free. */
  'account-name': ({ name, meant }: { name: string; meant: string | null }) => ({
    message: say`${quoted(name)} is not a valid account name.`,
    remedy: say`${meant === null ? [] : say`Did you mean \`${theirs(meant)}\`? `}A name has letters, digits and \`.\`, \`_\`, \`@\`, \`+\`, \`-\`, and begins with a letter or a digit.`,
  }),
  'account-unknown': ({ pattern, known }: { pattern: string; known: readonly string[] }) => ({
    message: say`No account matches ${theirs(pattern)}.`,
    remedy: say`There ${known.length === 1 ? 'is' : 'are'}: ${list(known)}.`,
  }),
  /** No selected account is in the shard I/N. `accounts` is the number of selected accounts. */
  'shard-empty': ({ shard, accounts }: { shard: string; accounts: number }) => ({
    message: say`Shard ${ours(shard)} has no account: ${accounts === 1 ? 'the only one is in another shard' : say`all ${accounts} are in other shards`}.`,
  }),
  /** `by`: how it is known, from their keys or from live rules that they have in common. */
  'account-same-inbox': ({ accounts, by }: { accounts: readonly string[]; by: 'key' | 'rules' }) => ({
    message: say`The accounts ${joined(accounts.map(quoted), ' and ')} are the same inbox${by === 'key' ? '' : ', since they have live rules in common'}: each would undo what the other does.`,
    remedy: say`Give each the key of its own inbox, such as \`${theirs(accounts.at(-1) ?? '')}: { apiKey: { env: INBOXCTL_… } }\`, or make them one account with the rules folders of both.`,
  }),
  /** `hadRules`: whether the inbox that something was decided for had live rules then. */
  'another-inbox': ({ baseUrl, hadRules }: { baseUrl: string; hadRules: boolean }) => ({
    exit: 'refused',
    ...refusal`The key of this account opens another inbox at ${theirs(baseUrl)} than the one that was planned for. Nothing is sent to it.`,
    remedy: hadRules
      ? say`None of the oldest rules of the planned inbox is live here, or a live rule is older than all of them. Set the key of that inbox. If this is the right one and all of those rules were deleted since, plan again.`
      : say`The planned inbox had no rule, and a live rule here is older than that plan. Set the key of that inbox. If this is the right one, plan again.`,
  }),
  'account-needed': ({ flag, selected }: { flag: string; selected: readonly string[] }) => ({
    message: say`${ours(flag)} is for one account, and ${selected.length} are selected: ${list(selected)}.`,
    remedy: say`Name the one with --account.`,
  }),
  'account-key-variable': (args: { name: string; problem: 'reserved' | 'signing key' | 'GitHub token' }) => ({
    message:
      args.problem === 'reserved'
        ? say`The variable ${theirs(args.name)} may not be sent as an API key: ${/^INBOXCTL_/.test(args.name) ? 'it is another setting of inboxctl' : 'a project file may only name variables that begin with INBOXCTL_'}.`
        : say`The variable ${theirs(args.name)} holds the ${args.problem}, which must not be sent to the service.`,
    remedy: say`Put the API key into a variable such as INBOXCTL_ALICE_KEY.`,
  }),
  /** `isOwn`: the account names the variable itself, so other accounts do not need it. Several accounts share one. */
  'account-key-unset': ({ names, isOwn }: { names: readonly string[]; isOwn: boolean }) => ({
    offline: false,
    message: say`The API key is not set: the ${names.length === 1 ? 'variable is' : 'variables are'} missing or empty: ${list(names, theirs, 20)}.`,
    remedy: say`Set ${names.length === 1 ? list(names) : 'them'}${isOwn ? ', or choose other accounts with --account' : ''}. ${MAKE_KEY}`,
  }),
} satisfies Topic;
