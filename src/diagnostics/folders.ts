/** What can be wrong with folders and files of rules, before anything in them is read. */
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import { shown } from './quoting.ts';

type None = Record<never, never>;

export interface FolderProblems {
  'rules-root-missing': { root: string };
  'rules-root-outside': { root: string };
  'rules-root-hidden': { root: string };
  'rules-root-linked': { root: string; link: string };
  'rules-root-not-yaml': { root: string };
  'path-linked': { kind: 'file' | 'folder' };
  'path-unreadable': { kind: 'file' | 'folder'; reason: string };
  /** It is in a rules folder, and its extension is not that of a rule file. */
  'file-not-read': None;
  'file-not-regular': None;
  /** `limit` is in bytes. */
  'file-too-big': { limit: number };
  'file-not-utf8': None;
}

const REASONS: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOENT: 'it is not there',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
};

export const folderProblems: Messages<FolderProblems> = {
  'rules-root-missing': ({ root }) => ({
    message: `There is no rules folder ${shown(root)}.`,
    remedy: 'Make it, or set `rules:` in inboxctl.yaml to where the rules are.',
  }),
  'rules-root-outside': ({ root }) => ({
    message: `The rules folder ${shown(root)} is outside the project.`,
    remedy: 'Move it into the project: only files that are reviewed together with it are read.',
  }),
  'rules-root-hidden': ({ root }) => ({
    message: `The rules folder ${shown(root)} is hidden, or inside a hidden folder.`,
    remedy: 'Move it to a folder whose name does not begin with a dot.',
  }),
  'rules-root-linked': ({ root, link }) => ({
    message:
      root === link
        ? `The rules folder ${shown(root)} is a link. Links are not followed.`
        : `The rules folder ${shown(root)} is reached through a link, ${shown(link)}. Links are not followed.`,
    remedy: 'Name the folder that it leads to, if that is in the project, or put the files here.',
  }),
  'rules-root-not-yaml': ({ root }) => ({
    message: `${shown(root)} is no folder and no rule file.`,
    remedy: 'Name a folder, or a file that ends in .yaml or .yml.',
  }),
  'path-linked': ({ kind }) => ({
    message: `This ${kind} is a link. Links are not followed.`,
    remedy: `Put the ${kind} itself here, or add the place that it leads to under \`rules:\` in inboxctl.yaml.`,
  }),
  'path-unreadable': ({ kind, reason }) => ({
    message: `This ${kind} cannot be read: ${REASONS[reason] ?? escapeControl(reason)}.`,
  }),
  'file-not-read': () => ({
    message: 'This file is not read: the name of a rule file ends in .yaml or .yml.',
    remedy:
      'Rename it if it declares rules: live rules that no file declares may be deleted. If not, move it elsewhere, or let its name begin with a dot.',
  }),
  'file-not-regular': () => ({
    message: 'This is not a regular file but a pipe, a socket or a device.',
    remedy: 'Remove it from the rules folder.',
  }),
  'file-too-big': ({ limit }) => ({
    message: `This file is larger than ${limit / 1024 / 1024} MiB.`,
    remedy: 'Split it into several files; all files in the rules folder are read.',
  }),
  'file-not-utf8': () => ({
    message: 'This file is not UTF-8 text.',
    remedy: 'Save it with the encoding UTF-8. The first character that cannot be read is here.',
  }),
};
