/** Texts to be copied into a YAML file. */
import { escapeControl } from './escape-control.ts';

/** A character as an escape within double quotes of YAML. */
export function yamlEscape(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  if (short.startsWith('\\')) return short;
  const number = (character.codePointAt(0) ?? 0).toString(16);
  return number.length > 4 ? `\\U${number.padStart(8, '0')}` : `\\u${number.padStart(4, '0')}`;
}

/** A text in double quotes as YAML reads it, in which every character that could do or hide something is escaped. */
export function yamlText(text: string): string {
  return fixedEscapes(JSON.stringify(text));
}

/** Takes a text with escapes of its own; gives it with whatever else has to be escaped as YAML and shells write it. */
export function fixedEscapes(text: string): string {
  // First an escape of ours, then any escape that the quotes needed.
  return escapeControl(text).replace(/\\u\{([0-9a-f]+)\}|\\./g, (found, hex: string | undefined) => {
    return hex === undefined ? found : yamlEscape(String.fromCodePoint(Number.parseInt(hex, 16)));
  });
}
