import { escapeControl } from './escape-control.ts';
import { fixedEscapes } from './yaml-text.ts';

/** A word as a shell reads it back. */
export function shellWord(word: string): string {
  if (/^[\w./@:+-]+$/.test(word)) return word;
  // Characters that a terminal acts on are written as escapes, which bash and zsh read.
  if (escapeControl(word) !== word) return `$'${fixedEscapes(word.replace(/['\\]/g, '\\$&'))}'`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
