/** What is not as declared at the end of an apply, and the lines that settle it, to be copied. */

import { type ShownDifference, settlings } from '../applied-view.ts';
import { quotedBeside } from '../lines.ts';
import { fenced, inCode, prose, ruleInCode } from './escape.ts';
import type { Section } from './fit.ts';

/** In characters: of a long text it is enough to see which it is. */
const LONGEST_VALUE = 200;
/** Rules whose lines for inboxctl.yaml are written out. */
const MOST_SETTLED = 20;

/** A list for each way to settle the differences. */
export function differenceBlocks(differences: readonly ShownDifference[]): Section[] {
  return settlings(differences, MOST_SETTLED).map(({ how, differences: alike, lines }) => ({
    frame: (items) => {
      const copied = lines.length === 0 ? [] : [fenced(lines.join('\n'), 'yaml')];
      return [`**Not as declared:**`, items, prose(how), ...copied].join('\n\n');
    },
    items: alike.map((difference) => () => item(difference)),
  }));
}

function item({ account, rule, path, declared, live }: ShownDifference): string {
  const name = ruleInCode({ account, name: rule });
  if (path === '') return `- ${name}`;
  return `- ${inCode(path)} of ${name}: declared ${value(declared, live)}, live ${value(live, declared)}`;
}

function value(one: ShownDifference['declared'], other: ShownDifference['declared']): string {
  return inCode(quotedBeside(cut(one), cut(other)));
}

function cut(one: ShownDifference['declared']): ShownDifference['declared'] {
  return typeof one === 'string' && one.length > LONGEST_VALUE ? `${one.slice(0, LONGEST_VALUE)}…` : one;
}
