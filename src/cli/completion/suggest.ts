/** Answers the scripts that `inboxctl completion` prints: what may come at the cursor. */
import { bash, fish, type ShellCompletion, zsh } from '@optique/core/completion';
import { COMMANDS } from '../commands.ts';
import type { Io } from '../io.ts';
import { fitting, suggestions, type Word, wordsFor } from './suggestions.ts';

const WRITERS: Record<string, ShellCompletion> = { bash, zsh, fish };

type Encoded = Parameters<ShellCompletion['encodeSuggestions']>[0][number];

/**
 * What the script of a shell reads; empty for an unknown shell. `words` are all words after `inboxctl` up to the cursor: the
 * last one is the beginning of the word there.
 */
export async function suggest(io: Io, shell: string, words: readonly string[]): Promise<string> {
  const word = words.at(-1) ?? '';
  // bash hands a word on as it is typed, and keeps the quote that it begins with.
  const typed = shell === 'bash' ? word.replace(/^["']/, '').replaceAll(/\\(.)/g, '$1') : word;
  const found = await encoded(io, words.slice(0, -1), typed);
  const records = [...(WRITERS[shell]?.encodeSuggestions(found) ?? [])];
  // The script for zsh reads a record a line, and its records end without one; the others pass over empty lines.
  return records.map((record) => `${record}\n`).join('');
}

async function encoded(io: Io, before: readonly string[], typed: string): Promise<Encoded[]> {
  const found = suggestions(before, typed, COMMANDS);
  if ('path' in found) {
    const { path: type, prefix } = found;
    return [{ kind: 'file', type, ...(prefix === '' ? {} : { pattern: typed, prefix }) }];
  }
  if ('words' in found) return found.words.map(literal);
  // Reading a project takes as long as starting the program does: only here.
  const { namesIn } = await import('./names.ts');
  return fitting(wordsFor(namesIn(io, found.named, found.at), found.prefix), typed).words.map(literal);
}

function literal({ text, description }: Word): Encoded {
  const described = description === '' ? {} : { description: [{ type: 'text', text: description }] as const };
  return { kind: 'literal', text, ...described };
}
