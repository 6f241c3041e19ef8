/** Texts to be copied into a YAML file. */
import { escapeControl } from './escape-control.ts';

/** A text in double quotes as YAML reads it, in which every character that could do or hide something is escaped. */
export function yamlText(text: string): string {
  return fixedEscapes(JSON.stringify(text));
}

/** Takes a text with escapes of its own; gives it with whatever else has to be escaped as YAML and shells write it. */
export function fixedEscapes(text: string): string {
  // First an escape of ours, then any escape that the quotes needed.
  return escapeControl(text).replace(/\\u\{([0-9a-f]+)\}|\\./g, (found, hex: string | undefined) => {
    if (hex === undefined) return found;
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}
