/** The English of what a pull has to say besides the files that it writes. */
import type { FileFinding, PullNotices, Undeclarable } from '../../model/pull-notices.ts';
import { harmless } from '../harmless.ts';
import { count, grouped } from '../lines.ts';
import { fileProblems } from './file-problems.ts';
import type { Message, Messages } from './message.ts';
import { shown } from './quoting.ts';

/** Texts in a list, at most ten of them. */
function listed(texts: readonly string[]): string {
  const some = texts.slice(0, 10).join(', ');
  return texts.length > 10 ? `${some} and ${grouped(texts.length - 10)} more` : some;
}

/** `actions/0/fields/webhookUrl` as people say it. */
function textAt(path: readonly (string | number)[]): string {
  const key = `\`${harmless(String(path.at(-1)))}\``;
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
    case 'too-big':
      return 'its file would be larger than 1 MiB.';
    case 'unreadable':
      return 'its file would not read as what is live. That is a limit of inboxctl.';
    case 'refused':
      return problemText(reason.problem);
  }
}

const SHARED: Record<PullNotices['pull-shared']['why'], (accounts: string) => string> = {
  'not-selected': (accounts) => `and not selected: ${accounts}`,
  'not-read': (accounts) => `and could not be read: ${accounts}`,
  differs: (accounts) => `and do not have the same: ${accounts}`,
};

const WHAT: Record<PullNotices['pull-shared']['what'], string> = {
  changed: 'changed on the service; not written, since accounts share its file',
  gone: 'is not on the service; not removed, since accounts share its file',
  new: 'is on the service and in no file; not written, since accounts share the rules folder',
};

const LEFT: Record<PullNotices['pull-left']['why'], string> = {
  edit: 'the file cannot be changed so in place',
  'too-big': 'the file would then be larger than 1 MiB',
  check: 'the file would not read as what is live',
  'holds-key': 'it would hold a secret that inboxctl itself works with',
};

export const pullNotices: Messages<PullNotices> = {
  'pull-secret-changed': ({ name, path, variable }) => ({
    message: `${shown(name)}: ${textAt(path)} changed on the service; not written, since it is a secret.`,
    remedy:
      (variable === null ? 'Write the new one into the file' : `Store the new value as ${harmless(variable)}`) +
      ": copy it from the service's web page. `--inline-secrets` would write it into the file.",
  }),
  'pull-variables-unset': ({ names }) => ({
    message: `Not compared, since ${names.length === 1 ? 'this variable is' : 'these variables are'} not set: ${listed(names.map(harmless))}.`,
  }),
  'pull-gone': ({ name }) => ({
    message: `${shown(name)} is not on the service.`,
    remedy: '`inboxctl pull --prune` removes it from the file; `inboxctl apply` creates it.',
  }),
  'pull-duplicates': ({ name, count: number }) => ({
    message: `${grouped(number)} live rules are called ${shown(name)}; the file has the one that a plan keeps.`,
    remedy: "Rename the others in the service's web page, or the next apply deletes them.",
  }),
  'pull-undeclarable': ({ name, reason, ignored, others }) => {
    const message = `${shown(name)} cannot be declared: ${reasonText(reason)}`;
    switch (ignored) {
      case 'added':
        return { message: `${message} Its name was added to \`ignore\` in inboxctl.yaml, so that nothing touches it.` };
      case 'matches-others':
        return {
          message: `${message} Its name was not added to \`ignore\`: as a glob it matches ${listed(others.map(shown))} too.`,
          remedy: 'Add a glob that matches it alone, or the next apply deletes it.',
        };
      case 'secret':
        return { message, remedy: "Rename it in the service's web page, or the next apply deletes it." };
      case 'not-editable':
        return { message, remedy: 'Add its name to `ignore` in inboxctl.yaml, or the next apply deletes it.' };
    }
  },
  'pull-shared': ({ name, why, accounts, what }) => ({
    message: `${shown(name)} ${WHAT[what]} ${SHARED[why](listed(accounts.map(harmless)))}.`,
    remedy:
      why === 'differs'
        ? 'Give the accounts a folder of their own for what differs.'
        : 'Pull all accounts that share it at once.',
  }),
  'pull-invalid': ({ name, problem }) => ({
    message: `${shown(name)} changed on the service; not written, since the file would not be valid: ${problemText(problem)}`,
  }),
  'pull-left': ({ name, why }) => ({
    message: `${shown(name)} changed on the service; not written, since ${LEFT[why]}.`,
    remedy:
      why === 'too-big'
        ? 'Move rules of this file into another one, and pull again.'
        : 'Change it by hand: `inboxctl plan` shows the difference.',
  }),
  'pull-guard': ({ removed, declared, limit, setting, all }) => ({
    message: all
      ? `Refused: --prune would remove all ${count(declared, 'declared rule')}, since none is on the service: is this the right key?`
      : `Refused: --prune would remove ${grouped(removed)} of ${count(declared, 'declared rule')}; at most ${grouped(limit)} may be (maxDeletes: ${setting}).`,
    remedy: 'Nothing was written. If this is meant, look at it with --dry-run, then allow it with --force.',
  }),
  'pull-texts-left': ({ files }) => ({
    message: `No rule refers any longer to ${listed(files.map(harmless))}; left, since --prune removes texts in prompts folders only.`,
  }),
  'pull-uncommitted': ({ files }) => ({
    message: `Refused: ${count(files.length, 'file')} to be written ${files.length === 1 ? 'has' : 'have'} changes that git does not have: ${listed(files.map(harmless))}.`,
    remedy: 'Commit them first, or overwrite them with --force. Nothing was written.',
  }),
  'pull-git-missing': ({ files }) => ({
    message: `Refused: git was not found, so nobody knows whether it has the ${count(files.length, 'file')} to be written over: ${listed(files.map(harmless))}.`,
    remedy: 'Install git or put it on the PATH, or write over them with --force. Nothing was written.',
  }),
  'pull-interrupted': ({ written, left }) => ({
    message: `Stopped: ${count(written, 'file')} written, ${grouped(left)} left.`,
    remedy: 'Run `inboxctl pull` again for the rest.',
  }),
};
