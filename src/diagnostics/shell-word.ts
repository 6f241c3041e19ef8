import { escapeControl } from './escape-control.ts';
import { fixedEscapes } from './yaml-text.ts';

/** Quotes a word for a shell. */
export function shellWord(word: string): string {
  if (/^[\w./@:+-]+$/.test(word)) return word;
  // Characters that affect a terminal become escapes, which bash and zsh understand.
  if (escapeControl(word) !== word) return `$'${fixedEscapes(word.replace(/['\\]/g, '\\$&'))}'`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
