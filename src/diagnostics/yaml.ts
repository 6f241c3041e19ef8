/** What can be wrong with rule files as YAML. */
import { escapeControl } from './escape-control.ts';
import { maskedUrls } from './masked-urls.ts';
import type { Message, Messages } from './message.ts';
import type { ValueKind } from './quoting.ts';
import { cut, KIND, shown } from './quoting.ts';

/** What kind of mistake the YAML parser met; `other` is told in the parser's own words. */
export type SyntaxMistake =
  | 'open-quote'
  | 'open-bracket'
  | 'key-without-colon'
  | 'key-over-lines'
  | 'key-too-long'
  | 'tab'
  | 'indentation'
  | 'nested-mapping'
  | 'list-on-key-line'
  | 'escape'
  | 'reserved-start'
  | 'block-in-brackets'
  | 'missing-comma'
  | 'anchor'
  | 'trailing-text'
  | 'other';

export interface YamlProblems {
  /** `parserCode` and `parserMessage` are the YAML library's own. */
  'yaml-syntax': { mistake: SyntaxMistake; parserCode: string; parserMessage: string; written: string };
  'yaml-tag': { tag: string };
  'yaml-directive': { directive: string };
  'yaml-alias-unknown': { alias: string };
  'yaml-alias-cycle': { alias: string };
  'yaml-merge-not-mapping': { found: ValueKind };
  'yaml-too-large': { nodes: number; characters: number };
  'yaml-too-deep': { limit: number };
  'yaml-duplicate-key': { key: string };
  'yaml-key-not-text': { written: string; kind: ValueKind };
}

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
    message: `This is not valid YAML: ${escapeControl(parserMessage)}.`,
    remedy: 'Quotes around a text often help.',
  }),
};

export const yamlProblems: Messages<YamlProblems> = {
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
