/** What a change does to sample mails: how many are affected, what would run for them, and folded which. */
import { count, grouped } from '../../diagnostics/counts.ts';
import type { Change } from '../../model/plan.ts';
import { effectsOf, effectText, impactText, wouldRun } from '../impact-view.ts';
import { capital } from '../lines.ts';
import { nameInCode, partsText } from './escape.ts';

/** How many sample mails there are, and how many of the affected ones are named. */
export interface SampleNaming {
  samples: number | undefined;
  names: number;
}

/** For the line that a change begins with; empty where none is affected. */
export function impactHint({ impact = [], refused }: Change): string {
  return impact.length === 0 || refused !== undefined ? '' : ` · ${count(impact.length, 'sample mail')} affected`;
}

/** Blocks; none where no sample is affected. */
export function impactBlocks(change: Change, { samples, names }: SampleNaming): string[] {
  const counts = impactText(change, samples);
  if (counts === null) return [];
  const run = wouldRun(change);
  const said = `**${capital(counts)}.**${run.length === 0 ? '' : ` ${partsText(run)}.`}`;
  if (names === 0) return [said];
  const items = effectsOf(change).flatMap(({ kind, mails }) => {
    return mails.map((mail) => `- ${effectText({ kind, mails: [mail] }, nameInCode(mail))}`);
  });
  const more = items.length <= names ? [] : [`- ${grouped(items.length - names)} more`];
  const list = [
    '<details>',
    '<summary>Sample mails</summary>',
    '',
    ...items.slice(0, names),
    ...more,
    '',
    '</details>',
  ];
  return [said, list.join('\n')];
}
