/** One change of a plan: a line that says what is done to which rule, and below it, folded, what that is. */

import { refusalText } from '../../diagnostics/changes.ts';
import type { Change } from '../../model/plan.ts';
import { capital } from '../lines.ts';
import { heedOf, SIGNS } from '../plan-view.ts';
import { sentenceOf } from '../sentence/rule.ts';
import { OF_FILES } from '../wording.ts';
import { fenced, nameInCode, nameInHtml, partsText, placeInCode, prose } from './escape.ts';
import { impactBlocks, impactHint, type SampleNaming } from './impact.ts';
import { ruleDiff } from './rule-diff.ts';

/** The details of a change, folded. */
export function changeDetails(change: Change, naming: SampleNaming): string {
  const { op, name, before, after } = change;
  // The top says the rest.
  const said = heedOf(change);
  const heed = said === '' ? '' : ` ⚠️ ${said}`;
  const diff = ruleDiff(before, after);
  const body =
    diff.length > 0
      ? fenced(diff.join('\n'), 'diff')
      : 'It is as declared, but parked by an apply that did not finish.';
  return [
    '<details>',
    `<summary><b>${SIGNS[op]} ${op}</b> ${nameInHtml(name)}${heed}${impactHint(change)}</summary>`,
    '',
    partsText(sentenceOf(change)),
    '',
    `${facts(change).join(' ')}`,
    '',
    ...impactBlocks(change, naming).flatMap((block) => [block, '']),
    body,
    '',
    '</details>',
  ].join('\n');
}

function facts(change: Change): string[] {
  const { source, renamedFrom, refused, op } = change;
  return [
    ...(source === null ? [] : [`Declared at ${placeInCode(source)}.`]),
    ...(op === 'delete' ? [`${capital(OF_FILES.origin(change))}.`] : []),
    ...(renamedFrom === undefined ? [] : [`Renamed from ${nameInCode(renamedFrom)}.`]),
    ...(refused === undefined ? [] : [`Refused: ${prose(refusalText(refused))}.`]),
  ];
}
