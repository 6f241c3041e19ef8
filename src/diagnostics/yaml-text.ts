/** Text to copy into a YAML file, or into a shell. */
import { escapeControl } from './escape-control.ts';

/** Escapes a character for double quotes in YAML. */
export function yamlEscape(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  if (short.startsWith('\\')) return short;
  const number = (character.codePointAt(0) ?? 0).toString(16);
  return number.length > 4 ? `\\U${number.padStart(8, '0')}` : `\\u${number.padStart(4, '0')}`;
}

/** Puts a text in double quotes for YAML. Escapes every character that could have an effect or hide something. */
export function yamlText(text: string): string {
  return fixedEscapes(JSON.stringify(text));
}

/** Escapes the rest of a text that already contains escapes, in a form that YAML and shells understand. */
export function fixedEscapes(text: string): string {
  // Matches our own escapes first, then any escape that the quotes needed.
  return escapeControl(text).replace(/\\u\{([0-9a-f]+)\}|\\./g, (found, hex: string | undefined) => {
    return hex === undefined ? found : yamlEscape(String.fromCodePoint(Number.parseInt(hex, 16)));
  });
}

/** Writes a value on one line, with braces and brackets. */
export function flowText(value: unknown): string {
  if (typeof value === 'string') return /^(?!(true|false|null)$)[a-z][\w./-]*$/i.test(value) ? value : yamlText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  const entries = Object.entries(value).map(([key, inner]) => `${flowText(key)}: ${flowText(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Quotes a word for a shell. */
export function shellWord(word: string): string {
  if (/^[\w./@:+-]+$/.test(word)) return word;
  // Characters that affect a terminal become escapes, which bash and zsh understand.
  if (escapeControl(word) !== word) return `$'${fixedEscapes(word.replace(/['\\]/g, '\\$&'))}'`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
