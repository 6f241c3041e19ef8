/** Advises what to do if the service stores something differently than it was sent. */
import type { Difference } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import { yamlText } from './yaml-text.ts';

type Differing = Pick<Difference, 'kind' | 'path' | 'rule' | 'live'>;

/** Says how to resolve a difference. Lines for inboxctl.yaml may have to follow. */
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

/** Returns lines for inboxctl.yaml that make differences of one kind ignored. Empty if no setting helps. */
export function settling({ kind, at }: { kind: Difference['kind']; at: readonly IgnoredField[] }) {
  if (kind === 'order') return ['actionOrder: any'];
  return kind === 'field' ? ignoreDifferences(at.filter(({ path }) => path !== 'name')) : [];
}

/** Returns the full advice for one difference as a single text. */
export function remedyOf(difference: Differing): string {
  return [advice(difference), ...settling({ kind: difference.kind, at: [difference] })].join('\n');
}

type IgnoredField = Pick<Differing, 'rule' | 'path'>;

const MOST_RULES = 3;

/** Exact lines, but an index becomes `*` if a rule has the field in several actions, and a rule if many have it. */
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

// A line comment, because an example would end a block comment: actions/2/fields/label becomes actions/*/fields/label.
export function withAnyPlace(path: string): string {
  return path.replace(/^actions\/\d+/, 'actions/*');
}
