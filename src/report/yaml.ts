import { stringify } from 'yaml';
import { escapeUnseen } from '../diagnostics/unseen.ts';
import { yamlEscape } from '../diagnostics/yaml-text.ts';

/** Takes a document as JSON; gives it as YAML. Texts stand in double quotes, where an escape is an escape. */
export function yamlOf(json: string): string {
  const text = stringify(JSON.parse(json), {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  const seen = escapeUnseen(text, (character) => (character === '\n' ? '\n' : yamlEscape(character)));
  // On a GitHub runner `##[` begins a command wherever it stands in a line.
  return seen.replaceAll('##[', '\\x23#[');
}
