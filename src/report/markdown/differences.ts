/** What is not as declared at the end of an apply, and the lines that settle it, to be copied. */

import type { ApplyDocument } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { quoted } from '../lines.ts';
import { fenced, inCode, prose, ruleInCode } from './escape.ts';
import type { Section } from './fit.ts';

type Difference = ApplyDocument['differences'][number];

/** In characters: of a long text it is enough to see which it is. */
const LONGEST_VALUE = 200;
/** Rules whose lines for inboxctl.yaml are written out. */
const MOST_SETTLED = 20;

/** Takes the differences; gives a list for each way to settle them. */
export function differenceBlocks(differences: readonly Difference[]): Section[] {
  return [...groupBy(differences, ({ remedy }) => remedy.split('\n', 1)[0] ?? '')].map(([how, alike]) => ({
    frame: (items) => [`**Not as declared:**`, items, prose(how), ...settling(alike)].join('\n\n'),
    items: alike.map((difference) => () => item(difference)),
  }));
}

function item({ account, rule, path, declared, live }: Difference): string {
  const name = ruleInCode({ account, name: rule });
  if (path === '') return `- ${name}`;
  return `- ${inCode(path)} of ${name}: declared ${value(declared)}, live ${value(live)}`;
}

function value(one: Difference['declared']): string {
  const text = typeof one === 'string' && one.length > LONGEST_VALUE ? `${one.slice(0, LONGEST_VALUE)}…` : one;
  return inCode(quoted(text));
}

/** The lines that follow the advice, the keys that they share once. */
function settling(alike: readonly Difference[]): string[] {
  const entries = new Set<string>();
  for (const { remedy } of alike.slice(0, MOST_SETTLED)) {
    const [, key, ...lines] = remedy.split('\n');
    if (key !== undefined) entries.add([key, ...lines].join('\n'));
  }
  if (entries.size === 0) return [];
  const [first = ''] = entries;
  const [key = ''] = first.split('\n', 1);
  const below = [...entries].flatMap((entry) => entry.split('\n').slice(1));
  return [fenced([key, ...below].join('\n'), 'yaml')];
}
