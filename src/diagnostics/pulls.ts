/** The English of what a pull has to say besides the files that it writes. */

import type { PlanSettings } from '../model/project.ts';
import { count, grouped } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { FileProblems } from './files.ts';
import { fileProblems } from './files.ts';
import type { Message, Messages } from './message.ts';
import { shown } from './quoting.ts';
import { saidByGit } from './reasons.ts';

/** What a plan does with a live rule that no file declares. */
type Undeclared = PlanSettings['undeclared'];

/** For what the loader would refuse a rule. */
export type FileFinding = {
  [C in keyof FileProblems]: { code: C; args: FileProblems[C] };
}[keyof FileProblems];

/** Why the accounts that share a file do not let it be written. */
export type Disagreement = 'not-selected' | 'not-read' | 'differs';

/** Why a live rule has no place in a file. */
export type Undeclarable =
  | { why: 'no-action' | 'no-condition' | 'holds-key' | 'secret-name' | 'unreadable' }
  | { why: 'refused'; problem: FileFinding };

/** The rule that a notice is about. */
type Named = { name: string };

export interface PullNotices {
  /** `path` leads to a text of the live rule; `variable` is null for a webhookUrl that stands in the file. */
  'pull-secret-changed': Named & { path: readonly (string | number)[]; variable: string | null };
  /** Texts that are not compared, since the values of these variables are not known. */
  'pull-variables-unset': { names: readonly string[] };
  'pull-gone': Named;
  /** It is live under the name `from`. */
  'pull-rename-left': Named & { from: string };
  /** An apply put it aside and did not put it back; the file has it as it was before. */
  'pull-parked': Named;
  /** `count` live rules have the name. */
  'pull-duplicates': Named & { count: number; undeclared: Undeclared };
  /** `ignored`: whether its name was added to `ignore`, or why it was not; `others` are the names that it would match. */
  'pull-undeclarable': Named & {
    reason: Undeclarable;
    ignored: 'added' | 'matches-others' | 'not-editable' | 'secret';
    others: readonly string[];
    /** The project file, as it is shown. */
    file: string;
    undeclared: Undeclared;
  };
  /**
   * `accounts` are those that share the file, or the folder of a new rule; `by` those whose live rules are not as the file,
   * and none for a new rule, whose account the notice has.
   */
  'pull-shared': Named & {
    why: Disagreement;
    accounts: readonly string[];
    by: readonly string[];
    what: 'changed' | 'gone' | 'new';
  };
  /** The live rule, written into the file, would not be valid. */
  'pull-invalid': Named & { problem: FileFinding };
  /** What the file would then say is not what is live, or the file cannot be changed so. */
  'pull-left': Named & { why: 'edit' | 'check' | 'holds-key' };
  /** The names of rules that are switched off, and of those with actions that no request can carry. */
  'pull-only-live': { off: readonly string[]; partial: readonly string[] };
  /** A rule file would be larger than this many bytes. */
  'pull-file-too-big': { file: string; limit: number };
  /** A prune would remove this many of an account's declared rules; `setting` is its `maxDeletes`. */
  'pull-guard': { removed: number; declared: number; limit: number; setting: number | string; all: boolean };
  /** No rule refers to these any longer, and they are not removed. */
  'pull-texts-left': { files: readonly string[] };
  /** Live texts would go into these files, which may be anything: rules only have to name them. */
  'pull-text-outside': { files: readonly string[] };
  /** `failure` is why git does not say whether it has these files; null where it says that it has not. */
  'pull-uncommitted': {
    files: readonly string[];
    failure: 'no-git' | 'no-repository' | 'failed' | null;
    detail: string;
  };
  'git-unanswered': { detail: string };
  'pull-interrupted': { written: number; left: number };
}

/** Texts in a list, at most ten of them. */
function listed(texts: readonly string[]): string {
  const some = texts.slice(0, 10).join(', ');
  return texts.length > 10 ? `${some} and ${grouped(texts.length - 10)} more` : some;
}

/** `actions/0/fields/webhookUrl` as people say it. */
function textAt(path: readonly (string | number)[]): string {
  const key = `\`${escapeControl(String(path.at(-1)))}\``;
  return path[0] === 'actions' ? `${key} of action ${Number(path[1]) + 1}` : key;
}

function problemText({ code, args }: FileFinding): string {
  const message = fileProblems[code] as (of: typeof args) => Message;
  return message(args).message;
}

function reasonText(reason: Undeclarable): string {
  switch (reason.why) {
    case 'no-action':
      return 'it has no action that a request can carry.';
    case 'no-condition':
      return 'it has no condition that the API shows.';
    case 'holds-key':
      return 'it holds a secret that inboxctl itself works with.';
    case 'secret-name':
      return 'its name holds the value of a variable, which belongs in no file.';
    case 'unreadable':
      return 'its file would not read as what is live. That is a limit of inboxctl.';
    case 'refused':
      return problemText(reason.problem);
  }
}

/** What becomes of a live rule that stays as it is; empty where nothing does. */
const FATE: Record<PullNotices['pull-undeclarable']['undeclared'], string> = {
  delete: 'the next apply deletes it',
  'declared-before': 'the next apply deletes it if a file declared it once',
  keep: '',
};

function orElse(remedy: string, undeclared: keyof typeof FATE): string {
  return FATE[undeclared] === '' ? `${remedy}.` : `${remedy}, or ${FATE[undeclared]}.`;
}

/** Who is against it that a file or folder is written. */
function sharing({ why, accounts, what }: PullNotices['pull-shared']): string {
  const object = what === 'new' ? 'the rules folder' : 'its file';
  const names = listed(accounts.map(escapeControl));
  if (why === 'differs') return `the accounts that share ${object} do not have the same: ${names}`;
  const state = why === 'not-selected' ? 'not selected' : 'not be read';
  return accounts.length === 1
    ? `an account that ${why === 'not-selected' ? 'was' : 'could'} ${state} shares ${object}: ${names}`
    : `accounts that ${why === 'not-selected' ? 'were' : 'could'} ${state} share ${object}: ${names}`;
}

const WHAT: Record<PullNotices['pull-shared']['what'], (by: string) => string> = {
  changed: (by) => `changed in the inbox of ${by}; not written`,
  gone: (by) => `is not in the inbox of ${by}; not removed`,
  new: () => 'is on the service and in no file; not written',
};

const LEFT: Record<PullNotices['pull-left']['why'], string> = {
  edit: 'the file cannot be changed so',
  check: 'the file would not read as what is live',
  'holds-key': 'it would hold a secret that inboxctl itself works with',
};

const MEND: typeof LEFT = {
  edit: 'Change it by hand: `inboxctl plan` shows the difference.',
  check: 'Change it by hand: `inboxctl plan` shows the difference.',
  'holds-key': "Take the secret out of the text in the service's web page, and pull again.",
};

/** Why files are not written over, and what to do. */
const UNSTORED: Record<
  NonNullable<PullNotices['pull-uncommitted']['failure']>,
  { why: (words: string) => string; remedy: string }
> = {
  'no-git': {
    why: () => 'git was not found to say whether it has the old text',
    remedy: 'Install git or put it on the PATH, or write over them with --force.',
  },
  'no-repository': {
    why: () => 'no git repository has the old text',
    remedy: 'Commit the project to one first; or look at the changes with --dry-run, then allow them with --force.',
  },
  failed: {
    why: (words) => `git does not say whether it has the old text${words}`,
    remedy: 'Fix what git says, or write over them with --force.',
  },
};

export const pullNotices: Messages<PullNotices> = {
  'pull-secret-changed': ({ name, path, variable }) => ({
    message: `${shown(name)}: ${textAt(path)} changed on the service; not written, since it is a secret.`,
    remedy:
      (variable === null ? 'Write the new one into the file' : `Store the new value as ${escapeControl(variable)}`) +
      ": copy it from the service's web page. `--inline-secrets` would write it into the file.",
  }),
  'pull-variables-unset': ({ names }) => ({
    message: `Not compared, since ${names.length === 1 ? 'this variable is' : 'these variables are'} not set: ${listed(names.map(escapeControl))}.`,
  }),
  'pull-gone': ({ name }) => ({
    message: `${shown(name)} is not on the service.`,
    remedy: '`inboxctl pull --prune` removes it from the file; `inboxctl apply` creates it.',
  }),
  'pull-rename-left': ({ name, from }) => ({
    message: `${shown(name)} is still called ${shown(from)} on the service.`,
    remedy: '`inboxctl apply` renames it.',
  }),
  'pull-parked': ({ name }) => ({
    message: `${shown(name)} was put aside by an apply that did not finish; the file has it as it was before that.`,
    remedy: '`inboxctl apply` puts it to work again.',
  }),
  'pull-duplicates': ({ name, count: number, undeclared }) => ({
    message: `${grouped(number)} live rules are called ${shown(name)}; the file has the one that a plan keeps.`,
    remedy:
      undeclared === 'keep'
        ? "Rename the others in the service's web page to have them in files too."
        : "Rename the others in the service's web page, or the next apply deletes them.",
  }),
  'pull-undeclarable': (args) => {
    const { name, reason, ignored, undeclared } = args;
    const message = `${shown(name)} cannot be declared: ${reasonText(reason)}`;
    const file = escapeControl(args.file);
    const takeOut = "Take the secret out of its text in the service's web page";
    switch (ignored) {
      case 'added': {
        const added = `${message} Its name goes into \`ignore\` in ${file}, so that nothing touches it.`;
        if (reason.why !== 'holds-key') return { message: added };
        return { message: added, remedy: `${takeOut}, and its name out of \`ignore\`, then pull again.` };
      }
      case 'matches-others': {
        const others = listed(args.others.map(shown));
        const left = `${message} Its name does not go into \`ignore\`: as a glob it matches ${others} too.`;
        if (FATE[undeclared] === '') return { message: left };
        const remedy = "Rename it in the service's web page, or set `undeclared: keep`";
        return { message: left, remedy: `${remedy}: ${FATE[undeclared]}.` };
      }
      case 'secret':
        return { message, remedy: orElse("Rename it in the service's web page", undeclared) };
      case 'not-editable':
        return { message, remedy: orElse(`Add its name to \`ignore\` in ${file}`, undeclared) };
    }
  },
  'pull-shared': (args) => ({
    message: `${shown(args.name)} ${WHAT[args.what](listed(args.by.map(escapeControl)))}, since ${sharing(args)}.`,
    remedy:
      args.why === 'differs'
        ? 'Give the accounts a folder of their own for what differs.'
        : 'Pull all accounts that share it at once.',
  }),
  'pull-invalid': ({ name, problem }) => ({
    message: `${shown(name)} changed on the service; not written, since the file would not be valid: ${problemText(problem)}`,
  }),
  'pull-left': ({ name, why }) => ({
    message: `${shown(name)} changed on the service; not written, since ${LEFT[why]}.`,
    remedy: MEND[why],
  }),
  'pull-only-live': ({ off, partial }) => {
    const parts = [
      ...(off.length === 0 ? [] : [`switched off: ${listed(off.map(shown))}`]),
      ...(partial.length === 0 ? [] : [`with actions that no request can carry: ${listed(partial.map(shown))}`]),
    ];
    return {
      message: `On the service, and not in the files: ${parts.join('; ')}.`,
      remedy: "Change it in the service's web page. A replace that would lose such an action is refused.",
    };
  },
  'pull-file-too-big': ({ file, limit }) => ({
    message: `Refused: ${escapeControl(file)} would be larger than ${limit / 1024 / 1024} MiB, and could not be read.`,
    remedy: 'Move some of its rules to another file, or pull without --single-file. Nothing was written.',
  }),
  'pull-guard': ({ removed, declared, limit, setting, all }) => ({
    message: all
      ? `Refused: --prune would remove all ${count(declared, 'declared rule')}, since none is on the service: is this the right key?`
      : `Refused: --prune would remove ${grouped(removed)} of ${count(declared, 'declared rule')}; at most ${grouped(limit)} may be (maxDeletes: ${setting}).`,
    remedy: 'Nothing was written. If this is meant, look at it with --dry-run, then allow it with --force.',
  }),
  'pull-texts-left': ({ files }) => ({
    message: `No rule refers any longer to ${listed(files.map(escapeControl))}; left, since --prune removes texts in prompts folders only.`,
  }),
  'pull-text-outside': ({ files }) => ({
    message: `Refused: live texts would be written to ${count(files.length, 'file')} outside the rules folders and folders called prompts: ${listed(files.map(escapeControl))}.`,
    remedy:
      'Move the texts to a folder called prompts; or look at the changes with --dry-run, then allow them with --force. Nothing was written.',
  }),
  'pull-uncommitted': ({ files, failure, detail }) => {
    const names = listed(files.map(escapeControl));
    if (failure === null) {
      return {
        message: `Refused: ${count(files.length, 'file')} to be written ${files.length === 1 ? 'has' : 'have'} changes that git does not have: ${names}.`,
        remedy: 'Commit them first, or overwrite them with --force. Nothing was written.',
      };
    }
    const { words, remedy = UNSTORED[failure].remedy } = saidByGit(detail);
    const message = `Refused: ${names} would be written over, and ${UNSTORED[failure].why(words)}.`;
    return { message, remedy: `Nothing was written. ${remedy}` };
  },
  'git-unanswered': ({ detail }) => {
    const { words, remedy = 'Run `git status`, and fix what it says.' } = saidByGit(detail);
    return { message: `Git does not say what it has of this project${words}.`, remedy };
  },
  'pull-interrupted': ({ written, left }) => ({
    message: `Stopped: ${count(written, 'file')} written, ${grouped(left)} left.`,
    remedy: 'Run `inboxctl pull` again for the rest.',
  }),
};
