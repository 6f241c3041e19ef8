/** What to do where the service keeps something in another way than it was sent. */
import type { Difference } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import { yamlText } from './yaml-text.ts';

type Differing = Pick<Difference, 'kind' | 'path' | 'rule' | 'live'>;

/** How a difference can be settled, in words; where lines for inboxctl.yaml belong to it, they follow. */
export function advice({ kind, path, live }: Pick<Differing, 'kind' | 'path' | 'live'>): string {
  switch (kind) {
    case 'missing':
      return 'The rule is not there: something else removed it. Apply again.';
    case 'left-over':
      return 'The rule is there again: something else made it. The next plan shows it.';
    case 'order':
      return 'The service answers the actions in another order. If the order does not matter, write into inboxctl.yaml:';
    case 'field':
      if (path === 'name') return 'Write the name into the file as the service answers it.';
      return live === null
        ? 'The service does not keep this. To leave it at that, write into inboxctl.yaml:'
        : 'Write what the service answers into the file (`inboxctl pull`), or leave it at that, in inboxctl.yaml:';
  }
}

/** The lines for inboxctl.yaml after which differences of one kind count no more; none where no setting helps. */
export function settling({ kind, at }: { kind: Difference['kind']; at: readonly Pick<Differing, 'rule' | 'path'>[] }) {
  if (kind === 'order') return ['actionOrder: any'];
  return kind === 'field' ? ignoreDifferences(at.filter(({ path }) => path !== 'name')) : [];
}

/** All that is to be said of one difference, as one text. */
export function remedyOf(difference: Differing): string {
  return [advice(difference), ...settling({ kind: difference.kind, at: [difference] })].join('\n');
}

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
