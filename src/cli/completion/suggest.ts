/** Answers the completion scripts: what may come at the cursor. */
import { COMMANDS } from '../commands.ts';
import type { Io } from '../io.ts';
import { fitting, suggestions, type Word, wordsFor } from './suggestions.ts';

/** `line`: the command line up to the cursor. `replaced`: for bash, the end of it that a suggestion replaces. */
export async function suggest(io: Io, shell: string, line = '', replaced = ''): Promise<string> {
  const { before, typed } = typedLine(line);
  const redirection = /^\d*[<>]/;
  if (redirection.test(typed) || redirection.test(before.at(-1) ?? '')) return 'file\n';
  // Skips what comes before the arguments: values of variables, and the name of the program.
  const program = before.findIndex((word) => !/^\w+=/.test(word));
  const found = await suggested(io, before.slice(program + 1), typed);
  if (typeof found === 'string') return `${found}\n`;
  // fish would take the beginning of such a name for a home folder.
  const words = found.filter(({ text }) => isSafe(text, io.env) && !(shell === 'fish' && text.startsWith('~')));
  const lines = shell === 'bash' ? replacements(words, line, replaced) : words.map(described);
  return ['words', ...lines, ''].join('\n');
}

async function suggested(io: Io, before: readonly string[], typed: string): Promise<Word[] | 'file' | 'directory'> {
  const found = suggestions(before, typed, COMMANDS);
  if ('path' in found) return found.path;
  if ('words' in found) return found.words;
  // Loaded only here, because reading a project takes as long as starting the program.
  const { namesIn } = await import('./names.ts');
  // A name that begins like an option would be taken for one.
  const names = namesIn(io, found.named, found.at).filter((name) => found.prefix !== '' || !name.startsWith('-'));
  return fitting(wordsFor(names, found.prefix), typed).words;
}

/**
 * Reports whether a shell can insert and show a text: no character may act on the line or the terminal, or be read as
 * another one. In encodings other than UTF-8, a letter and the backslash after it may be one character.
 */
function isSafe(text: string, { LC_ALL, LC_CTYPE, LANG }: Io['env']): boolean {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return false;
  return /^[ -~]*$/.test(text) || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** The replacements for the end of the line in bash. */
function replacements(words: readonly Word[], line: string, replaced: string): string[] {
  const { before, typed, quote } = typedLine(line.slice(0, line.length - replaced.length));
  if (!line.endsWith(replaced) || before.length !== typedLine(line).before.length) return [];
  return words.flatMap(({ text }) => {
    return text.startsWith(typed) ? (escapedForBash(text.slice(typed.length), quote) ?? []) : [];
  });
}

function described({ text, description }: Word): string {
  return description === '' ? text : `${text}\t${description}`;
}

export type Quote = '' | '"' | "'";

export interface TypedLine {
  /** The words before the one at the cursor. */
  before: string[];
  /** The beginning of the word at the cursor, without quotes and backslashes. Nothing is expanded. */
  typed: string;
  /** The open quote; null within an escape, or after an expansion, which may contain quotes of its own. */
  quote: Quote | null;
}

const PARTS =
  /(?<space>\s+)|\\(?<escaped>.?)|'(?<single>[^']*)'?|"(?<double>(?:\\.|[^"])*)"?|(?<expansion>\$['"({]|`)|(?<plain>.)/gsu;

/** Reads a command line up to the cursor as bash does; zsh and fish read nearly all of it alike. */
export function typedLine(line: string): TypedLine {
  const before: string[] = [];
  let typed: string | null = null;
  let quote: Quote = '';
  let isSure = true;
  for (const { 0: part, groups = {} } of line.matchAll(PARTS)) {
    const { space, escaped, single, double, expansion, plain } = groups;
    if (space !== undefined) {
      if (typed !== null) before.push(typed);
      typed = null;
      continue;
    }
    typed = (typed ?? '') + (escaped ?? single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? expansion ?? plain);
    // Only the last part can be open.
    if (part === `'${single}`) quote = "'";
    if (part === `"${double}`) quote = '"';
    const live = double?.replace(/\\./gs, '') ?? '';
    isSure &&= escaped !== '' && expansion === undefined && !/`|\$[({]|\\$/.test(live);
  }
  return { before, typed: typed ?? '', quote: isSure ? quote : null };
}

/** Escapes `text` so that bash reads it back where `quote` is open; null if that is impossible. */
export function escapedForBash(text: string, quote: Quote | null): string | null {
  if (quote === '') return text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&');
  // A quote right after the open one replaces it.
  if (quote === "'") return text.startsWith("'") ? null : text.replaceAll("'", "'\\''");
  // In double quotes bash expands `!` from its history, and keeps a backslash before it.
  return quote === null || text.includes('!') ? null : text.replace(/[$`"\\]/g, '\\$&');
}
