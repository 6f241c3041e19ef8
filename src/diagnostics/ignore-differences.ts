/** The lines for inboxctl.yaml that settle what the service stores in its own way, to be copied as they are. */

import { groupBy } from '../model/group-by.ts';
import { escapeControl } from './escape-control.ts';

/** A field that is not to count; `path` leads from the rule to it, as in actions/0/fields/label. */
interface IgnoredField {
  rule: string;
  path: string;
}

/** With more rules than these, one entry is for all rules. */
const MOST_RULES = 3;

/**
 * Takes the fields, gives the lines of `ignoreDifferences` for them: as exact as they are, but a place among actions
 * becomes `*` where a rule has it at several, and the rule where the same field is meant in many.
 */
export function ignoreDifferences(fields: readonly IgnoredField[]): string[] {
  const fieldsOf = new Map<string, Set<string>>();
  for (const [general, places] of groupBy(fields, ({ path }) => withAnyPlace(path))) {
    const ofRules = groupBy(places, ({ rule }) => rule);
    for (const [rule, own] of ofRules.size > MOST_RULES ? [['*', places] as const] : ofRules) {
      const paths = new Set(own.map(({ path }) => path));
      const [only] = paths;
      const path = rule !== '*' && paths.size === 1 && only !== undefined ? only : general;
      fieldsOf.set(rule, (fieldsOf.get(rule) ?? new Set()).add(path));
    }
  }
  const entries = [...fieldsOf].flatMap(([rule, paths]) => [
    `  - rule: ${yamlText(rule)}`,
    `    fields: [${[...paths].map(yamlText).join(', ')}]`,
  ]);
  return entries.length === 0 ? [] : ['ignoreDifferences:', ...entries];
}

// As a line comment, since the result holds the end of the other kind: actions/2/fields/label is actions/*/fields/label.
export function withAnyPlace(path: string): string {
  return path.replace(/^actions\/\d+/, 'actions/*');
}

/** A text in double quotes as YAML reads it, in which every character that could do or hide something is escaped. */
function yamlText(text: string): string {
  // First an escape of ours, then any escape that the quotes needed.
  return escapeControl(JSON.stringify(text)).replace(/\\u\{([0-9a-f]+)\}|\\./g, (found, hex: string | undefined) => {
    if (hex === undefined) return found;
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}
