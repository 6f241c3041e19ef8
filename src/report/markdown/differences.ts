/** What differs from the declared rules after an apply, with lines to copy that resolve it. */
import { grouped } from '../../diagnostics/counts.ts';
import { advice, settling } from '../../diagnostics/differences.ts';
import { cut, ours } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { ruleName } from '../inline.ts';
import { quoteBeside } from '../lines.ts';
import { inlineMarkdown } from '../print/inline-markdown.ts';
import { fenced, inCode } from './escape.ts';
import { textsDiff } from './rule-diff.ts';

const LIMITS = {
  listed: 100,
  /** The rules whose lines for inboxctl.yaml are written out. */
  settled: 20,
  /** In characters. The start of a long text is enough to recognize it. */
  value: 200,
};
const NO_LIMITS = { listed: Number.POSITIVE_INFINITY, settled: Number.POSITIVE_INFINITY };

/** Returns a list for each way to resolve differences. `isPage`: without limits. */
export function differenceBlocks(differences: readonly Difference[], isPage: boolean): string[] {
  const ways = groupBy(differences, advice);
  const most = isPage ? NO_LIMITS : LIMITS;
  return [...ways].map(([how, alike]) => {
    const lines = settling({ kind: alike[0].kind, at: alike.slice(0, most.settled) });
    const copied = lines.length === 0 ? [] : [fenced(lines.join('\n'), 'yaml')];
    const more = alike.length > most.listed ? [`- and ${grouped(alike.length - most.listed)} more`] : [];
    const items = [...alike.slice(0, most.listed).map((one) => item(one, isPage)), ...more].join('\n');
    return ['**Not as declared:**', items, inlineMarkdown(ours(how)), ...copied].join('\n\n');
  });
}

function item({ account, rule, path, declared, live }: Difference, isPage: boolean): string {
  const name = inlineMarkdown(ruleName({ account, name: rule }));
  if (path === '') return `- ${name}`;
  const where = `- ${inCode(path)} of ${name}`;
  if (isPage && typeof declared === 'string' && typeof live === 'string' && declared.length > LIMITS.value) {
    const diff = fenced(textsDiff(declared, live).join('\n'), 'diff');
    return `${where}, declared (−) and live (+):\n\n${diff.replace(/^/gm, '  ')}`;
  }
  const part = (value: Difference['declared']) =>
    typeof value === 'string' && !isPage ? cut(value, LIMITS.value) : value;
  const side = (one: Difference['declared'], other: Difference['declared']) =>
    inCode(quoteBeside(part(one), part(other)));
  return `${where}: declared ${side(declared, live)}, live ${side(live, declared)}`;
}
