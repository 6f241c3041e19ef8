/** Problems with the YAML of rule files. */
import { maskedUrls } from './masked-urls.ts';
import {
  addressInQuotes,
  type Message,
  ours,
  type Parts,
  say,
  short,
  shortQuoted,
  type Topic,
  theirs,
} from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';
import { yamlText } from './yaml-text.ts';

const SYNTAX = {
  'open-quote': () => ({
    message: say`This quote is never closed.`,
    remedy: say`Close it at the end of the text. A quote inside the text is written \\" in "…", and '' in '…'.`,
  }),
  bracket: (written) => {
    const closing = { '[': ']', '{': '}' }[written];
    return closing === undefined
      ? { message: say`These brackets do not match.`, remedy: say`Put a text with brackets in quotes.` }
      : { message: say`This \`${ours(written)}\` is never closed.`, remedy: say`Close it with \`${ours(closing)}\`.` };
  },
  'key-without-colon': (written) => ({
    message: say`A key must be followed by a colon and a space.`,
    remedy:
      foreignRemedy(written) ??
      say`If this continues a text from the line above, indent it, or write the text with \`|\`.`,
  }),
  tab: () => ({
    message: say`YAML does not allow tabs for indentation.`,
    remedy: say`Use spaces, two for each level.`,
  }),
  indentation: () => ({
    message: say`The indentation of this line does not match any line above it.`,
    remedy: say`Keys of one mapping, and the dashes of one list, begin in the same column: a key of an entry below its first key, which follows the dash. If this is the rest of a text, begin that with \`|\`, and a line below it.`,
  }),
  'list-on-key-line': () => ({
    message: say`Each entry of a list has a line of its own, which begins with \`-\` and a space.`,
    remedy: say`If this is a text that begins with a dash, put it in quotes.`,
  }),
  quotes: (written) => ({
    message: /^[-?,[\]{}&*!|>%@`]/.test(written)
      ? say`A text that begins with "${short(written, (text) => text.slice(0, 1))}" must be in quotes.`
      : say`A text that holds a colon and a space must be in quotes, and a mapping in braces.`,
    remedy: QUOTES,
  }),
  reference: () => ({ message: say`A text from elsewhere is { file: path } or { env: NAME }.`, remedy: QUOTES }),
  'block-text': () => ({
    message: say`A text of several lines begins with \`|\`, and nothing after it on the line.`,
    remedy: say`Put the text below it, indented, without a line that ends it.`,
  }),
  'missing-comma': () => ({
    message: say`Between brackets, entries are separated by commas.`,
    remedy: say`Use { key: value, key: value } or [value, value].`,
  }),
  'trailing-text': (written) => ({
    message: say`This comes after the end of the value.`,
    remedy:
      foreignRemedy(written) ?? say`Put quotes around the whole text; inside single quotes, a quote is written twice.`,
  }),
  fence: () => ({
    message: say`This is a code fence of Markdown, and not YAML.`,
    remedy: say`Remove this line, and the other one of the pair.`,
  }),
  foreign: () => ({ message: say`This is not YAML, and no line begins with a key that is known.`, remedy: RULE }),
  other: (_, detail) => ({
    message: say`This is not valid YAML: ${{ ...theirs(detail), show: maskedUrls }}.`,
    remedy: say`Quotes around a text often help.`,
  }),
} satisfies Record<string, (written: string, detail: string) => Message>;

/** The mistakes that the YAML parser finds. `other` is described in the parser's own words. */
export type SyntaxMistake = keyof typeof SYNTAX;

/** What a file of another program is told. */
export const RULE = say`A rule has three keys, such as \`name: Letters\`, \`condition: { static: { from: "@example.com" } }\` and \`actions: [{ type: ARCHIVE }]\`. Move a file of another program elsewhere, or let its name begin with a dot.`;
const QUOTES = say`Put quotes around the whole text: "…". If another key begins here, begin a line with it.`;
export const COMMENT = say`If this is a comment, begin it with \`#\`. If it is part of a text, put the whole text in quotes.`;

/** Says what to write instead of a line from another language: a separator, a comment, `key = value`. */
function foreignRemedy(written: string): Parts | null {
  if (/^[-=_*]{2,}$/.test(written)) return say`Write \`---\` on a line of its own between two documents.`;
  if (isLikeComment(written)) return COMMENT;
  return null;
}

/** Whether a text looks like a comment of another language, which starts with signs that no key starts with. */
export function isLikeComment(written: string): boolean {
  return /^[^\p{L}\p{N}_\s"'`+…]/u.test(written);
}

/** What to put in the place of what is marked, unless it would not be whole. */
export function proposed(source: string | null): Parts | null {
  if (source === null) return null;
  if (source === '') return say`Remove it.`;
  return source.length > 200 || maskedUrls(source) !== source ? null : say`Write \`${theirs(source)}\`.`;
}

export const yamlProblems = {
  'merge-conflict': () => ({
    message: say`This file has merge conflict markers.`,
    remedy: say`Keep what is right, remove the lines that begin with \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`, then run \`git add\` on the file.`,
  }),
  'yaml-diff': () => ({
    message: say`The lines of this file begin with signs, as in a diff or a quoted mail.`,
    remedy: say`Remove the sign of each line. In a diff, remove lines with \`-\`, \`@@\` or \`diff\` whole.`,
  }),
  /** `detail` is in the words of the YAML library. `proposal` is what to write there; empty: nothing; null: unknown. */
  'yaml-syntax': (args: { mistake: SyntaxMistake; written: string; detail: string; proposal: string | null }) => {
    const said = SYNTAX[args.mistake](args.written, args.detail);
    return { ...said, remedy: proposed(args.proposal) ?? said.remedy };
  },
  'yaml-tag': ({ tag, proposal }: { tag: string; proposal: string | null }) => ({
    message: say`YAML tags are not allowed: ${shortQuoted(tag)}.`,
    remedy:
      proposed(proposal) ??
      say`Remove it, if a text from elsewhere is not meant: \`{ file: path }\` or \`{ env: NAME }\`. A text that begins with \`!\` must be in quotes, and so must a number that is meant as text.`,
  }),
  'yaml-directive': ({ directive }: { directive: string }) => ({
    message: say`The line ${shortQuoted(directive)} is not allowed: it changes what the file means.`,
    remedy: /^%(?:YAML|TAG)\b/.test(directive) ? say`Remove it. Rule files are YAML 1.2.` : COMMENT,
  }),
  'yaml-line-ends': () => ({
    message: say`The lines of this file end in CR alone, so YAML sees a single line.`,
    remedy: say`Save it with line ends of Unix (LF) or Windows (CRLF).`,
  }),
  /** `plain` is the YAML character that it resembles, or the key. Empty if it draws nothing. */
  'yaml-odd-character': ({ found, plain }: { found: string; plain: string }) => ({
    message:
      plain.length > 1
        ? say`${addressInQuotes(found)} only looks like \`${ours(plain)}\`: it has other letters, shown as codes.`
        : say`This is U+${ours((found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'))}, which looks like ${plain.trim() === '' ? 'a space or like nothing' : plain === '"' ? 'a quote' : say`"${ours(plain)}"`}; to YAML it is part of the text.`,
    remedy:
      plain.length > 1
        ? say`Write \`${ours(plain)}\`.`
        : plain === '"'
          ? say`Put straight quotes around the whole text: "…".`
          : say`${plain === '' ? 'Remove it' : plain === ' ' ? 'Use a plain space' : plain === ':' ? 'Put a colon and a space in its place' : say`Write "${ours(plain)}" in its place`}. If it belongs to the text, put the whole text in double quotes.`,
  }),
  /** `rest` became a comment. `key`: of the value; null in a list. */
  'yaml-brackets': ({ value }: { value: string }) => ({
    message: say`Brackets outside of quotes are a list, so \`subject\` is ${shortQuoted(value)}.`,
    remedy: say`If they belong to the text, put the whole text in quotes:\n${theirs(`subject: ${yamlText(`[${value}]`)}`)}\nIf not, write the list with an entry a line.`,
  }),
  'yaml-comment': ({ key, value, rest }: { key: string | null; value: string; rest: string }) => {
    const cut = key === null ? say`this entry` : say`\`${short(key)}\``;
    const line = `${key === null ? '-' : `${key}:`} ${yamlText(`${value}${rest}`.trim())}`;
    return {
      message: say`\`#\` after a space begins a comment, so ${cut} is ${value === '' ? 'empty' : shortQuoted(value)}.`,
      remedy: say`If it belongs to the text, put the whole text in quotes. A comment has a space after its \`#\`.${rest === '' || line.length > 200 ? [] : ['\n', { ...theirs(line), show: maskedUrls }]}`,
    };
  },
  'yaml-alias-unknown': ({ alias, meant }: { alias: string; meant: string | null }) => ({
    message: say`\`*\` uses an anchor, and no value above it in this document has the anchor "&${short(alias)}".`,
    remedy:
      meant === null
        ? say`Repeat the value here. If this is a wildcard, put it in quotes: "*${short(alias)}".`
        : say`Did you mean "*${short(meant)}"?`,
  }),
  'yaml-merge-not-mapping': ({ found }: { found: ValueKind }) => ({
    message: say`\`<<\` takes over the keys of a mapping, and this is ${KIND[found]}.`,
    remedy: say`Use \`<<: *name\`, with \`&name\` before a mapping.`,
  }),
  'yaml-too-large': () => ({
    message: say`The aliases of this file expand to more than a million values or 10 MiB.`,
    remedy: say`Use fewer aliases of aliases.`,
  }),
  'yaml-too-deep': ({ limit }: { limit: number }) => ({
    message: say`This is nested more than ${limit} levels deep.`,
    remedy: say`A rule needs five. Is a bracket left open?`,
  }),
  'yaml-duplicate-key': ({ key }: { key: string }) => ({
    message: say`Duplicate key ${shortQuoted(key)}.`,
    remedy: say`Keep one of the two, or join them. If another rule begins here, put a line \`---\` above it; if another entry of a list, begin it with a dash.`,
  }),
  'yaml-key-not-text': ({ written, kind }: { written: string; kind: ValueKind }) => ({
    message: say`A key must be a text, and this is ${KIND[kind]}.`,
    remedy:
      kind === 'mapping' || kind === 'list' ? QUOTES : say`If it is meant as a key, write ${shortQuoted(written)}:`,
  }),
} satisfies Topic;
