/** Problems with references to files and variables. */
import { grouped } from './counts.ts';
import {
  type ArgsOfTopic,
  inQuotes,
  type Message,
  ours,
  say,
  short,
  shortQuoted,
  type Theirs,
  type Topic,
  theirs,
} from './message.ts';
import { proposed } from './yaml.ts';

export type KeyKind = 'API key' | 'signing key' | 'GitHub token';

const REFERRING = {
  rule: { from: 'this rule file', folder: '../prompts/', what: 'text' },
  test: { from: 'this tests file', folder: 'samples/', what: 'mail' },
} as const;

interface Unusable {
  limit: number;
  reason: string | null;
  meant?: string | undefined;
  of: (typeof REFERRING)[keyof typeof REFERRING];
}

const UNUSABLE = {
  absolute: (file, { meant, of }) => ({
    message: say`The path ${inQuotes(file)} is absolute.`,
    remedy:
      meant === undefined
        ? say`Put the file into the project, and write its path from ${of.from} on, such as ${shortQuoted(of.folder + file.theirs.replace(/^.*[\\/]/s, ''))}.`
        : say`Write ${shortQuoted(meant)}.`,
  }),
  backslash: (file, { meant }) => ({
    message: say`The path ${inQuotes(file)} has a backslash in it.`,
    remedy: say`Write ${shortQuoted(meant ?? file.theirs.replace(/\\+/g, '/'))}: \`/\` is between folders on every system.`,
  }),
  outside: (file) => ({
    message: say`${inQuotes(file)} is outside the project.`,
    remedy: say`Put the file inside the git repository, or beside inboxctl.yaml where there is none.`,
  }),
  hidden: (file, { of }) => ({
    message: say`${inQuotes(file)} is hidden, or in a hidden folder; such files are never read.`,
    remedy: say`Put the ${of.what} into a file whose path has no name that begins with a dot.`,
  }),
  linked: (file) => ({
    message: say`${inQuotes(file)} is a link, or is reached through one; links are not followed.`,
    remedy: say`Put the file itself there.`,
  }),
  missing: (file, { meant, of }) => ({
    message: say`There is no file ${inQuotes(file)}.`,
    remedy: /^[a-z][a-z\d+.-]+:\/\//i.test(file.theirs)
      ? say`Only files of the project are read: save the text of this URL as a file, and write its path.`
      : say`${meant === undefined ? [] : say`Did you mean ${shortQuoted(meant)}? `}The path is relative to ${of.from}.`,
  }),
  folder: (file) => ({ message: say`${inQuotes(file)} is a folder.`, remedy: say`Name a file.` }),
  'not-regular': (file) => ({ message: say`${inQuotes(file)} is not a regular file.`, remedy: say`Name a text file.` }),
  'too-big': (file, { limit }) => ({
    message: say`${inQuotes(file)} is larger than ${grouped(limit)} bytes.`,
    remedy: say`Is it the right file? A text of a rule may be up to 1 MiB long.`,
  }),
  empty: (file, { of }) => ({ message: say`${inQuotes(file)} is empty.`, remedy: say`Put the ${of.what} into it.` }),
  'not-utf8': (file) => ({
    message: say`${inQuotes(file)} is not a text in UTF-8.`,
    remedy: say`Is it the right file? If so, save it as UTF-8.`,
  }),
  unreadable: (file, { reason }) => ({
    message: say`${inQuotes(file)} cannot be read (${short(reason ?? '')}).`,
    remedy: say`Check its permissions.`,
  }),
} satisfies Record<string, (file: Theirs, about: Unusable) => Message>;

export type ReferenceMistake = keyof typeof UNUSABLE;

interface UnusableReference extends Omit<Unusable, 'of'> {
  file: string;
  mistake: ReferenceMistake;
  of?: keyof typeof REFERRING;
}

const MATCHERS = say`Use a text, or a list of texts: "@example.com" is a domain, \`*\` any run of characters. A matcher excludes nothing: say that in \`aiInstructions\`.`;
export const FORMS = say`Use a text, or a reference to one file (\`{ file: path }\`) or one variable (\`{ env: NAME }\`).`;

export const referenceProblems = {
  /** A mapping that is neither `{ file: … }` nor `{ env: … }`, in place of a text. `keys` are its keys. */
  'reference-shape': ({ key, keys, proposal }: { key: string; keys: readonly string[]; proposal: string | null }) => ({
    message:
      keys.length > 1
        ? say`\`${theirs(key)}\` is a mapping with ${keys.length} keys, and a reference has one.`
        : keys[0] === 'file' || keys[0] === 'env'
          ? say`\`${theirs(key)}\`: the value of \`${ours(keys[0])}:\` is not a text.`
          : say`\`${theirs(key)}\` is a mapping, and ${shortQuoted(keys[0] ?? '')} is not a kind of reference.`,
    remedy: proposed(proposal) ?? (key.startsWith('static') ? MATCHERS : FORMS),
  }),
  /** `limit` is in bytes. `reason` is a system error code, such as EACCES. */
  'reference-unusable': ({ file, mistake, of = 'rule', ...about }: UnusableReference) =>
    UNUSABLE[mistake](short(file), { ...about, of: REFERRING[of] }),
  'variable-name': (args: {
    name: string;
    problem: 'shape' | 'reserved';
    prefix: string | null;
    proposal: string | null;
  }) =>
    args.problem === 'shape'
      ? {
          message: say`The value of \`env:\` is not a valid name of a variable.`,
          remedy:
            proposed(args.proposal) ??
            say`A name has letters, digits and \`_\`, and does not begin with a digit. The secret itself must not be in a file.`,
        }
      : {
          message: say`The variable ${short(args.name)} may not be used in a rule: names that begin with ${ours(args.prefix ?? '')} belong to inboxctl and to the runner.`,
          remedy: say`Put the value into a variable of another name.`,
        },
  'variable-unset': ({ name, empty }: { name: string; empty: boolean }) => ({
    message: say`The variable ${short(name)} is ${empty ? 'empty' : 'not set'}.`,
    remedy: say`Set it before the plan; in a workflow, below \`env:\`.\nexport ${theirs(name)}=…`,
  }),
  'variable-quoted': ({ name }: { name: string }) => ({
    message: say`The value of the variable ${short(name)} is in quotes, which are part of it.`,
    remedy: say`Set the variable without them.`,
  }),
  /** Too short to hide wherever it occurs. `least` is in characters. */
  'variable-too-short': ({ name, least }: { name: string; least: number }) => ({
    message: say`The value of the variable ${short(name)} is shorter than ${least} characters, so it cannot be hidden where it occurs.`,
    remedy: say`If it is not a secret, write it into the rule as a text.`,
  }),
  'reference-holds-key': ({ kind, name, of }: { kind: 'file' | 'env'; name: string; of: KeyKind }) => ({
    message: say`The ${kind === 'env' ? 'variable' : 'file'} ${shortQuoted(name)} holds the ${of}, which no rule may contain.`,
    remedy: say`Is it the right one? A rule is sent to the service, and may send its texts to anyone.`,
  }),
} satisfies Topic;

export type ReferenceProblems = ArgsOfTopic<typeof referenceProblems>;
