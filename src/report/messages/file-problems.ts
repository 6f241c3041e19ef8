/** The English of what can be wrong with, or noteworthy in, rule files. */
import type { FileProblems, FolderProblems, SyntaxMistake, YamlProblems } from '../../model/file-problems.ts';
import { harmless } from '../harmless.ts';
import { maskedUrls } from '../masked-urls.ts';
import type { Message, Messages } from './message.ts';
import { policyProblems } from './policy-problems.ts';
import { cut, KIND, shown } from './quoting.ts';
import { referenceProblems } from './reference-problems.ts';
import { ruleProblems, ruleSetProblems } from './rule-problems.ts';
import { shapeProblems } from './shape-problems.ts';

const REASONS: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOENT: 'it is not there',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
};

const folderProblems: Messages<FolderProblems> = {
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
    message: `This ${kind} cannot be read: ${REASONS[reason] ?? harmless(reason)}.`,
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

const SYNTAX: Record<SyntaxMistake, (found: string, parserMessage: string) => Message> = {
  'open-quote': () => ({
    message: 'This quote is never closed.',
    remedy: "Close it at the end of the text. A quote inside the text is written \\\" in \"…\", and '' in '…'.",
  }),
  'open-bracket': () => ({
    message: 'A `[` or `{` above is not closed before this.',
    remedy: 'Close it with `]` or `}`. What stands inside must be indented further than the key before it.',
  }),
  'key-without-colon': (found) => ({
    message: 'A key must be followed by a colon and a space.',
    remedy: /^[\w-]+:\S/.test(found)
      ? `Write ${shown(found.replace(':', ': '))}.`
      : /^[\w-]+$/.test(found)
        ? `Write \`${found}:\`.`
        : 'If this goes on a text from the line above, indent it, or write the text with `|`.',
  }),
  'key-over-lines': () => ({ message: 'A key must stand on one line.' }),
  'key-too-long': () => ({
    message: 'No colon within 1,024 characters: this is too long to be a key.',
    remedy: 'If it is a text, put it in quotes.',
  }),
  tab: () => ({ message: 'YAML does not allow tabs for indentation.', remedy: 'Use spaces, two for each level.' }),
  indentation: () => ({
    message: 'This line is indented in a way that fits no line above it.',
    remedy: 'Keys of one mapping, and the dashes of one list, begin in the same column.',
  }),
  'nested-mapping': (found) => ({
    message: 'A text that holds a colon and a space must be in quotes.',
    remedy: found.includes('"') ? 'Put quotes around the whole text.' : `Write "${cut(found)}".`,
  }),
  'list-on-key-line': () => ({
    message: 'A list cannot begin on the line of its key.',
    remedy: 'Put `- ` on a line of its own below the key, or put a text that begins with a dash in quotes.',
  }),
  escape: (found) => ({
    message: `${shown(found)} is not an escape that YAML knows.`,
    remedy: 'In double quotes, write a backslash as \\\\; or use single quotes, where it is just a backslash.',
  }),
  'reserved-start': (found) => ({
    message: `A text that begins with ${shown(found.slice(0, 1))} must be in quotes.`,
    remedy: 'Put quotes around the whole text: "…".',
  }),
  'block-in-brackets': () => ({
    message: 'Between brackets, entries are separated by commas.',
    remedy: 'Write { key: value, key: value } or [value, value].',
  }),
  'missing-comma': () => ({ message: 'A comma is missing before this.', remedy: 'Write [value, value].' }),
  anchor: () => ({
    message: '`&` and `*` begin an anchor and its use, and this is neither.',
    remedy: 'A text that begins with `&` or `*` must be in quotes.',
  }),
  'trailing-text': () => ({
    message: 'This comes after the end of the value.',
    remedy: 'Put quotes around the whole text; inside single quotes, a quote is written twice.',
  }),
  other: (_, parserMessage) => ({
    message: `This is not valid YAML: ${harmless(parserMessage)}.`,
    remedy: 'Quotes around a text often help.',
  }),
};

const yamlProblems: Messages<YamlProblems> = {
  'yaml-syntax': ({ mistake, written, parserMessage }) =>
    SYNTAX[mistake](maskedUrls(written), maskedUrls(parserMessage)),
  'yaml-tag': ({ tag }) => ({
    message: `YAML tags are not allowed: ${shown(tag)}.`,
    remedy: 'Remove it. A text that begins with `!` must be in quotes, and so must a number that is meant as text.',
  }),
  'yaml-directive': ({ directive }) => ({
    message: `The line ${shown(directive)} is not allowed: it changes what the file means.`,
    remedy: 'Remove it. Rule files are YAML 1.2.',
  }),
  'yaml-alias-unknown': ({ alias }) => ({
    message: `\`*\` uses an anchor, and there is no anchor ${shown(`&${alias}`)} above it in this document.`,
    remedy: `If this is a wildcard, put it in quotes: "*${cut(alias)}".`,
  }),
  'yaml-alias-cycle': ({ alias }) => ({
    message: `${shown(`*${alias}`)} stands inside its own anchor ${shown(`&${alias}`)}, so it would never end.`,
    remedy: 'Write out what is meant here.',
  }),
  'yaml-merge-not-mapping': ({ found }) => ({
    message: `\`<<\` takes over the keys of a mapping, and this is ${KIND[found]}.`,
    remedy: 'Write `<<: *name`, where `&name` stands before a mapping.',
  }),
  'yaml-too-large': () => ({
    message: 'The aliases of this file expand to more than a million values or 10 MiB.',
    remedy: 'Use fewer aliases of aliases.',
  }),
  'yaml-too-deep': ({ limit }) => ({
    message: `This is nested more than ${limit} levels deep.`,
    remedy: 'A rule needs five. Is a bracket left open?',
  }),
  'yaml-duplicate-key': ({ key }) => ({
    message: `The key ${shown(key)} stands here a second time.`,
    remedy: 'Keep one of the two.',
  }),
  'yaml-key-not-text': ({ written, kind }) => ({
    message: `A key must be a text, and this is ${KIND[kind]}.`,
    remedy:
      kind === 'mapping' || kind === 'list'
        ? 'A text that begins with `{` or `[` must be in quotes, such as "{{a prompt}}".'
        : `If it is meant as a key, write "${cut(written)}":`,
  }),
};

export const fileProblems: Messages<FileProblems> = {
  ...folderProblems,
  ...yamlProblems,
  ...shapeProblems,
  ...referenceProblems,
  ...ruleProblems,
  ...policyProblems,
  ...ruleSetProblems,
};
