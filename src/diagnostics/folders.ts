/** Problems with folders and files of rules, found before reading their content. */
import { globbedFolder } from '../model/glob.ts';
import { count } from './counts.ts';
import { type Parts, say, shortQuoted, type Topic, typed } from './message.ts';
import { allowing, because } from './reasons.ts';

/** Says what to write instead of a glob; null if the name is not a glob. */
export function notGlobs(root: string): Parts | null {
  const folder = globbedFolder(root);
  return folder === null
    ? null
    : say`These are folders and files, not globs. Write ${shortQuoted(folder)}: every file below it is read.`;
}

/** Why a folder from the settings is not searched, and what to do. */
export const UNUSABLE_FOLDER = {
  outside: {
    is: 'is outside the project',
    remedy: 'Move it into the project: only files that are reviewed together with it are read.',
  },
  hidden: {
    is: 'is hidden, or inside a hidden folder',
    remedy: 'Move it to a folder whose name does not begin with a dot.',
  },
  linked: {
    is: 'is a link, or is reached through one. Links are not followed',
    remedy: 'Name the folder that it leads to, if that is in the project, or put the files here.',
  },
} as const;

const unusable = (problem: keyof typeof UNUSABLE_FOLDER) => (args: { root: string }) => ({
  message: say`The rules folder ${shortQuoted(args.root)} ${UNUSABLE_FOLDER[problem].is}.`,
  remedy: [UNUSABLE_FOLDER[problem].remedy],
});

export const folderProblems = {
  'rules-root-missing': ({ root, meant }: { root: string; meant?: string }) => ({
    message: say`There is no rules folder ${shortQuoted(root)}.`,
    remedy:
      notGlobs(root) ??
      say`${meant === undefined ? [] : say`Did you mean ${shortQuoted(meant)}? `}Git keeps no empty folders: create it with a file .gitkeep, or set \`rules:\` in the settings to the folder that has the rules.`,
  }),
  'rules-root-outside': unusable('outside'),
  'rules-root-hidden': unusable('hidden'),
  'rules-root-linked': unusable('linked'),
  'rules-root-not-yaml': ({ root }: { root: string }) => ({
    message: say`${shortQuoted(root)} is neither a folder nor a rule file.`,
    remedy: say`Name a folder, or a file that ends in .yaml or .yml.`,
  }),
  'path-linked': ({ kind, of = 'rules' }: { kind: 'file' | 'folder'; of?: 'rules' | 'tests' }) => ({
    message: say`This ${kind} is a link. Links are not followed.`,
    remedy: say`Put the ${kind} itself here, or add the place that it leads to under \`${of}:\` in inboxctl.yaml.`,
  }),
  'path-unreadable': ({ kind, reason, path }: { kind: 'file' | 'folder'; reason: string; path: string }) => ({
    message: say`This ${kind} cannot be read: ${because(reason)}.`,
    ...allowing(reason, path, 'r'),
  }),
  /** The file is in a folder of rules or tests, but has another extension. Several are said at once. */
  'file-not-read': ({ of }: { of?: 'tests' }) => ({
    message: say`Not read: the name of a ${of === 'tests' ? 'tests file ends in .yaml or .yml, that of a sample mail in .eml' : 'rule file ends in .yaml or .yml'}.`,
    remedy:
      of === 'tests'
        ? say`Rename what is one. Move the rest elsewhere, or let its name begin with a dot.`
        : say`Rename what declares rules as YAML: live rules that no file declares may be deleted. Move the rest elsewhere, or let its name begin with a dot. For what the service's web page exported, use \`inboxctl pull\` (in a new project: \`inboxctl init\`).`,
  }),
  'file-not-regular': () => ({
    message: say`This is not a regular file but a pipe, a socket or a device.`,
    remedy: say`Remove it from this folder.`,
  }),
  'file-too-big': ({ limit }: { limit: number }) => ({
    message: say`This file is larger than ${limit / 1024 / 1024} MiB.`,
    remedy: say`Split it into several files; all files in this folder are read.`,
  }),
  /** `line` is the first line with a problem that is not shown, and `lines` counts such lines. */
  'file-more-problems': ({ most, line, lines }: { most: number; line: number; lines: number }) => ({
    message: say`This file has more than ${count(most, 'problem')}. Those from line ${line} on are not shown${lines > 0 ? `, and the last ${count(lines, 'line')} of the file not checked` : ''}.`,
    remedy: say`Fix the first ones, then run this again.`,
  }),
  'file-utf16': ({ file }: { file: string }) => ({
    message: say`This file is UTF-16 text, and inboxctl reads UTF-8.`,
    remedy: say`Save it with the encoding UTF-8. On a command line:\niconv -f UTF-16 -t UTF-8 ${typed(file)} > utf8.tmp &&\nmv utf8.tmp ${typed(file)}`,
  }),
  'file-not-utf8': () => ({
    message: say`This file is not UTF-8 text.`,
    remedy: say`Save it with the encoding UTF-8. The first character that cannot be read is here.`,
  }),
} satisfies Topic;
