import { stringify } from 'yaml';
import { escapeUnseen } from '../diagnostics/unseen.ts';
import { yamlEscape } from '../diagnostics/yaml-text.ts';

/** Converts JSON to YAML. Texts are in double quotes, so that escapes work. */
export function yamlOf(json: string): string {
  const text = stringify(JSON.parse(json), {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  const seen = escapeUnseen(text, (character) => (character === '\n' ? '\n' : yamlEscape(character)));
  // On a GitHub runner, `##[` starts a command anywhere in a line.
  return seen.replaceAll('##[', '\\x23#[');
}
