/** The English of references to files and variables. */
import { grouped } from './counts.ts';
import type { Message, Messages } from './message.ts';
import { cut, shown } from './quoting.ts';

/** The secrets that inboxctl itself works with. */
export type KeyKind = 'API key' | 'signing key' | 'GitHub token';

/** Why the file of a reference is not read. */
export type ReferenceMistake =
  | 'absolute'
  | 'backslash'
  | 'outside'
  | 'hidden'
  | 'linked'
  | 'missing'
  | 'folder'
  | 'not-regular'
  | 'too-big'
  | 'not-utf8'
  | 'unreadable';

export interface ReferenceProblems {
  /** A mapping where a text belongs that is neither `{ file: … }` nor `{ env: … }`; `keys` are those it has. */
  'reference-shape': { key: string; keys: readonly string[]; proposal: 'file' | 'env' | null };
  /** `limit` is in bytes; `reason` is a code of the system, such as EACCES. */
  'reference-unusable': { file: string; mistake: ReferenceMistake; limit: number; reason: string | null };
  'variable-name': { name: string; problem: 'shape' | 'reserved'; prefix: string | null };
  'variable-unset': { name: string; empty: boolean };
  /** Shorter than can be hidden wherever it occurs. `least` is in characters. */
  'variable-too-short': { name: string; least: number };
  /** `name` is the file or the variable. */
  'reference-holds-key': { kind: 'file' | 'env'; name: string; of: KeyKind };
}

const FORMS = 'Write a text, { file: path } or { env: NAME }.';

const UNUSABLE: Record<ReferenceMistake, (file: string, limit: number, reason: string | null) => Message> = {
  absolute: (file) => ({
    message: `The path ${file} is absolute.`,
    remedy: 'Write it relative to this rule file, such as ../prompts/newsletters.md.',
  }),
  backslash: (file) => ({
    message: `The path ${file} has a backslash in it.`,
    remedy: 'Write `/` between folders; it works on every system.',
  }),
  outside: (file) => ({
    message: `${file} lies outside the project.`,
    remedy: 'Put the file inside the git repository, or beside inboxctl.yaml where there is none.',
  }),
  hidden: (file) => ({
    message: `${file} is hidden, or in a hidden folder; such files are never read.`,
    remedy: 'Put the text into a file whose path has no name that begins with a dot.',
  }),
  linked: (file) => ({
    message: `${file} is a link, or is reached through one; links are not followed.`,
    remedy: 'Put the file itself there.',
  }),
  missing: (file) => ({
    message: `There is no file ${file}.`,
    remedy: 'The path is relative to this rule file.',
  }),
  folder: (file) => ({ message: `${file} is a folder.`, remedy: 'Name a file.' }),
  'not-regular': (file) => ({
    message: `${file} is not a regular file.`,
    remedy: 'It must be a text file.',
  }),
  'too-big': (file, limit) => ({
    message: `${file} is larger than ${grouped(limit)} bytes.`,
    remedy: 'Is it the right file? A text of a rule may be up to 1 MiB long.',
  }),
  'not-utf8': (file) => ({
    message: `${file} is not a text in UTF-8.`,
    remedy: 'Is it the right file? If so, save it as UTF-8.',
  }),
  unreadable: (file, _, reason) => ({
    message: `${file} cannot be read (${cut(reason ?? '')}).`,
    remedy: 'Check its permissions.',
  }),
};

const VARIABLE: Record<ReferenceProblems['variable-name']['problem'], (name: string, prefix: string) => Message> = {
  shape: () => ({
    message: 'Behind `env:` stands what cannot be the name of a variable.',
    remedy: 'A name has letters, digits and `_`, and does not begin with a digit. The value itself stands in no file.',
  }),
  reserved: (name, prefix) => ({
    message: `The variable ${name} may not be used in a rule: names that begin with ${prefix} belong to inboxctl and to the runner.`,
    remedy: 'Put the value into a variable of another name.',
  }),
};

export const referenceProblems: Messages<ReferenceProblems> = {
  'reference-shape': ({ key, keys, proposal }) => ({
    message:
      keys.length === 1 && keys[0] === proposal
        ? `\`${key}\`: what stands behind \`${proposal}:\` is not a text.`
        : keys.length === 1
          ? `\`${key}\` is a mapping with the key ${shown(keys[0] ?? '')}, which is no reference.`
          : `\`${key}\` is a mapping, which is no reference.`,
    remedy: proposal === null || proposal === keys[0] ? FORMS : `Did you mean { ${proposal}: … }? ${FORMS}`,
  }),
  'reference-unusable': ({ file, mistake, limit, reason }) => UNUSABLE[mistake](shown(file), limit, reason),
  'variable-name': ({ name, problem, prefix }) => VARIABLE[problem](cut(name), prefix ?? ''),
  'variable-unset': ({ name, empty }) => ({
    message: `The variable ${cut(name)} is ${empty ? 'empty' : 'not set'}.`,
    remedy: 'Set it before the plan; in a workflow, below `env:`.',
  }),
  'variable-too-short': ({ name, least }) => ({
    message: `The value of the variable ${cut(name)} is shorter than ${least} characters, so it cannot be hidden where it occurs.`,
    remedy: 'If it is no secret, write it into the rule as a text.',
  }),
  'reference-holds-key': ({ kind, name, of }) => ({
    message: `The ${kind === 'env' ? 'variable' : 'file'} ${shown(name)} holds the ${of}, which may not stand in a rule.`,
    remedy: 'Is it the right one? A rule is sent to the service, and may send its texts to anyone.',
  }),
};
