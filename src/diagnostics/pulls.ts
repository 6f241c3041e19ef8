/** Messages of a pull besides the files that it writes. */
import type { PlanSettings } from '../model/project.ts';
import type { Path } from '../model/rule.ts';
import { count, grouped } from './counts.ts';
import { type FileFinding, fileMessage } from './files.ts';
import { list, type Parts, quoted, refusal, say, shortQuoted, type Topic, theirs, typed } from './message.ts';
import { trusting } from './reasons.ts';

type Undeclared = PlanSettings['undeclared'];

/** Why accounts that share a file prevent writing it. */
export type Disagreement = 'not-selected' | 'not-read' | 'refused' | 'differs' | 'no-place';

const UNDECLARABLE = {
  'no-action': 'it has no action that a request can carry.',
  'no-condition': 'it has no condition that the API shows.',
  'holds-key': 'it holds a secret that inboxctl itself works with.',
  'secret-name': 'its name holds the value of a variable, which belongs in no file.',
  unreadable: 'its file would not read as what is live. That is a limit of inboxctl.',
} as const;

/** Why a live rule cannot be written into a file. */
export type Undeclarable = { why: keyof typeof UNDECLARABLE } | { why: 'refused'; problem: FileFinding };

type OfRule = { name: string };

/** `accounts` share the file or folder. `by`: those whose live rule differs; empty for a new rule. */
type Shared = OfRule & {
  why: Disagreement;
  accounts: readonly string[];
  by: readonly string[];
  what: 'changed' | 'gone' | 'new';
};

function textAt(path: Path): Parts {
  const key = theirs(String(path.at(-1)));
  return path[0] === 'actions' ? say`\`${key}\` of action ${Number(path[1]) + 1}` : say`\`${key}\``;
}

/** What the next plan does with a live rule that stays as it is. Empty if nothing. */
const FATE = {
  delete: 'the next apply deletes it',
  'declared-before': 'the next apply deletes it if a file declared it once',
  keep: '',
} as const satisfies Record<Undeclared, string>;

function orElse(remedy: Parts, undeclared: Undeclared): Parts {
  return FATE[undeclared] === '' ? say`${remedy}.` : say`${remedy}, or ${FATE[undeclared]}.`;
}

function sharing({ why, accounts, what }: Shared): Parts {
  const object = what === 'new' ? 'the rules folder' : 'its file';
  const names = list(accounts);
  if (why === 'no-place') return say`the settings of ${names} cannot be edited to list a folder of its own`;
  if (why === 'differs') return say`the accounts that share ${object} do not have the same: ${names}`;
  const isOne = accounts.length === 1;
  const was = isOne ? 'was' : 'were';
  const state = why === 'not-read' ? 'could not be read' : say`${was} ${why === 'refused' ? why : 'not selected'}`;
  return say`${isOne ? 'an account' : 'accounts'} that ${state} ${isOne ? 'shares' : 'share'} ${object}: ${names}`;
}

function whatOf({ what, by }: Shared): Parts {
  if (what === 'changed') return say`changed in the inbox of ${list(by)}; not written`;
  if (what === 'gone') return say`is not in the inbox of ${list(by)}; not removed`;
  return say`is on the service and in no file; not written`;
}

const LEFT = {
  edit: 'the file cannot be changed that way',
  check: 'the file would not read as what is live',
  'holds-key': 'it would hold a secret that inboxctl itself works with',
} as const;

const SHARED: Record<Disagreement, string> = {
  differs: '`inboxctl apply` makes it as in the file. Or delete it there and pull again: each account gets its own.',
  'not-selected': '`inboxctl apply` makes it as in the file. To change that, pull all accounts that share it at once.',
  'not-read': 'Pull again when they can be read. With --account, new rules of the others go into folders of their own.',
  refused: 'Pull again once that is settled.',
  'no-place': 'Add one to its `rules` by hand, and pull again.',
};

const KEPT =
  " To keep it for one account, copy it to that account's own folder, with `overrides: true`, commit it, and pull again.";
const HELD = {
  override: 'Pull removes neither an override nor what it overrides: change both files by hand.',
  shared: 'Accounts share its file: --prune removes it only if all of them are pulled and none has it.',
};

const UNSTORED = {
  'no-git': {
    why: () => say`git was not found to say whether it has the old text`,
    remedy: say`Install git or put it on the PATH, or write over them with --force.`,
  },
  'no-repository': {
    why: () => say`no git repository has the old text`,
    remedy: say`Commit the project to one first; or look at the changes with --dry-run, then allow them with --force.`,
  },
  ignored: {
    why: (words: Parts) => say`git ignores it, so it has no old text${words}`,
    remedy: say`Find the line that ignores it with \`git check-ignore -v\`, remove it, and commit the rules; or write over them with --force.`,
  },
  owner: {
    why: () => say`git does not say whether it has the old text, since the work tree belongs to another user`,
    remedy: null,
  },
  failed: {
    why: (words: Parts) => say`git does not say whether it has the old text${words}`,
    remedy: say`Fix what git says, or write over them with --force.`,
  },
};

export const pullNotices = {
  'pull-partial': ({ only }: { only: readonly string[] }) => ({
    message: say`Left out: all rules but ${list(only, quoted)}.`,
    remedy: say`To see what else differs: inboxctl pull --dry-run`,
  }),
  /** `path` leads to a text of the live rule. `variable` is null for a webhookUrl that is in the file in full. */
  'pull-secret-changed': ({ name, path, variable }: OfRule & { path: Path; variable: string | null }) => ({
    message: say`${shortQuoted(name)}: ${textAt(path)} changed on the service; not written, since it is a secret.`,
    remedy: say`${variable === null ? 'Write the new one into the file' : say`Store the new value as ${theirs(variable)}`}: copy it from the service's web page.`,
  }),
  'pull-variables-unset': ({ names }: { names: readonly string[] }) => ({
    message: say`Not compared, since ${names.length === 1 ? 'this variable is' : 'these variables are'} not set: ${list(names)}.`,
    remedy: say`Set ${names.length === 1 ? 'it' : 'them'} as for a plan, and pull again to compare the rest.`,
  }),
  'pull-gone': ({ name, isPartial, held }: OfRule & { isPartial: boolean; held: keyof typeof HELD | null }) => ({
    message: say`${shortQuoted(name)} is not on the service.`,
    remedy: held
      ? ['`inboxctl apply` creates it. ', HELD[held]]
      : say`\`inboxctl pull ${isPartial ? say`${typed(name)} ` : []}--prune\` removes it from the file; \`inboxctl apply\` creates it.`,
  }),
  'pull-rename-left': ({ name, from }: OfRule & { from: string }) => ({
    message: say`${shortQuoted(name)} is still called ${shortQuoted(from)} on the service.`,
    remedy: say`\`inboxctl apply\` renames it.`,
  }),
  'pull-duplicates': ({ name, count: number, undeclared }: OfRule & { count: number; undeclared: Undeclared }) => ({
    message: say`${grouped(number)} live rules are called ${shortQuoted(name)}; the file has the one that a plan keeps.`,
    remedy:
      undeclared === 'keep'
        ? say`Rename the others in the service's web page to have them in files too.`
        : say`Rename the others in the service's web page, or the next apply deletes them.`,
  }),
  /** `ignored`: whether the name was added to `ignore`, or why not. `others`: names that it would match too. */
  'pull-undeclarable': (
    args: OfRule & {
      reason: Undeclarable;
      ignored: 'added' | 'matches-others' | 'not-editable' | 'secret';
      others: readonly string[];
      file: string;
      undeclared: Undeclared;
    },
  ) => {
    const why = args.reason.why === 'refused' ? fileMessage(args.reason.problem) : UNDECLARABLE[args.reason.why];
    const message = say`${shortQuoted(args.name)} cannot be declared: ${why}`;
    switch (args.ignored) {
      case 'added':
        return {
          message: say`${message} Its name goes into \`ignore\` in ${theirs(args.file)}, so that nothing touches it.`,
          ...(args.reason.why === 'holds-key' && {
            remedy: say`Take the secret out of its text in the service's web page, and its name out of \`ignore\`, then pull again.`,
          }),
        };
      case 'matches-others':
        return {
          message: say`${message} Its name does not go into \`ignore\`: as a glob it matches ${list(args.others, shortQuoted)} too.`,
          ...(FATE[args.undeclared] !== '' && {
            remedy: say`Rename it in the service's web page, or set \`undeclared: keep\`: ${FATE[args.undeclared]}.`,
          }),
        };
      case 'secret':
        return { message, remedy: orElse(say`Rename it in the service's web page`, args.undeclared) };
      case 'not-editable':
        return { message, remedy: orElse(say`Add its name to \`ignore\` in ${theirs(args.file)}`, args.undeclared) };
    }
  },
  'pull-shared': (args: Shared) => ({
    message: say`${shortQuoted(args.name)} ${whatOf(args)}, since ${sharing(args)}.`,
    remedy: [SHARED[args.why], args.what === 'changed' ? KEPT : ''],
  }),
  'pull-invalid': ({ name, problem }: OfRule & { problem: FileFinding }) => ({
    message: say`${shortQuoted(name)} changed on the service; not written, since the file would not be valid: ${fileMessage(problem)}`,
  }),
  'pull-left': ({ name, why }: OfRule & { why: keyof typeof LEFT }) => ({
    message: say`${shortQuoted(name)} changed on the service; not written, since ${LEFT[why]}.`,
    remedy:
      why === 'holds-key'
        ? say`Take the secret out of the text in the service's web page, and pull again.`
        : say`Change it by hand: \`inboxctl plan\` shows the difference.`,
  }),
  'pull-off': () => ({
    message: say`is switched off, which only the service's web page can change; no file says it.`,
    remedy: say`If it is meant, write \`enabled: false\` below its name.`,
  }),
  'pull-file-too-big': ({ file, limit }: { file: string; limit: number }) => ({
    ...refusal`${theirs(file)} would be larger than ${limit / 1024 / 1024} MiB, and could not be read.`,
    remedy: say`Move some of its rules to another file, or shorten their texts in the service's web page. Nothing was written.`,
  }),
  /** No declared rule is live: the words of the guard that stops the plan of such an account. */
  'pull-nothing-in-common': ({ declared, live, baseUrl }: { declared: number; live: number; baseUrl: string }) => ({
    exit: 'refused',
    ...refusal`no declared rule is live: ${grouped(declared)} declared, ${grouped(live)} live at ${theirs(baseUrl)}. Is this the key of another inbox?`,
    remedy: say`None of its rules was written. If it is, correct the key or the address.\nIf its rules belong into these files, add them with --force.`,
  }),
  /** A prune would remove this many declared rules of an account. `setting` is its `maxDeletes`. */
  'pull-guard': (args: {
    removed: number;
    declared: number;
    limit: number;
    setting: number | string;
    all: boolean;
  }) => ({
    ...(args.all
      ? refusal`--prune would remove all ${count(args.declared, 'declared rule')}, since none is on the service: is this the right key?`
      : refusal`--prune would remove ${grouped(args.removed)} of ${count(args.declared, 'declared rule')}; at most ${grouped(args.limit)} may be (maxDeletes: ${theirs(String(args.setting))}).`),
    remedy: say`Nothing was written. If this is meant, look at it with --dry-run, then allow it with --force.`,
  }),
  'pull-texts-left': ({ files }: { files: readonly string[] }) => ({
    message: say`No rule refers any longer to ${list(files)}; left, since --prune removes texts in prompts folders only.`,
  }),
  'pull-text-outside': ({ files }: { files: readonly string[] }) => ({
    ...refusal`live texts would be written to ${count(files.length, 'file')} outside the rules folders and folders called prompts: ${list(files)}.`,
    remedy: say`Move the texts to a folder called prompts; or look at the changes with --dry-run, then allow them with --force. Nothing was written.`,
  }),
  /** `failure` says why git cannot tell whether it has these files; null if it does not have them. */
  'pull-uncommitted': (args: { files: readonly string[]; failure: keyof typeof UNSTORED | null; detail: string }) => {
    if (args.failure === null) {
      return {
        ...refusal`${count(args.files.length, 'file')} to be written ${args.files.length === 1 ? 'has' : 'have'} uncommitted changes: ${list(args.files)}.`,
        remedy: say`Commit them first, or overwrite them with --force. Nothing was written.`,
      };
    }
    const { why, remedy } = UNSTORED[args.failure];
    const words = args.detail === '' ? [] : say`: ${theirs(args.detail)}`;
    return {
      ...refusal`${list(args.files)} would be written over, and ${why(words)}.`,
      remedy: say`Nothing was written. ${remedy ?? trusting(args.detail)}`,
    };
  },
  'pull-interrupted': ({ written, left }: { written: number; left: number }) => ({
    message: say`Stopped: ${count(written, 'file')} written, ${grouped(left)} left.`,
    remedy: say`Run the same command again for the rest.`,
  }),
} satisfies Topic;
