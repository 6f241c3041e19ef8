/** Problems with the project file and with account files. */
import { joined, list, ours, say, short, shortQuoted, type Topic, theirs, typed } from './message.ts';
import { expected } from './schemas.ts';

/** A settings file: inboxctl.yaml, or the file of one account. */
export type SettingsFile = 'project' | 'account';

/** All files that are read like settings files. Includes the seed of a sandbox. */
export type MappingFile = SettingsFile | 'seed';

const FILES = {
  project: { name: 'The project file', begins: 'It begins with a key, such as `version: 1`.' },
  account: { name: 'The file of an account', begins: 'It begins with a key, such as `apiKey:`, or is empty.' },
  seed: { name: 'The seed', begins: 'Write `{ "rules": [ … ] }`. Its format: inboxctl schema sandbox' },
} as const satisfies Record<MappingFile, object>;

const ELSEWHERE = {
  above: ([folder = '']: readonly string[]) => ({
    message: say`This is a folder of rules, not the project itself.`,
    remedy: say`Go to the project:\ncd ${typed(folder)}`,
  }),
  below: ([file = '']: readonly string[]) => ({
    message: say`${theirs(file)} is not read: the project file is called inboxctl.yaml, here or above.`,
    remedy: say`${file.endsWith('/inboxctl.yaml') ? say`To run there, write -C ${typed(file.replace(/\/[^/]*$/, ''))}. If its rules are here, move` : 'Move'} it here (its paths start at its folder)${file.startsWith('.') ? '.' : say`, or name it: --config ${typed(file)}`}`,
  }),
  rules: (files: readonly string[]) => ({
    message: say`${list(files)} ${files.length === 1 ? 'declares' : 'declare'} rules, but not in a folder of rules, so they do not count.`,
    remedy: say`Move the ${files.length === 1 ? 'file' : 'files'} there:\nmkdir -p rules\nmv ${joined(files.slice(0, 10).map(typed), ' ')} rules/`,
  }),
};

export const projectProblems = {
  'project-missing': ({ folder, meant }: { folder: string; meant: string | null }) => ({
    message: say`There is no inboxctl project in ${theirs(folder)}: no inboxctl.yaml here or above, and no folder called rules.`,
    remedy: say`${meant === null ? [] : say`Did you mean ${shortQuoted(meant)}? Rename it to rules.\n`}To start one here, run: inboxctl init\nTo try inboxctl without an inbox, run: inboxctl sandbox`,
  }),
  'project-elsewhere': ({ what, at }: { what: keyof typeof ELSEWHERE; at: readonly string[] }) => ELSEWHERE[what](at),
  'project-file-linked': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is a link, or is reached through one; links are not followed.`,
    remedy: say`Put the file itself there.`,
  }),
  'project-file-misnamed': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is not read: a project file is called inboxctl.yaml. Without it, its guards and its policy would not count.`,
    remedy: say`Rename it to inboxctl.yaml, with its settings as YAML, or remove it.`,
  }),
  /** The file is above the working directory, and it or its folder belongs to neither the user nor root. */
  'project-file-of-another': ({ file }: { file: string }) => ({
    message: say`${theirs(file)}, or the folder it is in, belongs to another user, who could choose where API keys go and what is deleted.`,
    remedy: say`If you trust it, name it: --config ${theirs(file)}. Otherwise create a project of your own here.`,
  }),
  'project-above': ({ file }: { file: string }) => ({
    message: say`There is a project above this folder already: ${theirs(file)}.`,
    remedy: say`This is another one, with rules of its own. If it is not wanted, remove its inboxctl.yaml.`,
  }),
  'project-several-documents': ({ of }: { of: MappingFile }) => ({
    message: say`${FILES[of].name} holds more than one document.`,
    remedy:
      of === 'account'
        ? say`Each account has a file of its own: move what follows the line \`---\` into another.`
        : say`Remove the line \`---\` and what follows it.`,
  }),
  'project-not-mapping': ({ of }: { of: MappingFile }) => ({
    message: say`${FILES[of].name} must be a mapping.`,
    remedy: [FILES[of].begins],
  }),
  'project-version': ({ version, knows }: { version: number; knows: number }) => ({
    message: say`This file was made for a newer inboxctl: it has \`version: ${version}\`, and this one knows version ${knows}.`,
    remedy: say`Install a newer inboxctl. If none is meant, write \`version: ${knows}\`.`,
  }),
  /** `meant` is null if no glob can express it. */
  'project-not-glob': (args: { setting: string; written: string; meant: string | null }) => ({
    message: say`Invalid entry in \`${ours(args.setting)}\`: \`${short(args.written)}\` fits nothing. In a glob, \`*\` is any run of characters, and nothing else is special.`,
    remedy: args.meant === null ? expected(args.setting) : say`Write ${shortQuoted(args.meant)}.`,
  }),
} satisfies Topic;
