/** Problems with plan files. `file` is the path as the user typed it. */
import { count, grouped } from './counts.ts';
import { joined, list, ours, quoted, say, short, shortQuoted, type Topic, theirs } from './message.ts';

const AGAIN = say`Write it again with \`inboxctl plan --output plan.json\`, and look at what changed.`;
const RIGHT_FILE = say`Is it the right file? \`inboxctl plan --output plan.json\` writes one.`;

export const planFileProblems = {
  'plan-file-too-big': ({ file, limit }: { file: string; limit: number }) => ({
    message: say`The plan file ${theirs(file)} is larger than ${grouped(limit / 1024 / 1024)} MiB.`,
    remedy: RIGHT_FILE,
  }),
  'plan-file-not-utf8': ({ file }: { file: string }) => ({
    message: say`The plan file ${theirs(file)} is not UTF-8.`,
    remedy: RIGHT_FILE,
  }),
  'plan-file-not-json': ({ file, empty }: { file: string; empty: boolean }) => ({
    message: say`The plan file ${theirs(file)} ${empty ? 'is empty' : 'is not JSON'}.`,
    remedy: say`It is the file that \`inboxctl plan --output plan.json\` writes, not what a plan prints.`,
  }),
  'plan-file-newer': ({ file, version }: { file: string; version: number }) => ({
    message: say`The plan file ${theirs(file)} was made by a newer inboxctl: its formatVersion is ${version}, and this one knows 1.`,
    remedy: say`Use the version that made it, or write it again with this one.`,
  }),
  /** JSON, but not a plan. `key`: the first wrong one, joined by dots; empty for the whole file. `more`: how many others. */
  'plan-file-not-plan': ({ file, key, more }: { file: string; key: string; more: number }) => {
    const wrong = more === 0 ? say` is wrong` : say` and ${count(more, 'other value')} are wrong`;
    const which = key === '' ? [] : say`: \`${short(key)}\`${wrong}`;
    return {
      message: say`The plan file ${theirs(file)} is JSON, but not a plan${which}.`,
      remedy: say`It is the file that \`inboxctl plan --output plan.json\` writes.`,
    };
  },
  'plan-file-change-edited': ({ file, op, name }: { file: string; op: string; name: string }) => ({
    message: say`The plan file ${theirs(file)} was edited: the ${ours(op)} of ${shortQuoted(name)} does not match its digest.`,
    remedy: AGAIN,
  }),
  'plan-file-edited': ({ file }: { file: string }) => ({
    message: say`The plan file ${theirs(file)} was edited: its digest is not that of its changes, so some were added or taken away.`,
    remedy: AGAIN,
  }),
  'plan-files-same-account': ({ files, accounts }: { files: readonly string[]; accounts: readonly string[] }) => ({
    message: say`The plan files ${joined(files.map(theirs), ' and ')} have plans of the same ${accounts.length === 1 ? 'account' : 'accounts'}: ${list(accounts, quoted, 3)}.`,
    remedy: say`Give one plan of each account, that of the newest run.`,
  }),
  'plan-files-unlike': ({ files }: { files: readonly string[] }) => ({
    message: say`The plan files ${joined(files.map(theirs), ' and ')} are not of one run: they were made with another --base or --only.`,
    remedy: say`Show each by itself, or plan again with the same options for all.`,
  }),
} satisfies Topic;
