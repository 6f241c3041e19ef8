/** What differs from the declared rules after an apply, with lines to copy that resolve it. */

import { grouped } from '../../diagnostics/counts.ts';
import { advice, settling } from '../../diagnostics/differences.ts';
import { cut, ours } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleName } from '../document.ts';
import { quoteBeside } from '../lines.ts';
import { inlineMarkdown } from '../print/inline-markdown.ts';
import { fenced, inCode } from './escape.ts';

/** In characters. The start of a long text is enough to recognize it. */
const LONGEST_VALUE = 200;
/** Maximum number of rules whose lines for inboxctl.yaml are written out. */
const MOST_SETTLED = 20;
const MOST_LISTED = 100;

/** Returns a list for each way to resolve differences. */
export function differenceBlocks(differences: readonly Difference[]): string[] {
  const ways = groupBy(differences, advice);
  return [...ways].map(([how, alike]) => {
    const lines = settling({ kind: alike[0].kind, at: alike.slice(0, MOST_SETTLED) });
    const copied = lines.length === 0 ? [] : [fenced(lines.join('\n'), 'yaml')];
    const more = alike.length > MOST_LISTED ? [`- and ${grouped(alike.length - MOST_LISTED)} more`] : [];
    const items = [...alike.slice(0, MOST_LISTED).map(item), ...more].join('\n');
    return ['**Not as declared:**', items, inlineMarkdown(ours(how)), ...copied].join('\n\n');
  });
}

function item({ account, rule, path, declared, live }: Difference): string {
  const name = inlineMarkdown(ruleName({ account, name: rule }));
  if (path === '') return `- ${name}`;
  return `- ${inCode(path)} of ${name}: declared ${value(declared, live)}, live ${value(live, declared)}`;
}

function value(one: Difference['declared'], other: Difference['declared']): string {
  return inCode(quoteBeside(cutIfText(one), cutIfText(other)));
}

function cutIfText(value: Difference['declared']): Difference['declared'] {
  return typeof value === 'string' ? cut(value, LONGEST_VALUE) : value;
}
